/** Error replies of a Redis that is running but does not serve, and advice for each. */
import type { Logger } from '../../../log.js';

/** Replies that mean "not now" or "not permitted": the same command may succeed later. */
const codes =
  /^(?:ERR Error running script .{0,200}?-)?(LOADING|READONLY|OOM|MISCONF|CLUSTERDOWN|MASTERDOWN|TRYAGAIN|BUSY|NOREPLICAS|EXECABORT|NOAUTH|WRONGPASS|NOPERM)\b/;
/** The reply of Redis 7 inside a script, in place of NOPERM. */
const scriptNotPermitted = /^ERR The user executing the script can't /;
const logIntervalMs = 5_000;
const reconnectIntervalMs = 1_000;

/** The code of such a reply; null for any other error, for example the reply to an invalid command. */
export function redisRefusalOf(error: unknown): string | null {
  if (!(error instanceof Error) || error.name !== 'ReplyError') return null;
  if (scriptNotPermitted.test(error.message)) return 'NOPERM';
  return codes.exec(error.message)?.[1] ?? null;
}

/** The server is no longer the primary, or no longer accepts our login: reconnecting helps. */
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
 * For `reconnectOnError` of ioredis, which passes every error reply: logs why Redis refuses, at most one line every few
 * seconds, and reconnects when that helps. Commands are never resent.
 */
export function onErrorReply(log: Logger): (error: Error) => 1 | false {
  const quietUntilMs = new Map<string, number>();
  let reconnectedAtMs = 0;
  return (error) => {
    const code = redisRefusalOf(error);
    if (code === null || code === 'EXECABORT') return false;
    const now = Date.now();
    if (now >= (quietUntilMs.get(code) ?? 0)) {
      quietUntilMs.set(code, now + logIntervalMs);
      log.warn({ component: 'store', reason: code }, advice[code] ?? 'Redis cannot serve at the moment');
    }
    // All pending commands may get this reply; ioredis would close the same connection for each.
    if (!elsewhere.has(code) || now < reconnectedAtMs + reconnectIntervalMs) return false;
    reconnectedAtMs = now;
    return 1;
  };
}
