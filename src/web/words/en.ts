/** English, one file a part of the site. */
import { common } from './en/common.js';
import { landing } from './en/landing.js';
import { problems } from './en/problems.js';

export const en = { common, landing, problems };

export type Words = typeof en;
