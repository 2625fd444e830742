/** Fills a store with receipts and accounts in the form in which the service writes them. */
import { hash } from 'node:crypto';
import { Redis } from 'ioredis';

const perStep = 5_000;
/** The receipt that the service itself has written; the others are copies of it. */
const pattern = 'DKK4A1B2C3';

/** As in a busy shop. */
const secondsBetween = 300;
const sums = 997;
/** Sum, second and traits of a payment; and the name of the list of payments of one sum. */
const transfer = /^(\w+:[A-Z]{3}:)([\d.]+) (\d{10}) (\S+)$/;
const listOfSum = /(:transfers:\w+:[A-Z]{3}:)([\d.]+)$/;

/** The nth receipt, counted from the newest. */
export function referenceOf(nth: number): string {
  return `DKK${Math.floor(nth).toString(36).toUpperCase().padStart(7, '0')}`;
}

/**
 * Copies every hash of a receipt under another number, and its place in each list, but not what the simulated banks count: they
 * count only the last 10,000. The oldest is written first. Payments are `secondsBetween` apart and of `sums` different sums: each
 * call compares a receipt with those of the same sum and time, and here, as in a shop, finds none.
 *
 * KEYS none; ARGV[1] reference of the pattern
 */
const copy = `
local hashes, lists, texts = {}, {}, {}
for _, name in ipairs(redis.call('KEYS', '*')) do
  local kind = string.sub(name, 1, 3) ~= '{s:' and redis.call('TYPE', name).ok
  if string.find(name, ARGV[1] .. '}:text', 1, true) then
    texts[#texts + 1] = { name, redis.call('GET', name) }
  elseif kind == 'hash' and string.find(name, ARGV[1], 1, true) then
    hashes[#hashes + 1] = { name, redis.call('HGETALL', name) }
  elseif kind == 'zset' then
    for _, member in ipairs(redis.call('ZRANGE', name, 0, -1)) do
      if string.find(member, ARGV[1], 1, true) then
        lists[#lists + 1] = { name, member, redis.call('ZSCORE', name, member) }
      end
    end
  end
end
return cjson.encode({ hashes = hashes, lists = lists, texts = texts })
`;

interface Found {
  hashes: [string, string[]][];
  lists: [string, string, string][];
  /** Of receipts. */
  texts: [string, string][];
}

/** A database of Redis. */
export interface Database {
  /** Of its socket. */
  path: string;
  db: number;
}

/** Lets the service verify the receipt that is copied. */
export async function verifyPattern(url: string, headers: Record<string, string>): Promise<void> {
  const body = JSON.stringify({ reference: pattern });
  const response = await fetch(url, { method: 'POST', headers, body });
  if (response.status !== 200) throw new Error(`expected a verified receipt, got ${response.status}`);
}

/** Copies what the service wrote for the one receipt. */
export async function addReceipts(database: Database, receipts: number): Promise<void> {
  const redis = new Redis(database);
  const found = JSON.parse(String(await redis.eval(copy, 0, pattern))) as Found;
  for (let until = receipts; until > 0; until -= perStep) {
    const step = redis.pipeline();
    for (let nth = until - 1; nth >= Math.max(until - perStep, 0); nth -= 1) {
      const earlier = secondsBetween * (nth + 1);
      const other = (sum: string) => (Number(sum) + (nth % sums)).toFixed(2);
      const renamed = (text: string) =>
        text
          .replaceAll(pattern, referenceOf(nth))
          .replace(listOfSum, (_, of, sum) => of + other(sum))
          .replace(
            transfer,
            (_, of, sum, second, traits) => `${of}${other(sum)} ${second - earlier} ${traits}`,
          );
      for (const [name, fields] of found.hashes) step.hset(renamed(name), fields.map(renamed));
      for (const [name, text] of found.texts) {
        const copied = renamed(text);
        step.set(renamed(name), copied);
        step.hset(renamed(name).slice(0, -':text'.length), 'body', hash('sha1', copied, 'hex'));
      }
      for (const [name, member, score] of found.lists) {
        step.zadd(name, Number(score) - earlier, renamed(member));
      }
    }
    await step.exec();
  }
  redis.disconnect();
}

/** Copies the account and the key that a store has. */
export async function addAccounts(database: Database, count: number): Promise<void> {
  const redis = new Redis(database);
  const [account = ''] = await redis.zrange('{accounts}', 0, 0);
  const [key = ''] = await redis.keys('{k:*}');
  const [fields, keyFields] = [await redis.hgetall(`{a:${account}}`), await redis.hgetall(key)];
  const step = redis.pipeline();
  for (let nth = 0; nth < count; nth += 1) {
    const id = `bench${nth}`;
    step.zadd('{accounts}', nth, id).hset(`{a:${id}}`, fields);
    step.hset(`{k:${nth.toString(16).padStart(64, '0')}}`, { ...keyFields, account: id });
  }
  await step.exec();
  redis.disconnect();
}
