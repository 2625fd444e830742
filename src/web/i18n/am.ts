/** Amharic, one file a part of the site. */
export { common } from './am/common.js';
export { dashboard } from './am/dashboard.js';
export { problems } from './am/errors.js';
export { guide } from './am/guide.js';
export { landing } from './am/landing.js';
export { pay } from './am/pay.js';
export { paymentGuide } from './am/payment-guide.js';
export { payments } from './am/payments.js';
export { sandbox } from './am/sandbox.js';
export { shop } from './am/shop.js';
export { status } from './am/status.js';
