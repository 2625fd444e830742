/** The facts of a receipt, derived only from its reference: no clock, no memory, no data of real people. */
import { createHash } from 'node:crypto';

interface Person {
  name: string;
  /** 13 digits. */
  account: string;
  /** 12 digits, `2519…`. */
  phone: string;
}

export interface Facts {
  payer: Person;
  receiver: Person;
  /** Amount sent, in cents, before fees. */
  amount: number;
  hour: number;
  minute: number;
  second: number;
  /** The payer's own words. */
  note: string;
}

const firstNames = 'Abebe Sara Dawit Hanna Yonas Meron Bekele Selam Tesfaye Marta Girma Liya'.split(' ');
const fatherNames = 'Kebede Tadesse Alemu Bekele Girma Haile Mengistu Tesfaye Worku Desta Assefa Lemma'.split(
  ' ',
);
const notes = ['Rent', 'Coffee beans', 'Order 12', 'School fee', 'Lunch', 'Goods'];

/** The same reference always gives the same facts. */
export function factsOf(reference: string): Facts {
  const payer = person(reference, 'payer', 0);
  const receiver = person(reference, 'receiver', 1);
  return {
    payer,
    receiver,
    amount: amountOf(reference),
    hour: 6 + seededInt(reference, 'hour', 16),
    minute: seededInt(reference, 'minute', 60),
    second: seededInt(reference, 'second', 60),
    note: notes[seededInt(reference, 'note', notes.length)] ?? '',
  };
}

/** A uniform choice from 0 to sides - 1, the same for the same reference and purpose. */
export function seededInt(reference: string, purpose: string, sides: number): number {
  return createHash('sha256').update(`${purpose}:${reference}`).digest().readUIntBE(0, 6) % sides;
}

/** Another reference of the same form and day, whose outcome is the settled one. */
export function anotherReference(reference: string): string {
  return reference.slice(0, -4) + ending(reference);
}

/** Four characters that choose no outcome, because those are all letters. */
export function ending(reference: string): string {
  const digit = seededInt(reference, 'ending digit', 10);
  const rest = seededInt(reference, 'ending rest', 36 ** 3).toString(36);
  return `${digit}${rest.padStart(3, '0').toUpperCase()}`;
}

/**
 * "Test" as a middle name marks every person here as invented, as in the samples.
 * @param half of the first names to draw from, so that payer and receiver have different names
 */
function person(reference: string, role: string, half: 0 | 1): Person {
  const names = firstNames.length / 2;
  const first = firstNames[half * names + seededInt(reference, `${role} first`, names)];
  const father = fatherNames[seededInt(reference, `${role} father`, fatherNames.length)];
  return {
    name: `${first} Test ${father}`,
    account: `1000${digits(reference, `${role} account`, 9)}`,
    phone: `2519${digits(reference, `${role} phone`, 8)}`,
  };
}

function digits(reference: string, purpose: string, count: number): string {
  return String(seededInt(reference, purpose, 10 ** count)).padStart(count, '0');
}

/** In cents; mostly round sums from 50 to 25,000 birr, sometimes with cents. */
export function amountOf(reference: string): number {
  const birr = 50 * (1 + seededInt(reference, 'amount', 500));
  const odd = seededInt(reference, 'odd amount', 4) === 0;
  return birr * 100 + (odd ? seededInt(reference, 'cents', 5000) : 0);
}
