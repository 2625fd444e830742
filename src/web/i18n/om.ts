/** Afaan Oromo, for the page of payers. */
import { common } from './om/common.js';
import { pay } from './om/pay.js';

export const om = { common, pay };
