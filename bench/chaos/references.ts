/** New references of the banks that the client uses. */
import type { Ending } from './oracle.js';

let drawn = Math.floor(Math.random() * 36 ** 2) * 1_000;

function next(width: number): string {
  drawn += 1;
  return drawn.toString(36).toUpperCase().padStart(width, '0').slice(-width);
}

/** Without a wanted ending it ends in digits, which are no ending of the sandbox. */
const ending = (wanted: Ending) => wanted || '0000';

export const references = {
  telebirr: (wanted: Ending) => `DKK${next(3)}${ending(wanted)}`,
  dashen: (wanted: Ending) => `${next(3)}WDTS26267${ending(wanted)}`,
  /** With a letter where a number with a date has its day. */
  siinqee: (wanted: Ending) => `SQB26${next(6)}X${ending(wanted)}`,
} as const;

export type Bank = keyof typeof references;
