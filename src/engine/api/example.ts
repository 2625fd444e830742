/** Answers of the service about receipts of the simulated banks, as documented and as test deliveries of webhooks send them. */
import recorded from './sandbox-answers.json' with { type: 'json' };

/** By name; a failure has its own name. `npm run docs` records them. */
export const sandboxAnswers: Readonly<Record<string, object>> = recorded;

export const verificationExample = recorded.verified;
