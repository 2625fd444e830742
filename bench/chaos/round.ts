/** One fault from beginning to end, under traffic: done, undone, recovered from, and what holds afterwards. */
import { setTimeout as sleep } from 'node:timers/promises';
import { audit, keysOf } from './audit.js';
import type { Book, Violation } from './book.js';
import { call } from './call.js';
import type { Desk } from './desk.js';
import type { Fault } from './faults/index.js';
import type { House } from './house.js';
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
const cap = 25;

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
  const keys = await keysOf(house);
  traffic.start();
  await sleep(beforeMs);

  desk.excuses(fault.excuse);
  await fault.inject(house, book);
  await sleep(fault.lastsMs);
  await fault.heal?.(house, book);
  const healedAt = Date.now();
  const recoveredMs = await recovery(house, healedAt);
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

/** Both services verify a receipt nobody has asked for before, at each bank, and the bot asks for updates. */
async function recovery(house: House, healedAt: number): Promise<number | null> {
  const works = async (at: 0 | 1, bank: 'telebirr' | 'dashen') => {
    const { body } = question(house.main, bank, '');
    const url = `${house.apis[at].url}/api/verify`;
    const reply = await call({ url, key: house.main.key, body, msMax: 5_000 });
    return reply.kind === 'answer' && reply.status === 200;
  };
  while (Date.now() < healedAt + recoveryMsMax) {
    const checks = [works(0, 'telebirr'), works(1, 'telebirr'), works(0, 'dashen'), works(1, 'dashen')];
    if ((await Promise.all(checks)).every(Boolean)) return Date.now() - healedAt;
    await sleep(100);
  }
  return null;
}

function byKind({ violations }: Book): Row['broken'] {
  const of = (kind: Violation) => violations.filter((one) => one.kind === kind).map(({ what }) => what);
  return { answer: of('answer'), lost: of('lost'), twice: of('twice'), view: of('view'), key: of('key') };
}
