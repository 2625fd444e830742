/** The other callers: measures their latency before, during and after an attack. */
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Waits {
  /** Milliseconds of each call by kind, from when it was to be sent until it was answered well. */
  ms: Record<Kind, number[]>;
  /** Calls that were refused, or answered otherwise than when nobody attacks. */
  failed: string[];
}

/** `calls`: a cached receipt; `pages`: the page of the status; `pictures`: a screenshot that has to be read. */
type Kind = 'calls' | 'pages' | 'pictures';

export const kinds: readonly Kind[] = ['calls', 'pages', 'pictures'];

export interface Others {
  host: string;
  port: number;
  key: string;
  /** The next picture, of which no call has been made. */
  nextPicture(): Buffer;
}

const everyMs: Record<Kind, number> = { calls: 40, pages: 150, pictures: 700 };
const giveUpMs = 30_000;
/** No attack comes from there. */
const localAddress = '127.0.200.1';

/** Calls on time, whatever became of the calls before: who waits does not make others call less. */
export async function callFor(others: Others, ms: number): Promise<Waits> {
  const agent = new Agent({ keepAlive: true, localAddress } as object);
  const waits: Waits = { ms: { calls: [], pages: [], pictures: [] }, failed: [] };
  const under: Promise<void>[] = [];
  const end = performance.now() + ms;
  const series = kinds.map(async (kind) => {
    for (let at = performance.now(); at < end; at += everyMs[kind]) {
      await sleep(Math.max(0, at - performance.now()));
      // A reader reads one picture after the other: more than one at a time would wait for its own kind.
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
  const startedAt = kind === 'pictures' ? performance.now() : at;
  const outcome = await ask(kind, others, agent).catch((error: Error) => error.message);
  waits.ms[kind].push(performance.now() - startedAt);
  if (outcome !== 200) waits.failed.push(`${kind}: ${outcome}`);
}

async function ask(kind: Kind, { host, port, key, nextPicture }: Others, agent: Agent): Promise<number> {
  const body = {
    calls: () => JSON.stringify({ reference: 'DKK9E00001' }),
    pages: () => '',
    pictures: () => JSON.stringify({ imageBase64: nextPicture().toString('base64') }),
  }[kind]();
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
