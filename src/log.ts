/**
 * Logs as JSON lines, with an allow-list of fields, so that no receipt reference, link, key, account or name reaches a log by
 * mistake.
 */
import pino from 'pino';

export type Logger = pino.Logger;

/** Allowed fields; values may be numbers, booleans and short plain words. Everything else is dropped. */
const allowed = new Set([
  'attempt',
  'code',
  'component',
  'count',
  'egress',
  'failure',
  'host',
  'kind',
  'method',
  'mode',
  'ms',
  'outcome',
  'pid',
  'port',
  'provider',
  'reason',
  'reqId',
  'requestId',
  'role',
  'route',
  'signal',
  'source',
  'state',
  'status',
  'statusCode',
  'store',
  'worker',
]);

/** Fixed words such as `bank_timeout`, `/api/verify/:requestId` or `ECONNREFUSED`; never free text. */
const plainWords = /^[a-z/*][\w.:*/-]{0,79}$/i;
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const hostName = /^[a-z\d-]{1,63}(\.[a-z\d-]{1,63}){0,9}$/i;
/** Longer mixes of letters and digits look like a reference or an account; from 16 characters on, anything does. */
const mixedLengthMax = 7;
const wordLengthMax = 15;
const messageLengthMax = 200;

/**
 * A logger that writes to `destination` (standard error when absent).
 *
 * Messages are constant texts; variable values go into fields. Errors keep name, kind, code and stack frames, but not their
 * message, which may quote input of a caller or a bank.
 */
export function createLog(level: string, destination?: pino.DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }), log: onlyAllowed, bindings: onlyAllowed },
    hooks: { logMethod: withConstantMessage },
  };
  const log = pino(options, destination ?? pino.destination({ fd: 2, sync: true }));
  return withFilteredBindings(log);
}

/** Filters the bindings of child loggers, which pino does not pass through its formatters. */
function withFilteredBindings(log: Logger): Logger {
  const child = log.child;
  const filtered = function (this: Logger, bindings: pino.Bindings, options?: object) {
    return child.call(this, onlyAllowed(bindings), options);
  };
  return Object.assign(log, { child: filtered as Logger['child'] });
}

function onlyAllowed(fields: object): Record<string, unknown> {
  const loggable: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Error) loggable[name === 'error' ? 'err' : name] = describeError(value);
    else if (allowed.has(name) && isPlain(name, value)) loggable[name] = value;
  }
  return loggable;
}

function isPlain(name: string, value: unknown): boolean {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return true;
  if (typeof value !== 'string') return false;
  if (name === 'requestId' || name === 'reqId') return uuid.test(value);
  if (name === 'host') return hostName.test(value) && !looksLikeToken(value);
  return plainWords.test(value) && !looksLikeToken(value);
}

function looksLikeToken(value: string): boolean {
  const words = value.split(/[^a-z\d]+/i);
  return words.some((word) => word.length > (/\d/.test(word) ? mixedLengthMax : wordLengthMax));
}

/** The loggable part of an error. A stack begins with the message, so only its frames are kept. */
function describeError(error: Error): Record<string, unknown> {
  const { code, kind, failure } = error as { code?: unknown; kind?: unknown; failure?: unknown };
  const frames = (error.stack ?? '')
    .replace(error.message, '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line));
  return {
    name: error.name,
    ...onlyAllowed({ code, kind, failure }),
    stack: frames.slice(0, 12).map((line) => line.trim()),
    ...(error.cause instanceof Error && { cause: describeError(error.cause) }),
  };
}

/** Allows `log.info('text')` and `log.info(fields, 'text')`: no format arguments, no interpolation. */
function withConstantMessage(
  this: pino.Logger,
  [first, second]: Parameters<pino.LogFn>,
  method: pino.LogFn,
): void {
  const isError = first instanceof Error;
  const fields = isError ? { err: first } : typeof first === 'object' && first !== null ? first : {};
  const message: unknown = typeof first === 'string' ? first : second;
  // Without a message pino would use that of the error.
  method.call(this, fields, typeof message === 'string' ? message.slice(0, messageLengthMax) : 'an error');
}
