/** Amharic, one file a part of the site. */
import { common } from './am/common.js';
import { dashboard } from './am/dashboard.js';
import { problems } from './am/errors.js';
import { guide } from './am/guide.js';
import { landing } from './am/landing.js';
import { pay } from './am/pay.js';
import { paymentGuide } from './am/payment-guide.js';
import { payments } from './am/payments.js';
import { sandbox } from './am/sandbox.js';
import { shop } from './am/shop.js';
import { status } from './am/status.js';
import type { Words } from './en.js';

export const am: Words = {
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
