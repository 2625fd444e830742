import { ConstantBackoff, handleAll, retry } from 'cockatiel';

/** What the store could not take is offered again once a second for a minute. */
export const persistent = retry(handleAll, { maxAttempts: 60, backoff: new ConstantBackoff(1_000) });
