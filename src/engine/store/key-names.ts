/**
 * Names of all Redis keys (docs/architecture.md#redis-keys). The part in braces is the hash tag: keys that one script uses
 * together have the same one. Lua files contain no names, except those that they derive from `account`, `minute`, `seen`, `verified`,
 * `transfers`, `staff`, `receiving` and `totals` and those of webhooks, which have to match the names here.
 *
 * Hash tags: `{k:…}` API key, `{p:…}` prefix of a key, `{a:…}` account, `{l:…}` sign-in link, `{d:…}` address without a key,
 * `{r:…}` receipt, `{q:…}` queue of a bank, `{h:…}` health of a bank, `{j:…}` request answered 202, `{n:…}` records of a bot,
 * `{b:…}` person, `{g:…}` chat, `{i:…}` invitation, `{o:…}` shops a person has opened, `{s:…}` sandbox, `{t:…}` payment
 * request that a payer opens.
 */
export * from './keys/accounts.js';
export * from './keys/payment-requests.js';
export * from './keys/receipts.js';
export * from './keys/requests.js';
export * from './keys/service.js';
export * from './keys/shops.js';
export * from './keys/webhooks.js';
