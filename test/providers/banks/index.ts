import type { BankCases } from '../support.js';
import { boa } from './boa.js';
import { cbe } from './cbe.js';
import { siinqee } from './siinqee.js';
import { telebirr } from './telebirr.js';

export const banks: readonly BankCases[] = [telebirr, cbe, boa, siinqee];
