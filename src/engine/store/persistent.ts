import { ConstantBackoff, handleAll, retry } from 'cockatiel';

/** Retries a failed write once a second for a minute. */
export const retryPolicy = retry(handleAll, { maxAttempts: 60, backoff: new ConstantBackoff(1_000) });
