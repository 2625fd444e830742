/**
 * Measures what the store keeps costs in a real Redis, with `MEMORY USAGE` key by key, and writes the table into
 * `docs/operations/sizing.md`: `npx tsx docs/operations/measure-store.ts`. Needs a redis-server on PATH.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { assemble, type House } from '../../src/app.js';
import { loadConfig } from '../../src/config/index.js';
import { createLog } from '../../src/log.js';
import { startTestRedis } from '../../test/support/redis.js';

const page = new URL('sizing.md', import.meta.url);
const [opening, closing] = ['<!-- measured:store -->', '<!-- /measured:store -->'];

/** Enough that one odd key does not move the figure. */
const receipts = 300;
const accounts = 50;
const promises = 50;

/** What is kept, the keys that make it up (src/engine/store/keys), and how many of it there are. */
const kinds = [
  { what: 'an account with one key', keys: /^\{(k:|p:)[^}]*\}$|^\{a:[^}]*\}(:keys)?$/, count: accounts + 1 },
  { what: 'a receipt in the cache', keys: /^\{r:[^}]*\}$/, count: receipts + promises },
  { what: 'the record that an account was shown a receipt', keys: /:seen:/, count: receipts + promises },
  { what: 'a counted verification in the ledger', keys: /:ledger:/, count: receipts + promises },
  { what: 'a request that was answered 202', keys: /^\{j:/, count: promises },
  { what: "an active account's counts and last calls", keys: /:(v:|activity:|recent)/, count: 1 },
] as const;

const redis = await startTestRedis();
try {
  const config = loadConfig({ REDIS_URL: redis.url, LOG_LEVEL: 'silent', PROVIDER_CONCURRENCY: '50' }, null);
  const house = await assemble(config, { log: createLog('silent') });
  await fill(house);
  const rows = await measure(house);
  const version = /redis_version:(\S+)/.exec(await house.store.client.info('server'))?.[1] ?? 'unknown';
  await house.close();
  writeFileSync(page, withTable(readFileSync(page, 'utf8'), tableOf(rows, version)));
} finally {
  await redis.close();
}

async function fill({ engine }: House): Promise<void> {
  const minted = await engine.keys.mint({
    mode: 'test',
    plan: 'enterprise',
    name: 'Selam Store',
    rate: 1_000_000,
  });
  for (let nth = 0; nth < accounts; nth += 1) await engine.keys.mint({ mode: 'test', name: `Shop ${nth}` });
  const caller = { kind: 'key', key: minted.key } as const;
  for (let nth = 0; nth < receipts; nth += 1) await engine.verify({ reference: referenceOf(nth) }, caller);
  for (let nth = 0; nth < promises; nth += 1) {
    await engine.verify({ reference: referenceOf(receipts + nth) }, caller, { waitMs: 0 });
  }
  const used = async () => (await engine.usage(minted.key)).verifications.used;
  while ((await used()) < receipts + promises) await new Promise((resolve) => setTimeout(resolve, 50));
}

function referenceOf(nth: number): string {
  return `DKM${nth.toString(36).toUpperCase().padStart(5, '0')}A1`;
}

async function measure({ store }: House): Promise<{ what: string; bytes: number }[]> {
  const { client } = store;
  const names = await client.keys('*');
  const rows = kinds.map(({ what, count, keys }) => ({
    what,
    count,
    names: names.filter((name) => keys.test(name)),
  }));
  return Promise.all(
    rows.map(async ({ what, count, names: own }) => {
      if (own.length === 0) throw new Error(`nothing is kept of: ${what}`);
      const sizes = await Promise.all(own.map((name) => client.memory('USAGE', name, 'SAMPLES', 0)));
      return { what, bytes: Math.round(sizes.reduce((sum: number, size) => sum + (size ?? 0), 0) / count) };
    }),
  );
}

function tableOf(rows: readonly { what: string; bytes: number }[], version: string): string {
  const lines = rows.map(({ what, bytes }) => `| ${what} | ${bytes.toLocaleString('en')} |`);
  return [`| in Redis ${version} | bytes |`, '| --- | --- |', ...lines].join('\n');
}

function withTable(text: string, table: string): string {
  const [from, to] = [text.indexOf(opening), text.indexOf(closing)];
  if (from === -1 || to === -1) throw new Error('docs/operations/sizing.md has no place for the table');
  return `${text.slice(0, from + opening.length)}\n${table}\n${text.slice(to)}`;
}
