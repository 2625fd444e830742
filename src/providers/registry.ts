/** All supported and recognised banks. */
import { abay } from './abay.js';
import { amhara } from './amhara.js';
import { awash } from './awash.js';
import { boa } from './boa.js';
import { cbe } from './cbe.js';
import { cbebirr } from './cbebirr.js';
import { dashen } from './dashen.js';
import { coopay, kaafi } from './ebirr.js';
import { mpesa } from './mpesa.js';
import { type LinkForm, siinqee } from './siinqee.js';
import { telebirr } from './telebirr.js';
import type { Provider } from './types.js';
import { unsupportedBanks } from './unsupported-banks.js';
import { wegagen } from './wegagen.js';
import { zemen } from './zemen.js';

interface ProviderOptions {
  /** Configuration CBE_APP_ID and CBE_APP_VERSION. */
  cbeAppId: string;
  cbeAppVersion: string;
  /** Configuration SIINQEE_LINK_HOSTS; absent: the link of the bank's SMS. */
  siinqeeLinks?: readonly LinkForm[];
}

/** The providers, in the order of `error.candidates`. */
export function createProviders(options: ProviderOptions): readonly Provider[] {
  return [
    telebirr(),
    cbe({ appId: options.cbeAppId, appVersion: options.cbeAppVersion }),
    cbebirr(),
    boa(),
    dashen(),
    awash(),
    coopay(),
    kaafi(),
    abay(),
    zemen(),
    mpesa(),
    amhara(),
    wegagen(),
    siinqee(options.siinqeeLinks),
    ...unsupportedBanks(),
  ];
}
