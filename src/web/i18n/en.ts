/** English, one file a part of the site. */
export { common } from './en/common.js';
export { dashboard } from './en/dashboard.js';
export { problems } from './en/errors.js';
export { guide } from './en/guide.js';
export { landing } from './en/landing.js';
export { pay } from './en/pay.js';
export { paymentGuide } from './en/payment-guide.js';
export { payments } from './en/payments.js';
export { sandbox } from './en/sandbox.js';
export { shop } from './en/shop.js';
export { status } from './en/status.js';
