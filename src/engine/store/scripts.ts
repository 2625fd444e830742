/** The Lua files beside this one, each as a typed call. Every call is one round trip. */
import { readFileSync } from 'node:fs';
import type { Cluster, Redis } from 'ioredis';
import { Failure } from '../errors.js';
import { batchWrites } from './batch.js';

const files = [
  'admit',
  'announce',
  'enter',
  'extend',
  'follow',
  'hold',
  'land',
  'leave',
  'renew',
  'seen',
  'settle',
  'standing',
  'takeoff',
] as const;
export type ScriptName = (typeof files)[number];
export type Reply = (string | number | null)[];
type Argument = string | number;
type Command = (numberOfKeys: number, ...keysAndArguments: Argument[]) => Promise<Reply | number>;

export interface Scripts {
  /** @throws Failure `unavailable` when the store does not answer. */
  run(name: ScriptName, keys: readonly string[], args?: readonly Argument[]): Promise<Reply>;
}

export function loadScripts(client: Redis | Cluster): Scripts {
  for (const name of files) {
    client.defineCommand(name, { lua: readFileSync(new URL(`./${name}.lua`, import.meta.url), 'utf8') });
  }
  const commands = client as unknown as Record<ScriptName, Command>;
  const batch = batchWrites(client);
  return {
    async run(name, keys, args = []) {
      batch();
      try {
        const reply = await commands[name](keys.length, ...keys, ...args);
        return Array.isArray(reply) ? reply : [reply];
      } catch (error) {
        throw asFailure(error);
      }
    },
  };
}

/** Runs a plain command; a store that does not answer becomes Failure `unavailable`. */
export async function reach<T>(command: Promise<T>): Promise<T> {
  try {
    return await command;
  } catch (error) {
    throw asFailure(error);
  }
}

/** Error replies that say "not now" rather than "never": the store is up, but cannot serve. */
const passing = /^(LOADING|READONLY|OOM|MISCONF|CLUSTERDOWN|MASTERDOWN|TRYAGAIN|BUSY|NOREPLICAS)/;

/** An error reply is our mistake and stays what it is; anything else means the store cannot be reached. */
function asFailure(error: unknown): unknown {
  const reply = error instanceof Error && error.name === 'ReplyError';
  if (reply && !passing.test(error.message)) return error;
  return new Failure('unavailable', { retryAfterSeconds: 2 }, { cause: error });
}
