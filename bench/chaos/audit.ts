/** Checks after a fault, when nothing is in flight: compares the client's records with those of the service and the banks. */
import { setTimeout as sleep } from 'node:timers/promises';
import { call } from './call.js';
import type { Environment } from './environment.js';
import { digest } from './expectations.js';
import type { Parts } from './parts.js';
import type { Asked } from './traffic.js';

/** A 202 request is completed within this time after the fault, whichever process died. */
const promiseMsMax = 60_000;
/** The places that a crashed process held are free again within two minutes (docs/api.md#quotas-and-windows promises 30 s). */
const placesMsMax = 120_000;
/** For a minute after the first view, calls get the stored failure; this is a little less. */
const coolMs = 50_000;
/** Leases end after 30 s at the latest (docs/architecture.md#leases). */
const heldMsMax = 40_000;
const askedAtOnce = 16;
const fillers = 4;
const samples = 60;

/** Digest of all key records, without the time of last use. */
export async function keysOf({ store }: Environment): Promise<string> {
  const names = (await store.keys('{k:*}')).filter((name) => name.endsWith('}')).sort();
  const records = await Promise.all(names.map((name) => store.client.hgetall(name)));
  return digest(records.map(({ lastUsedAt: _, ...rest }) => Object.entries(rest).sort()));
}

/** Traffic has stopped. Violations are recorded in the expectations. @param healedAt end of the fault, ms */
export async function audit(parts: Parts, healedAt: number, keys: string): Promise<void> {
  await promisesEnd(parts, healedAt);
  await chatIsAnswered(parts, healedAt);
  await owedIsPaid(parts);
  await remembered(parts);
  await capIsFilled(parts);
  await nothingIsHeld(parts);
  await viewsAreSpared(parts);
  for (const account of await accountsOf(parts)) await accountAdds(parts, account);
  if ((await keysOf(parts.environment)) !== keys)
    parts.expectations.violate('key', 'the record of a key has changed');
  cries(parts);
}

async function promisesEnd({ expectations, checker }: Parts, healedAt: number): Promise<void> {
  while (checker.polls.size > 0 && Date.now() < healedAt + promiseMsMax) await sleep(100);
  for (const [path, { provider, ending }] of expectations.promised) {
    expectations.violate('lost', `a 202 of ${provider} (${ending || 'settled'}) has no end: ${path}`);
    expectations.promised.delete(path);
  }
  await Promise.all(checker.polls);
}

/** Each message has one answer, the right one; "could not be checked" is allowed only for messages sent during the fault. */
async function chatIsAnswered(
  { environment, expectations, traffic, checker }: Parts,
  healedAt: number,
): Promise<void> {
  const { chat } = environment;
  const answersTo = ({ sent }: Asked) => chat.answers.filter(({ replyTo }) => replyTo === sent.id);
  const signOf = (asked: Asked) => /^[✅⚠❌⏳]/u.exec(answersTo(asked)[0]?.text ?? '')?.[0] ?? null;
  while (traffic.chatted.some((asked) => signOf(asked) === null)) {
    if (Date.now() > healedAt + promiseMsMax) break;
    await sleep(100);
  }
  for (const asked of traffic.chatted.splice(0)) {
    const sign = signOf(asked);
    if (sign === null) expectations.violate('lost', 'a message in the chat was never answered');
    if (answersTo(asked).length > 1)
      expectations.violate('twice', 'a message in the chat was answered twice');
    const right = asked.ending === 'GONE' ? '❌' : '✅⚠';
    const excused = sign === '⏳' && checker.excuseSince(asked.at).failures.length > 0;
    if (sign !== null && !right.includes(sign) && !excused) {
      expectations.violate('answer', `the chat was told ${sign} of a receipt (${asked.ending || 'settled'})`);
    }
  }
}

/** Asks again what has no final answer yet; failures are not excused any more. View-limited links are not opened again for this. */
async function owedIsPaid({ environment, expectations, checker, traffic }: Parts): Promise<void> {
  const owed = [...expectations.owed.values()];
  const again = owed.filter(({ provider }) => provider !== 'siinqee');
  await each(again, async (question) => {
    // The account with the small cap may have used it up: another account asks for the receipt.
    const isCapped = question.client.account === traffic.capped.account;
    const finding = await checker.ask(isCapped ? { ...question, client: environment.main } : question);
    if (finding?.kind === 'excused') expectations.violate('answer', `still ${finding.what} after the fault`);
  });
  for (const question of owed.filter(({ provider }) => provider === 'siinqee')) {
    const asked = expectations.views.get(question.reference) ?? 0;
    if (Date.now() - asked < coolMs) await checker.ask(question);
    expectations.owed.delete(question.reference);
  }
}

/** Receipts and the results of 202s are the same as before the fault. */
async function remembered({ expectations, checker }: Parts): Promise<void> {
  await each([...expectations.seen.values()].slice(-samples), async ({ question }) => {
    await checker.ask(question, { right: (reply) => reply.kind === 'answer' && reply.body.cached === true });
  });
  await each(expectations.kept.slice(-samples), async ({ path, question, text }) => {
    const reply = await call({ url: checker.url(path), key: question.client.key, msMax: 10_000 });
    if (reply.kind !== 'answer' || digest(reply.body) !== text) {
      expectations.violate('lost', 'a promise that was kept says something else now');
    }
  });
}

/** The rest of a small cap can be used up completely, and not exceeded. */
async function capIsFilled({ traffic, expectations }: Parts): Promise<void> {
  const deadline = Date.now() + placesMsMax;
  const fill = async () => {
    while (!traffic.capped.spent && Date.now() < deadline) await traffic.fill();
  };
  await Promise.all(Array.from({ length: fillers }, fill));
  if (!traffic.capped.spent)
    expectations.violate('lost', 'the places of a cap were not given back in two minutes');
}

/** Leases by their keys (docs/architecture.md#redis-keys): sorted sets scored by the end of the lease, ms. */
const leases = ['{a:*}:v:*:held', '{a:*}:reads:*:held', '{reads:*}:held', '{q:*}:slots', '{q:*}:waiting'];

/** No call runs, so no reservation, slot, flight or request may be left. Probes hold slots for a moment. */
async function nothingIsHeld(parts: Parts): Promise<void> {
  const deadline = Date.now() + heldMsMax;
  let held = await leftOf(parts.environment);
  while (held.length > 0 && Date.now() < deadline) {
    await sleep(200);
    held = await leftOf(parts.environment);
  }
  for (const name of held.slice(0, 5))
    parts.expectations.violate('left', `${name} is held, and nothing is under way`);
}

async function leftOf({ store: { client, keys } }: Environment): Promise<string[]> {
  const [seconds] = await client.time();
  const sets = (await Promise.all(leases.map((pattern) => keys(pattern)))).flat();
  const counts = await Promise.all(sets.map((name) => client.zcount(name, Number(seconds) * 1000, '+inf')));
  const unfinished = await client.zcard('{j}:unfinished');
  return [
    ...sets.filter((_, nth) => (counts[nth] ?? 0) > 0),
    ...(await keys('{r:*}:flight')),
    ...(unfinished > 0 ? ['{j}:unfinished'] : []),
  ].map((name) => name.replace(/[A-Z0-9]{8,}/, '...'));
}

async function viewsAreSpared({ environment, expectations }: Parts): Promise<void> {
  const { hits } = await environment.banks.report();
  for (const reference of expectations.views.keys()) {
    const views = hits[`siinqeebank.com/receipt/${reference}`] ?? 0;
    if (views > 1) expectations.violate('view', `a link that opens a few times was opened ${views} times`);
  }
}

async function accountsOf({ environment, traffic }: Parts): Promise<string[]> {
  const { main, second, daily, shop } = environment;
  return [...new Set([main.account, second.account, daily.account, traffic.capped.account, shop])];
}

/** The ledger has every verification the client was charged for, once; the counts equal its entries. */
async function accountAdds({ environment, expectations, traffic }: Parts, account: string): Promise<void> {
  const { client, keys } = environment.store;
  const entries: string[] = [];
  for (const name of await keys(`{a:${account}}:ledger:*`)) {
    for (const [, fields] of await client.xrange(name, '-', '+')) {
      entries.push(fields[fields.indexOf('requestId') + 1] ?? '');
    }
  }
  const windows = await windowsOf(environment, account);
  const counted = windows.reduce((sum, one) => sum + one, 0);
  if (counted !== entries.length) {
    expectations.violate(
      'lost',
      `${counted} verifications are counted, ${entries.length} stand in the ledger`,
    );
  }
  const ledger = new Set(entries);
  if (ledger.size < entries.length) expectations.violate('twice', 'a call stands in the ledger twice');
  if (account === environment.shop) return;
  const { fetched, promised, unknown } = expectations.chargesOf(account);
  const missing = [...fetched.keys()].filter((id) => !ledger.has(id)).length;
  if (missing > 0)
    expectations.violate('lost', `${missing} verifications the client paid for are not in the ledger`);
  const paidFor = entries.flatMap((id) => fetched.get(id) ?? promised.get(id) ?? []);
  if (new Set(paidFor).size < paidFor.length)
    expectations.violate('twice', 'a receipt stands in the ledger twice');
  const unexplained = entries.length - paidFor.length;
  if (unexplained > unknown.size) {
    expectations.violate(
      'twice',
      `${unexplained} entries for ${unknown.size} calls that ended without an answer`,
    );
  }
  const { capped } = traffic;
  if (account === capped.account && capped.spent && Math.max(...windows) !== capped.cap) {
    expectations.violate('twice', `a cap of ${capped.cap} counts ${windows.join(', ')}`);
  }
}

/** The count of each of its windows. */
async function windowsOf({ store: { client, keys } }: Environment, account: string): Promise<number[]> {
  const names = (await keys(`{a:${account}}:v:*`)).filter((name) => !name.endsWith(':held'));
  const counts = await Promise.all(names.map((name) => client.hmget(name, 'used', 'overage')));
  return counts.map(([used, overage]) => Number(used ?? 0) + Number(overage ?? 0));
}

function cries({ environment, expectations }: Parts): void {
  for (const service of [...environment.apis, environment.bot]) {
    for (const line of service.cries())
      expectations.violate('answer', `${service.name} logs: ${line.slice(0, 300)}`);
  }
}

async function each<T>(all: readonly T[], ask: (one: T) => Promise<void>): Promise<void> {
  const left = [...all];
  const worker = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await ask(one);
  };
  await Promise.all(Array.from({ length: askedAtOnce }, worker));
}
