/** Typed calls of the Lua files in `scripts/`. Each call is one round trip. */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ConstantBackoff, handleAll, retry } from 'cockatiel';
import { type ChainableCommander, Cluster, Command, type Redis } from 'ioredis';
import { Failure } from '../api/errors.js';
import { createWriteCorker } from './connection/cork-writes.js';
import { redisRefusalOf } from './connection/redis-errors.js';
import { JoinedCalls } from './joined-calls.js';

/** Files of `scripts/`, by folder. */
const files = {
  access: ['admit-request', 'fixed-window-count', 'rate-take'],
  bots: ['bot-claim-once'],
  coordination: [
    'lease',
    'lease-claim',
    'lease-renew',
    'lease-settle',
    'queue',
    'single-flight-complete',
    'single-flight-join',
  ],
  health: ['append-event-once', 'health-record-probe'],
  metering: ['record-count', 'reservation-commit', 'reservation-reserve', 'waiting-add'],
  'payment-requests': ['payment-request-begin', 'payment-request-change', 'payment-request-create'],
  receipts: [
    'idempotency-bind',
    'raw-response-judged',
    'receipt-put',
    'receipt-record-view',
    'receipt-withdraw-view',
  ],
  requests: ['request-attempt', 'request-complete', 'request-create', 'request-progress'],
  shared: ['hash-add-bounded', 'hash-set-if-exists'],
  shops: [
    'book-accept-override',
    'book-accept-split',
    'book-ask-owners',
    'book-clear-unverified',
    'book-lines',
    'book-record-unverified',
    'book-refuse',
    'book-submit',
    'book-undo',
    'book-withdraw',
    'case-record',
    'shift-toggle',
    'shop-accept-invitation',
    'shop-remove-member',
    'totals-store',
  ],
  webhooks: ['delivery-claim', 'delivery-record', 'event-publish'],
} as const;
type ScriptName = (typeof files)[keyof typeof files][number];
export type Reply = (string | number | null)[];
type Argument = string | number;
export interface Scripts {
  /** @throws Failure `unavailable` when the store does not answer. */
  run(name: ScriptName, keys: readonly string[], args?: readonly Argument[]): Promise<Reply>;
}

export interface JoinableScripts extends Scripts {
  /**
   * For scripts that take several calls: calls of one turn of the event loop are sent as one command. On a cluster, whose keys
   * are on different nodes, each call is sent alone.
   * @param common arguments that all calls share; they come first
   * @returns a function that calls the script; all calls have the same number of keys and arguments
   */
  joined(name: ScriptName, common: readonly Argument[]): JoinedScript;
}

/** @param args besides those that all calls share */
export type JoinedScript = (keys: readonly string[], args: readonly string[]) => Promise<Reply>;

interface Script {
  lua: string;
  /** SHA-1 of the script, for EVALSHA. */
  sha: string;
}

class ScriptCommand extends Command {
  constructor(name: 'evalsha' | 'eval', script: string, keys: readonly string[], args: readonly string[]) {
    // The constructor of ioredis copies and converts arguments slowly; these are strings already.
    super(name, [], { replyEncoding: 'utf8' });
    this.args = [script, String(keys.length), ...keys, ...args];
  }
}

/** Joined calls per command; few, so that Redis runs the first ones while the next are made. */
const callsPerCommand = 32;

/**
 * Sends EVALSHA as a plain command. Commands defined with ioredis do the same with additional promises and copies of the
 * arguments, which is measurable on the hot path.
 */
export function loadScripts(client: Redis | Cluster): JoinableScripts {
  const scripts = Object.fromEntries(
    Object.entries(files).flatMap(([folder, names]) => names.map((name) => [name, readScript(folder, name)])),
  ) as Record<ScriptName, Script>;
  const writes = createWriteCorker(client);

  function send(
    command: 'evalsha' | 'eval',
    script: string,
    keys: readonly string[],
    args: readonly string[],
  ): Promise<unknown> {
    writes.beforeCommand();
    return client.sendCommand(new ScriptCommand(command, script, keys, args)) as Promise<unknown>;
  }

  const run = (name: ScriptName, keys: readonly string[], args: readonly string[]): Promise<Reply> => {
    const { sha, lua } = scripts[name];
    return send('evalsha', sha, keys, args).then(asReply, (error: unknown) => {
      if (!isUnknownScript(error)) throw toFailure(error);
      return send('eval', lua, keys, args).then(asReply, failWith);
    });
  };

  return {
    run: (name, keys, args = []) => run(name, keys, args.map(String)),
    joined(name, common) {
      const calls = new JoinedCalls<Reply>({
        common: common.map(String),
        run: (keys, args) => run(name, keys, args) as Promise<unknown> as Promise<(Reply | Error)[]>,
        atEndOfTurn: writes.atEndOfTurn,
        callsMax: client instanceof Cluster ? 1 : callsPerCommand,
      });
      return (keys, args) => calls.call(keys, args);
    },
  };
}

function isUnknownScript(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('NOSCRIPT');
}

function asReply(reply: unknown): Reply {
  return Array.isArray(reply) ? reply : [reply as number];
}

function failWith(error: unknown): never {
  throw toFailure(error);
}

function readScript(folder: string, name: string): Script {
  const lua = readText(`${folder}/${name}.lua`).replace(included, (_line, part: string) => readText(part));
  return { lua, sha: hash('sha1', lua, 'hex') };
}

/** A line that is replaced by a file of functions that several scripts use. */
const included = /^ *-- include (\S+)$/gm;

function readText(path: string): string {
  return readFileSync(new URL(`./scripts/${path}`, import.meta.url), 'utf8');
}

/** Runs a plain command. @throws Failure `unavailable` when the store does not answer */
export async function orUnavailable<T>(command: Promise<T>): Promise<T> {
  try {
    return await command;
  } catch (error) {
    throw toFailure(error);
  }
}

/** Runs a pipeline. @throws Failure `unavailable`, or the first error reply */
export async function pipelineReplies(pipeline: ChainableCommander): Promise<unknown[]> {
  const all = (await orUnavailable(pipeline.exec())) ?? [];
  return await orUnavailable(
    Promise.all(all.map(([error, reply]) => (error ? Promise.reject(error) : reply))),
  );
}

/** Members and scores of a reply to a command with WITHSCORES. */
export function scoredMembers(reply: readonly string[]): [member: string, score: number][] {
  return reply.flatMap((member, index) => (index % 2 === 0 ? [[member, Number(reply[index + 1])]] : []));
}

/** `unavailable` when there is no reply or Redis refuses to serve. Any other error reply is a bug and is returned unchanged. */
function toFailure(error: unknown): unknown {
  const reply = error instanceof Error && error.name === 'ReplyError';
  if (reply && redisRefusalOf(error) === null) return error;
  return new Failure('unavailable', { retryAfterSeconds: 2 }, { cause: error });
}

/** Retries a failed write once a second for a minute. */
export const retryPolicy = retry(handleAll, { maxAttempts: 60, backoff: new ConstantBackoff(1_000) });
