/** Splits the text of Dashen's PDF, issued until mid-2026, into labels and values. */
import type { Pair } from './parsing/fields.js';

/** Parties are in paragraphs and sums in rows, so no sum is read from text that a payer may write. */
export const sections = { parties: 'parties', sums: 'sums' } as const;

const narrative = 'Narrative';
const receiverName = 'Receiver Name';
const amount = 'Transaction Amount';
const leadingSum = /^(?:ETB ?)?[\d,]{1,15}\.\d\d\b/;

/** The labels of the parties. The text is one line. */
const partyLabel =
  /Sender Name|Sender Account Number|Transaction Channel|Service Type|Narrative|Receiver Name|Beneficiary Bank Name|Institution Name|Instituton Name|Receiver Account Number|Transaction Reference|Transfer Reference|Transaction Date|Transaction Details/gi;
const senderLabel = /^(?:Sender Name|Sender Account Number|Transaction Channel|Service Type)$/i;
const sumLabel =
  /(?:Transaction Amount|Service Charge|Excise Tax|DRRF Fee|VAT|Penalty Fee|Income Tax Fee|Interest Fee|Stamp Duty|Discount Amount|Amount in words|Total|Tax)(?: ?\(\d{1,2}%\))?/gi;

/** A label without its rate, and its value: `VAT (15%)` is `VAT`. */
export function dashenPair(label: string, value: string, section: string): Pair {
  return { label: label.replace(/\(\d{1,2}%\)/, ''), value: value.trim(), section };
}

/**
 * Splits one line in which every value ends at the next label. If a payer writes text that looks like labels, the bank's own
 * come last. Sums are searched for only after the parties, because `Tax` and `Total` are parts of names.
 */
export function dashenPdfPairs(text: string): Pair[] {
  const end = lastIndex(text, amount);
  const before = text.slice(0, end);
  const from = firstIndex(before, narrative);
  const to = Math.max(lastIndex(before, receiverName), from);
  const senderEnds = Math.min(from, firstIndex(before, receiverName));
  const reason = before.slice(from + narrative.length, to).replace(/^[\s:]+/, '');
  return [
    // The payer writes the sender's name, so a deciding label next to it counts as out of its section.
    ...cutAtLabels(before.slice(0, senderEnds), sections.parties).map((pair) =>
      senderLabel.test(pair.label) ? pair : { ...pair, section: 'sender' },
    ),
    ...cutAtLabels(before.slice(senderEnds, from), sections.parties),
    ...(from < to ? [dashenPair(narrative, reason, sections.parties)] : []),
    ...cutAtLabels(before.slice(to), sections.parties),
    ...cutAtLabels(text.slice(end), sections.sums),
  ];
}

/** Every label of a section in the order of the text, each with the text before the next label. */
function cutAtLabels(text: string, section: string): Pair[] {
  const found = [...text.matchAll(section === sections.sums ? sumLabel : partyLabel)];
  return found.map(({ 0: label, index }, at) => {
    const value = text.slice(index + label.length, found[at + 1]?.index ?? text.length);
    return dashenPair(label.trim(), value.replace(/^[\s:]+/, ''), section);
  });
}

/** Removes text after a sum that belongs to no label. */
export function firstSum({ label, value, section }: Pair): Pair {
  return { label, value: (section === sections.sums && leadingSum.exec(value)?.[0]) || value, section };
}

/** Position of the first occurrence of a label (`lastIndex`: of the last); the end of a text without it. */
function firstIndex(text: string, label: string): number {
  const index = text.indexOf(label);
  return index < 0 ? text.length : index;
}

function lastIndex(text: string, label: string): number {
  const index = text.lastIndexOf(label);
  return index < 0 ? text.length : index;
}
