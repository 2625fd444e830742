/** How long an account with many receipts waits for its pages and lists. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';
import { signIn } from '../sign-in.js';
import { referenceOf } from './fill.js';

const run = promisify(execFile);

interface Visited {
  /** Of the service, without a path. */
  site: string;
  headers: Record<string, string>;
  /** Of its Redis. */
  socket: string;
}

interface Visit {
  path: string;
  accept: string;
  /** A part of the right answer. */
  has: string;
}

const page = (path: string, has: string): Visit => ({ path, accept: 'text/html', has });
const list = (path: string, has: string, accept = 'application/json'): Visit => ({ path, accept, has });

/** By their names in the row. */
const visits: Readonly<Record<string, Visit>> = {
  dashboard: page('/dashboard', 'href="/dashboard/records"'),
  'its records': page('/dashboard/records?mode=test', referenceOf(1)),
  'a search there': page(`/dashboard/records?mode=test&q=${referenceOf(9)}`, '<tbody'),
  status: page('/status', 'telebirr'),
  'GET /api/usage': list('/api/usage', '"verifications"'),
  'GET /api/verifications': list('/api/verifications', referenceOf(1)),
  'the same as CSV, until it begins': list('/api/verifications', 'reference', 'text/csv'),
};

/** @returns times of each, ms @throws Error when an answer is not the right one */
export async function pageTimes(visited: Visited, times: number): Promise<Record<string, number[]>> {
  const { cookie } = await signIn(visited.site, await loginLink(visited.socket));
  const timesOf = async (visit: Visit) => {
    // The first visit loads what all later ones share.
    await timed(visited, visit, cookie);
    const all: number[] = [];
    while (all.length < times) all.push(await timed(visited, visit, cookie));
    return all;
  };
  const all: Record<string, number[]> = {};
  for (const [name, visit] of Object.entries(visits)) all[name] = await timesOf(visit);
  return all;
}

async function timed(
  { site, headers }: Visited,
  { path, accept, has }: Visit,
  cookie: string,
): Promise<number> {
  const startedAt = performance.now();
  const key = headers['x-api-key'] ?? '';
  const who: Record<string, string> = path.startsWith('/api/') ? { 'x-api-key': key } : { cookie };
  const answer = await fetch(site + path, { headers: { accept, ...who } });
  const text = accept === 'text/csv' ? await beginningOf(answer) : await answer.text();
  const ms = performance.now() - startedAt;
  if (!text.includes(has)) throw new Error(`${path} was answered ${answer.status} without ${has}`);
  return ms;
}

/** The first chunk of a large file. */
async function beginningOf(answer: Response): Promise<string> {
  const reader = answer.body?.getReader();
  const piece = await reader?.read();
  await reader?.cancel();
  return new TextDecoder().decode(piece?.value);
}

/** A sign-in link of the account that has receipts. */
async function loginLink(socket: string): Promise<string> {
  const redis = new Redis(socket);
  const [list = ''] = await redis.keys('{a:*}:verified-receipts:*');
  redis.disconnect();
  const account = /^{a:([^}]+)}/.exec(list)?.[1] ?? '';
  const env = { ...process.env, REDIS_URL: `unix://${socket}` };
  const { stdout } = await run('node', ['dist/src/cli/main.js', 'login-link', account, '--json'], { env });
  return (JSON.parse(stdout) as { url: string }).url;
}
