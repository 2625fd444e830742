/** Client of Deresegn: verifies Ethiopian bank and wallet payment receipts at the bank. */
export type { Batch, Batches, BatchOptions } from './batches.js';
export { Deresegn, type VerifyOptions } from './client.js';
export type { Events, EventType, ReceivingAccounts, WebhookEndpoints } from './collections.js';
export {
  ApiError,
  AuthenticationError,
  DeresegnError,
  MisuseError,
  RateLimitError,
  TransportError,
  WebhookError,
} from './errors.js';
export type {
  CreationOptions,
  Decision,
  HandedIn,
  HandedInReceipt,
  PaymentRequest,
  PaymentRequestInput,
  PaymentRequests,
} from './payment-requests.js';
export type {
  BatchItem,
  Expectation,
  ImageRequest,
  Picture,
  ProviderKey,
  Receiver,
  ResolveRequest,
  VerifyRequest,
} from './requests.js';
export {
  type CouldNotCheck,
  type ImageResult,
  type NotVerified,
  type Pending,
  type PollBody,
  type Problem,
  type Result,
  resultOf,
  type Verified,
} from './results.js';
export type { components, operations, paths } from './schema.js';
export type { Limits, Options } from './transport.js';
export { type HeadersLike, type WebhookEvent, webhooks } from './webhooks.js';
