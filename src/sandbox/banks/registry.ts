/** Every simulated bank. A new one is a file beside this one and a line here. */
import type { LinkForm } from '../../config.js';
import { boa } from './boa.js';
import { cbeJson } from './cbe-json.js';
import { cbePdf } from './cbe-pdf.js';
import { siinqee } from './siinqee.js';
import { telebirr } from './telebirr.js';
import type { SimulatedBank } from './types.js';

/** @param siinqeeLinks where Siinqee's links lead: the only bank whose host is configuration */
export function allBanks(siinqeeLinks: readonly LinkForm[]): readonly SimulatedBank[] {
  return [...banks, ...siinqee(siinqeeLinks)];
}

const banks: readonly SimulatedBank[] = [telebirr, cbePdf, cbeJson, boa];
