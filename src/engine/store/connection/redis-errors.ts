/** Error replies of a Redis that is there and does not serve: what they have in common, and what helps. */
import type { Logger } from '../../../log.js';

/** Replies that say "not now" or "not you" rather than "never": the same command may pass later. */
const codes =
  /^(?:ERR Error running script .{0,200}?-)?(LOADING|READONLY|OOM|MISCONF|CLUSTERDOWN|MASTERDOWN|TRYAGAIN|BUSY|NOREPLICAS|EXECABORT|NOAUTH|WRONGPASS|NOPERM)\b/;
/** What Redis 7 says instead of NOPERM inside a script. */
const scriptNotPermitted = /^ERR The user executing the script can't /;
const logIntervalMs = 5_000;
const reconnectIntervalMs = 1_000;

/** The code of a reply that refuses; null for any other error, such as one that a wrong command is answered with. */
export function refusalOf(error: unknown): string | null {
  if (!(error instanceof Error) || error.name !== 'ReplyError') return null;
  if (scriptNotPermitted.test(error.message)) return 'NOPERM';
  return codes.exec(error.message)?.[1] ?? null;
}

/** What is no longer the primary, or knows us no longer: connecting anew leads to the one that is, and does. */
const elsewhere = new Set(['READONLY', 'MASTERDOWN', 'NOAUTH']);

const advice: Record<string, string> = {
  NOPERM: 'Redis does not permit its user a command that is needed: ACL LOG in Redis names it',
  NOAUTH: 'Redis wants a password: put it into REDIS_URL',
  WRONGPASS: 'Redis refuses the user and password of REDIS_URL',
  READONLY: 'this Redis is a replica and takes no writes',
  OOM: 'the memory of Redis is full and it takes no writes',
  MISCONF: 'Redis cannot write to its disk and takes no writes',
};

/**
 * For `reconnectOnError` of ioredis, which hands it every error reply: says why Redis refuses, at most one line every
 * few seconds, and connects anew where that helps. A command is never sent again.
 */
export function onErrorReply(log: Logger): (error: Error) => 1 | false {
  const quietUntilMs = new Map<string, number>();
  let reconnectedAtMs = 0;
  return (error) => {
    const code = refusalOf(error);
    if (code === null || code === 'EXECABORT') return false;
    const now = Date.now();
    if (now >= (quietUntilMs.get(code) ?? 0)) {
      quietUntilMs.set(code, now + logIntervalMs);
      log.warn({ component: 'store', reason: code }, advice[code] ?? 'Redis cannot serve at the moment');
    }
    // The answers to all commands under way may say so; ioredis would end the same connection for each.
    if (!elsewhere.has(code) || now < reconnectedAtMs + reconnectIntervalMs) return false;
    reconnectedAtMs = now;
    return 1;
  };
}
