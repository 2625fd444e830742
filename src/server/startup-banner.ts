/** The banner printed after the start, for people; logs are separate. */

import type { Application } from '../app.js';
import type { Config } from '../config/index.js';
import type { Engine, ResolveRequest, VerifyRequest } from '../engine/index.js';
import { shellQuoted } from '../http/curl.js';
import { factsOf } from '../sandbox/fake-data.js';

/** The lines to print once the service serves at `url`. */
export async function startupBanner(
  config: Config,
  { engine, examples }: Pick<Application, 'engine' | 'examples'>,
  url: string,
): Promise<string[]> {
  const banks = config.BANKS === 'live' ? 'the real ones' : 'simulated, nothing leaves this machine';
  const lines = [`Deresegn serves at ${url}`, `Store: ${engine.status().store}. Banks: ${banks}.`];
  const key = await firstKey(config, engine);
  const [example] = examples();
  if (key === null || !example) return lines;
  const call = curl(url, key, expecting(example.request));
  return [...lines, '', `A test key for you, shown this once: ${key}`, 'Try it:', '', call, ''];
}

/** Creates a test key if there is no account yet; never in production. */
async function firstKey(config: Config, engine: Engine): Promise<string | null> {
  if (config.NODE_ENV === 'production') return null;
  if ((await engine.accounts.list()).length > 0) return null;
  const { key } = await engine.keys.mint({ plan: 'free', mode: 'test', name: 'First steps', label: 'first' });
  return key;
}

/** The amount that the simulated bank prints, so that the check passes. */
function expecting(request: ResolveRequest): VerifyRequest {
  const { reference } = request;
  return reference === undefined
    ? request
    : { ...request, expect: { amount: factsOf(reference).amount / 100 } };
}

/** A one-line command for a POSIX shell. */
function curl(url: string, key: string, example: VerifyRequest): string {
  const headers = `-H 'content-type: application/json' -H 'x-api-key: ${key}'`;
  return `curl -sS ${url}/api/verify ${headers} -d ${shellQuoted(JSON.stringify(example))}`;
}
