/** All simulated banks. A new one is a file in this folder and a line here. */
import type { LinkTemplate } from '../../config/parsers.js';
import { abay } from './abay.js';
import { amhara } from './amhara.js';
import { awash } from './awash.js';
import { boa } from './boa.js';
import { cbeJson } from './cbe-json.js';
import { cbePdf } from './cbe-pdf.js';
import { cbebirr } from './cbebirr.js';
import { dashen } from './dashen.js';
import { ebirr } from './ebirr.js';
import { mpesa } from './mpesa.js';
import { siinqee } from './siinqee.js';
import { telebirr } from './telebirr.js';
import type { SimulatedBank } from './types.js';
import { wegagen } from './wegagen.js';
import { zemen } from './zemen.js';

/** @param siinqeeLinks where Siinqee's links lead: the only bank whose host is configuration */
export function allBanks(siinqeeLinks: readonly LinkTemplate[]): readonly SimulatedBank[] {
  return [...banks, ...siinqee(siinqeeLinks)];
}

const banks: readonly SimulatedBank[] = [
  telebirr,
  cbePdf,
  cbeJson,
  cbebirr,
  boa,
  dashen,
  awash,
  ...ebirr,
  abay,
  zemen,
  mpesa,
  amhara,
  wegagen,
];
