/**
 * Measures how much memory stored data takes in a real Redis, with `MEMORY USAGE` key by key, and writes the table into
 * `docs/operations/sizing.md`: `npx tsx docs/operations/measure-store.ts`. Needs a redis-server on PATH.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type Application, buildApplication } from '../../src/app.js';
import { loadConfig } from '../../src/config/index.js';
import { createLog } from '../../src/log.js';
import { startTestRedis } from '../../test/support/redis.js';

const page = new URL('sizing.md', import.meta.url);
const [opening, closing] = ['<!-- measured:store -->', '<!-- /measured:store -->'];

/** Enough that one odd key does not change the figure. */
const receipts = 300;
const accounts = 50;
/** Requests that were answered 202. */
const requests = 50;

/** What is stored, its keys (src/engine/store/keys), and how many of it there are. */
const kinds = [
  { what: 'an account with one key', keys: /^\{(k:|p:)[^}]*\}$|^\{a:[^}]*\}(:keys)?$/, count: accounts + 1 },
  { what: 'a receipt in the cache', keys: /^\{r:[^}]*\}(:text)?$/, count: receipts + requests },
  { what: 'the history of a receipt that an account was shown', keys: /:seen:/, count: receipts + requests },
  {
    what: 'its record, with the payment, and its places in the lists of the account',
    keys: /:(verified|verified-receipts|transfers):/,
    count: receipts + requests,
  },
  { what: 'a counted verification in the ledger', keys: /:ledger:/, count: receipts + requests },
  { what: 'a request that was answered 202', keys: /^\{j:/, count: requests },
  { what: "an active account's counts and last calls", keys: /:(v:|activity:|recent)/, count: 1 },
] as const;

interface StoreSizes {
  /** Of one of each kind. */
  sizes: { what: string; bytes: number }[];
  /** Of Redis. */
  version: string;
}

/** Starts a Redis, lets the service fill it, and measures it. @throws Error when nothing is stored of a kind */
export async function measureStore(): Promise<StoreSizes> {
  const redis = await startTestRedis();
  try {
    const settings = { REDIS_URL: redis.url, LOG_LEVEL: 'silent', PROVIDER_CONCURRENCY: '50' };
    const application = await buildApplication(loadConfig(settings, null), { log: createLog('silent') });
    try {
      await fill(application);
      const info = await application.store.client.info('server');
      return {
        sizes: await measure(application),
        version: /redis_version:(\S+)/.exec(info)?.[1] ?? 'unknown',
      };
    } finally {
      await application.close();
    }
  } finally {
    await redis.close();
  }
}

async function fill({ engine }: Application): Promise<void> {
  const minted = await engine.keys.mint({
    mode: 'test',
    plan: 'enterprise',
    name: 'Selam Store',
    rate: 1_000_000,
  });
  for (let nth = 0; nth < accounts; nth += 1) await engine.keys.mint({ mode: 'test', name: `Shop ${nth}` });
  const caller = { kind: 'key', key: minted.key } as const;
  for (let nth = 0; nth < receipts; nth += 1) await engine.verify({ reference: referenceOf(nth) }, caller);
  for (let nth = 0; nth < requests; nth += 1) {
    await engine.verify({ reference: referenceOf(receipts + nth) }, caller, { waitMs: 0 });
  }
  const used = async () => (await engine.usage(minted.key)).verifications.used;
  while ((await used()) < receipts + requests) await new Promise((resolve) => setTimeout(resolve, 50));
}

function referenceOf(nth: number): string {
  return `DKM${nth.toString(36).toUpperCase().padStart(5, '0')}A1`;
}

async function measure({ store }: Application): Promise<StoreSizes['sizes']> {
  const { client } = store;
  const names = await client.keys('*');
  const rows = kinds.map(({ what, count, keys }) => ({
    what,
    count,
    names: names.filter((name) => keys.test(name)),
  }));
  return Promise.all(
    rows.map(async ({ what, count, names: own }) => {
      if (own.length === 0) throw new Error(`nothing is stored of: ${what}`);
      const sizes = await Promise.all(own.map((name) => client.memory('USAGE', name, 'SAMPLES', 0)));
      return { what, bytes: Math.round(sizes.reduce((sum: number, size) => sum + (size ?? 0), 0) / count) };
    }),
  );
}

function tableOf({ sizes, version }: StoreSizes): string {
  const lines = sizes.map(({ what, bytes }) => `| ${what} | ${bytes.toLocaleString('en')} |`);
  return [`| in Redis ${version} | bytes |`, '| --- | --- |', ...lines].join('\n');
}

function withTable(text: string, table: string): string {
  const [from, to] = [text.indexOf(opening), text.indexOf(closing)];
  if (from === -1 || to === -1) throw new Error('docs/operations/sizing.md has no place for the table');
  return `${text.slice(0, from + opening.length)}\n${table}\n${text.slice(to)}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const table = tableOf(await measureStore());
  writeFileSync(page, withTable(readFileSync(page, 'utf8'), table));
}
