/** Every simulated bank. A new one is a file beside this one and a line here. */
import { boa } from './boa.js';
import { cbeJson } from './cbe-json.js';
import { cbePdf } from './cbe-pdf.js';
import { telebirr } from './telebirr.js';
import type { SimulatedBank } from './types.js';

export const banks: readonly SimulatedBank[] = [telebirr, cbePdf, cbeJson, boa];
