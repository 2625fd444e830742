/** English, one file a part of the site. */
import { common } from './en/common.js';
import { dashboard } from './en/dashboard.js';
import { problems } from './en/errors.js';
import { guide } from './en/guide.js';
import { landing } from './en/landing.js';
import { pay } from './en/pay.js';
import { paymentGuide } from './en/payment-guide.js';
import { payments } from './en/payments.js';
import { sandbox } from './en/sandbox.js';
import { shop } from './en/shop.js';
import { status } from './en/status.js';

export const en = {
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

export type Words = typeof en;
