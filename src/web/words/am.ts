/** Amharic, one file a part of the site. */
import { common } from './am/common.js';
import type { Words } from './index.js';

export const am: Words = { common };
