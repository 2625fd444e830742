/** English, one file a part of the site. */
import { common } from './en/common.js';
import { dashboard } from './en/dashboard.js';
import { problems } from './en/errors.js';
import { guide } from './en/guide.js';
import { landing } from './en/landing.js';
import { pay } from './en/pay.js';
import { payments } from './en/payments.js';
import { sandbox } from './en/sandbox.js';
import { status } from './en/status.js';

export const en = {
  common,
  dashboard,
  guide,
  landing,
  pay,
  payments,
  problems,
  sandbox,
  status,
};

export type Words = typeof en;
