/** One fault from beginning to end, under traffic: done, undone, recovered from, and what holds afterwards. */
import { setTimeout as sleep } from 'node:timers/promises';
import { audit, keysOf } from './audit.js';
import type { Book, Violation } from './book.js';
import { call } from './call.js';
import type { Desk } from './desk.js';
import type { Fault } from './faults/index.js';
import type { House } from './house.js';
import type { Bank } from './references.js';
import { question, type Traffic } from './traffic.js';

export interface Row {
  title: string;
  /** From the end of the fault until everything works as before; null where it never did. */
  recoveredMs: number | null;
  answers: number;
  /** Honest failures meanwhile, by name. */
  excuses: string;
  broken: Record<Violation, string[]>;
  note: string;
}

const beforeMs = 2_500;
const recoveryMsMax = 60_000;
const cap = 20;
const warmUps = 3;

export interface Round {
  house: House;
  desk: Desk;
  book: Book;
  traffic: Traffic;
}

export async function round(parts: Round, fault: Fault): Promise<Row> {
  const { house, desk, book, traffic } = parts;
  book.answers = 0;
  book.excuses = new Map();
  book.violations.length = 0;
  traffic.capped = { ...(await house.capped(cap)), cap, spent: false };
  book.sharing = !fault.leasesEnd;
  const keys = await keysOf(house);
  await fault.prepare?.(house, book);
  traffic.start();
  await sleep(beforeMs);

  desk.excuses(fault.excuse);
  await fault.inject(house, book);
  await sleep(fault.lastsMs);
  await fault.heal?.(house, book);
  const healedAt = Date.now();
  const recoveredMs = await recovery(house, healedAt, fault.steadyMs ?? 0);
  desk.expectsAll();
  if (recoveredMs === null) book.violate('lost', 'the service did not recover in a minute');
  await sleep(beforeMs / 2);
  await traffic.stop();
  await audit(parts, Date.now(), keys);
  const note = (await fault.after?.(house, book)) ?? '';
  return {
    title: fault.title,
    recoveredMs,
    answers: book.answers,
    excuses: [...book.excuses].map(([name, times]) => `${name} ${times}`).join(', '),
    broken: byKind(book),
    note,
  };
}

/** Both services verify receipts nobody has asked for before, at a bank that was hit and at another, and go on so. */
async function recovery(house: House, healedAt: number, steadyMs: number): Promise<number | null> {
  let since: number | null = null;
  while (Date.now() < healedAt + recoveryMsMax) {
    const allWork = await verifies(house, ['telebirr', 'dashen']);
    since = allWork ? (since ?? Date.now()) : null;
    if (since !== null && Date.now() - since >= steadyMs) return since - healedAt;
    await sleep(100);
  }
  return null;
}

/** Everything has been done once, by every process: what is done for the first time may take long. */
export async function warmUp(house: House): Promise<void> {
  for (let times = 0; times < warmUps; )
    if (await verifies(house, ['telebirr', 'dashen', 'siinqee'])) times += 1;
}

async function verifies({ scout, apis }: House, banks: readonly Bank[]): Promise<boolean> {
  const all = apis.flatMap(({ url }) =>
    banks.map(async (bank) => {
      const { body } = question(scout, bank, '');
      const reply = await call({ url: `${url}/api/verify`, key: scout.key, body, msMax: 5_000 });
      return reply.kind === 'answer' && reply.status === 200;
    }),
  );
  return (await Promise.all(all)).every(Boolean);
}

function byKind({ violations }: Book): Row['broken'] {
  const of = (kind: Violation) => violations.filter((one) => one.kind === kind).map(({ what }) => what);
  return { answer: of('answer'), lost: of('lost'), twice: of('twice'), view: of('view'), key: of('key') };
}
