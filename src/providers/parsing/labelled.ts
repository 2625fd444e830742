/**
 * Labelled text: receipts whose labels and values follow each other, in lines or run together.
 * Labels are compared ignoring the case of A to Z.
 */
import { withoutLabelEnd } from './labels.js';
import { lowerLatin } from './values.js';

/** `field: null` marks a label that only ends the value before it. */
export interface Label<Field extends string> {
  field: Field | null;
  text: string;
}

interface Occurrence<Field extends string> {
  label: Label<Field>;
  from: number;
  to: number;
}

/**
 * Splits a text at every known label; at one position the longest label counts (`Service fee VAT`, not
 * `Service fee`). A field printed twice keeps its first value, so deciding fields must be read with `fields.ts`.
 * The Ethiopic half of a bilingual label (`ስም/Payer Name`) belongs to it.
 */
export function cutAtLabels<Field extends string>(
  text: string,
  labels: readonly Label<Field>[],
): Map<Field, string> {
  const found = occurrences(text, labels);
  const values = new Map<Field, string>();
  for (const [index, { label, to }] of found.entries()) {
    if (label.field === null || values.has(label.field)) continue;
    values.set(label.field, withoutLabelEnd(text.slice(to, found[index + 1]?.from ?? text.length)));
  }
  return values;
}

/** True when a line begins with this label. */
export function beginsWith(line: string, label: string): boolean {
  return lowerLatin(line.slice(0, label.length)) === lowerLatin(label);
}

function occurrences<Field extends string>(
  text: string,
  labels: readonly Label<Field>[],
): Occurrence<Field>[] {
  const haystack = lowerLatin(text);
  const all = labels.flatMap((label) => placesOf(haystack, label));
  all.sort((a, b) => a.from - b.from || b.to - a.to);
  let end = 0;
  const apart = all.filter(({ from, to }) => {
    if (from < end) return false;
    end = to;
    return true;
  });
  return apart.map((place) => ({ ...place, from: bilingualStart(text, place.from) }));
}

function placesOf<Field extends string>(haystack: string, label: Label<Field>): Occurrence<Field>[] {
  const needle = lowerLatin(label.text);
  const places: Occurrence<Field>[] = [];
  for (
    let from = haystack.indexOf(needle);
    from >= 0;
    from = haystack.indexOf(needle, from + needle.length)
  ) {
    places.push({ label, from, to: from + needle.length });
  }
  return places;
}

/** Moves back over `ስም/` before a label's English half, on the same line. */
function bilingualStart(text: string, from: number): number {
  let start = from;
  while (text.charAt(start - 1) === ' ') start -= 1;
  if (text.charAt(start - 1) !== '/') return from;
  start -= 1;
  while (/[\u1200-\u137f .]/.test(text.charAt(start - 1))) start -= 1;
  return start;
}
