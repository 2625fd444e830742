/** Amharic, one file a part of the site. */
import { common } from './am/common.js';
import { landing } from './am/landing.js';
import { problems } from './am/problems.js';
import type { Words } from './en.js';

export const am: Words = { common, landing, problems };
