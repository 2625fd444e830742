/** Afaan Oromo, one file a part of the site. Pages for developers are not in it (`docsLanguages`). */
import { en } from './en.js';
import { common } from './om/common.js';
import { problems } from './om/errors.js';
import { landing } from './om/landing.js';
import { pay } from './om/pay.js';
import { status } from './om/status.js';

export const om = { ...en, common, landing, pay, problems, status };
