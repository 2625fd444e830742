import type { BankCases } from '../support.js';
import { abay } from './abay.js';
import { amhara } from './amhara.js';
import { awash } from './awash.js';
import { boa } from './boa.js';
import { cbe } from './cbe.js';
import { cbebirr } from './cbebirr.js';
import { dashen } from './dashen.js';
import { coopay, kaafi } from './ebirr.js';
import { mpesa } from './mpesa.js';
import { siinqee } from './siinqee.js';
import { telebirr } from './telebirr.js';
import { wegagen } from './wegagen.js';
import { zemen } from './zemen.js';

export const banks: readonly BankCases[] = [
  telebirr,
  cbe,
  cbebirr,
  boa,
  zemen,
  mpesa,
  amhara,
  wegagen,
  dashen,
  awash,
  coopay,
  kaafi,
  abay,
  siinqee,
];
