/** Which texts there are: those of English. */
import type * as en from './en.js';

export type Words = typeof en;
