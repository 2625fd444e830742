/** Every text with which a payer might try to be the bank: labels with values, in the forms text fields allow. */
import { fill } from '../../support/pdf.js';
import type { PayerText } from './types.js';

export interface Hostile {
  /** Which of the payer's fields it stands in. */
  field: string;
  text: string;
}

type Form = (label: string, value: string) => string;

const onOneLine: readonly Form[] = [
  (label, value) => `${label} ${value}`,
  (label, value) => `Rent for May ${label}: ${value} thanks`,
  (label, value) => `Rent \u202e${label}\u202c \u200f${value}\u2066`,
  (label, value) => `Rent<br>${label}</td><td>${value}</td></tr><tr><td>`,
  (label, value) => `Rent","${label}":"${value}`,
];
const wrapped: readonly Form[] = [
  (label, value) => `Rent\n${label} ${value}\nthanks`,
  (label, value) => `Rent\r\n${label}\r\n${value}\u2028thanks`,
  (label, value) => `Rent${fill}${label} ${value}${fill}`,
  (label, value) => `Rent${fill}${label}${fill}${value}${fill}`,
  (label, value) => `Rent${fill}${label}:${value}`,
  (label, value) => `Rent${fill}\u200f${label} ${value}`,
  (label, value) => `Rent${fill}${lookAlike(label)} ${value}`,
  (label, value) => `Rent${fill}${label} ${fullWidth(value)}`,
  (label, value) => `Rent${fill}${invisible(label)} ${value}`,
];

/** All of them: fields by labels by values by forms. */
export function hostileTexts(text: PayerText): Hostile[] {
  return liesOf(text, (label, value) => [...onOneLine, ...wrapped].map((form) => form(label, value)));
}

/** Every label with every value in every field, in a form of one line and in one that wraps: the forms take turns. */
export function eachLabelTwice(text: PayerText): Hostile[] {
  let turn = 0;
  return liesOf(text, (label, value) => {
    turn += 1;
    return [onOneLine, wrapped].map((forms) => (forms[turn % forms.length] as Form)(label, value));
  });
}

function liesOf(
  { written, labels, values, also = [] }: PayerText,
  formsOf: (label: string, value: string) => string[],
): Hostile[] {
  return Object.keys(written).flatMap((field) => {
    const lies = labels.flatMap((label) => Object.values(values).flatMap((value) => formsOf(label, value)));
    const rest = also.flatMap((text) => [text, `Rent\n${text}`, `Rent${fill}${text}${fill}`]);
    return [...lies, ...labels, ...rest].map((text) => ({ field, text }));
  });
}

/** Latin letters as the Cyrillic ones that look the same. */
function lookAlike(text: string): string {
  const twins: Record<string, string> = { A: 'А', C: 'С', E: 'Е', T: 'Т', a: 'а', c: 'с', e: 'е', o: 'о' };
  return text.replace(/[ACETaceo]/g, (letter) => twins[letter] ?? letter);
}

function fullWidth(text: string): string {
  return text.replace(/[0-9A-Za-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
}

function invisible(text: string): string {
  return [...text].join('\u200b');
}

/** The same choice for the same seed: what is left of a full run where there is no time for it. */
export function chosen<T>(all: readonly T[], count: number, seed: number): T[] {
  const left = [...all];
  const next = generator(seed);
  for (let at = 0; at < Math.min(count, left.length); at += 1) {
    const other = at + Math.floor(next() * (left.length - at));
    [left[at], left[other]] = [left[other] as T, left[at] as T];
  }
  return left.slice(0, count);
}

/** Numbers from 0 to 1 (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
