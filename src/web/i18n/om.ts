/** Afaan Oromo, one file a part of the site. */
export { common } from './om/common.js';
export { dashboard } from './om/dashboard.js';
export { problems } from './om/errors.js';
export { guide } from './om/guide.js';
export { landing } from './om/landing.js';
export { pay } from './om/pay.js';
export { paymentGuide } from './om/payment-guide.js';
export { payments } from './om/payments.js';
export { sandbox } from './om/sandbox.js';
export { shop } from './om/shop.js';
export { status } from './om/status.js';
