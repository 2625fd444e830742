/** Every bank there is an adapter for. */
import { boa } from './boa.js';
import { cbe } from './cbe.js';
import { ahadu, berhan, hulubeje, oromia, zamzam } from './recognised.js';
import { type LinkForm, siinqee } from './siinqee.js';
import { telebirr } from './telebirr.js';
import type { Provider } from './types.js';

export interface ProviderOptions {
  /** Configuration CBE_APP_ID and CBE_APP_VERSION. */
  cbeAppId: string;
  cbeAppVersion: string;
  /** Configuration SIINQEE_LINK_HOSTS; none: the bank is only recognised. */
  siinqeeLinks?: readonly LinkForm[];
}

/** The providers, in the order in which candidates of an ambiguous reference are named. */
export function createProviders(options: ProviderOptions): readonly Provider[] {
  return [
    telebirr(),
    cbe({ appId: options.cbeAppId, appVersion: options.cbeAppVersion }),
    boa(),
    siinqee(options.siinqeeLinks ?? []),
    berhan(),
    ahadu(),
    oromia(),
    zamzam(),
    hulubeje(),
  ];
}
