/** The other callers: measures their latency before, during and after an attack. */
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Waits {
  /** Milliseconds of each call by kind, from its scheduled time until it was answered correctly. */
  ms: Record<Kind, number[]>;
  /** Calls that were refused, or answered differently than without an attack. */
  failed: string[];
}

/** `calls`: a cached receipt; `pages`: the status page; `pictures`: a screenshot that has to be read. */
type Kind = 'calls' | 'pages' | 'pictures';

export const kinds: readonly Kind[] = ['calls', 'pages', 'pictures'];

export interface Others {
  host: string;
  port: number;
  key: string;
  /** A call's body with the next picture that no call has sent yet. */
  nextPicture(): Promise<Buffer>;
}

const everyMs: Record<Kind, number> = { calls: 40, pages: 150, pictures: 700 };
const giveUpMs = 30_000;
/** No attack uses this address. */
const localAddress = '127.0.200.1';

/** Calls at fixed times even if earlier calls still wait, so that slow answers do not reduce the number of calls. */
export async function callFor(others: Others, ms: number): Promise<Waits> {
  const agent = new Agent({ keepAlive: true, localAddress } as object);
  const waits: Waits = { ms: { calls: [], pages: [], pictures: [] }, failed: [] };
  const under: Promise<void>[] = [];
  const end = performance.now() + ms;
  const series = kinds.map(async (kind) => {
    for (let at = performance.now(); at < end; at += everyMs[kind]) {
      await sleep(Math.max(0, at - performance.now()));
      // Pictures of one caller are read one after the other, so a second one at the same time would wait for the first.
      const call = one(kind, others, agent, waits, at);
      if (kind === 'pictures') await call;
      else under.push(call);
      if (kind === 'pictures') at = Math.max(at, performance.now() - everyMs.pictures);
    }
  });
  await Promise.all(series);
  await Promise.all(under);
  agent.destroy();
  return waits;
}

async function one(kind: Kind, others: Others, agent: Agent, waits: Waits, at: number): Promise<void> {
  const body = await bodyFor(kind, others);
  const startedAt = kind === 'pictures' ? performance.now() : at;
  const outcome = await ask(kind, others, agent, body).catch((error: Error) => error.message);
  waits.ms[kind].push(performance.now() - startedAt);
  if (outcome !== 200) waits.failed.push(`${kind}: ${outcome}`);
}

function bodyFor(kind: Kind, { nextPicture }: Others): Promise<Buffer> | string {
  if (kind === 'pictures') return nextPicture();
  return kind === 'pages' ? '' : JSON.stringify({ reference: 'DKK9E00001' });
}

async function ask(
  kind: Kind,
  { host, port, key }: Others,
  agent: Agent,
  body: Buffer | string,
): Promise<number> {
  const path = { calls: '/api/verify', pages: '/status', pictures: '/api/verify-image' }[kind];
  const headers =
    kind === 'pages'
      ? { accept: 'text/html' }
      : { 'content-type': 'application/json', 'x-api-key': key, 'content-length': Buffer.byteLength(body) };
  const method = kind === 'pages' ? 'GET' : 'POST';
  const signal = AbortSignal.timeout(giveUpMs);
  const sent = request({ host, port, path, method, headers, agent, localAddress, signal });
  sent.end(body);
  const [answer] = await once(sent, 'response');
  answer.resume();
  await once(answer, 'end');
  return answer.statusCode;
}
