/** English, one file a part of the site. */
import { common } from './en/common.js';

export const en = { common };

export type Words = typeof en;
