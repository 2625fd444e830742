/** Afaan Oromo, one file a part of the site. */

import type { Words } from './en.js';
import { common } from './om/common.js';
import { dashboard } from './om/dashboard.js';
import { problems } from './om/errors.js';
import { guide } from './om/guide.js';
import { landing } from './om/landing.js';
import { pay } from './om/pay.js';
import { paymentGuide } from './om/payment-guide.js';
import { payments } from './om/payments.js';
import { sandbox } from './om/sandbox.js';
import { shop } from './om/shop.js';
import { status } from './om/status.js';

export const om: Words = {
  common,
  dashboard,
  guide,
  landing,
  pay,
  paymentGuide,
  payments,
  problems,
  sandbox,
  shop,
  status,
};
