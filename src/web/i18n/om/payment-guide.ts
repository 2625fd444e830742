/** What links to the guide call it. The guide itself is for developers, who read it in English. */
import { paymentGuide as english } from '../en/payment-guide.js';

export const paymentGuide = { ...english, title: 'Daqiiqaa kudhan keessatti ajaja kaffalame' };
