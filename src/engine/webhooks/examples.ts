/** Examples of events, for test deliveries. */
import { verificationExample } from '../api/example.js';
import type { WebhookEventType } from '../api/webhooks.js';

/** `data` by type. */
export const exampleData: Readonly<Record<WebhookEventType, object>> = {
  'verification.completed': verificationExample,
};
