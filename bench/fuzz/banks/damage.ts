/** Damages a bank's page before its provider parses it. */
import fc from 'fast-check';
import type { BankResponse } from '../../../src/providers/types.js';
import { hostileText, jsonBytes, mutatedBytes, mutatedValue } from '../hostile.js';
import { textResponse } from './pages.js';

const statuses = fc.oneof(
  { weight: 4, arbitrary: fc.constant(200) },
  fc.constantFrom(0, 204, 301, 403, 404, 500, 599),
);

/** The pages, each damaged in a way that fits its format. */
export function damaged(pages: readonly BankResponse[]): fc.Arbitrary<BankResponse> {
  return fc.constantFrom(...pages).chain((page) => {
    const bytes = mutatedBytes(fc.constant(page.body)).map((body) => ({
      ...textResponse(body),
      pdf: page.pdf,
    }));
    const ways: fc.Arbitrary<BankResponse>[] = [page.pdf ? lines(page) : bytes, bytes];
    const value = jsonOf(page.text);
    if (value !== undefined) {
      const values = mutatedValue(fc.constant(value), 5);
      ways.push(values.map((one) => ({ ...textResponse(jsonBytes(one)), pdf: page.pdf })));
    }
    if (page.pdf) ways.push(lines(page), fc.constant({ ...page, pdf: null }));
    return fc.tuple(fc.oneof(...ways), statuses).map(([one, status]) => ({ ...one, status }));
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Lines of a PDF dropped, doubled, moved, cut, or written over. */
function lines(page: BankResponse): fc.Arbitrary<BankResponse> {
  const all = page.pdf?.lines ?? [];
  const edit = fc.record({
    at: fc.nat(Math.max(0, all.length - 1)),
    how: fc.constantFrom('drop', 'double', 'move', 'cut', 'write', 'join'),
    text: hostileText,
    to: fc.nat(200),
  });
  return fc.array(edit, { minLength: 1, maxLength: 6 }).map((edits) => {
    const now = [...all];
    for (const { at, how, text, to } of edits) {
      const line = now[at] ?? '';
      if (how === 'drop') now.splice(at, 1);
      if (how === 'double') now.splice(to % (now.length + 1), 0, line);
      if (how === 'move') now.splice(to % (now.length + 1), 0, ...now.splice(at, 1));
      if (how === 'cut') now[at] = line.slice(0, to % (line.length + 1));
      if (how === 'write') now[at] = line.slice(0, to % (line.length + 1)) + text;
      if (how === 'join') now.splice(at, 2, `${line} ${now[at + 1] ?? ''}`);
    }
    // A line written past the end leaves gaps in the list, which a PDF reader never returns.
    return { ...page, pdf: { lines: Array.from(now, (line) => line ?? '') } };
  });
}

const units = [
  '<div>',
  '<table><tr><td>',
  '<td>',
  '</td>',
  '<b ',
  '&amp;',
  '{"a":',
  '[',
  '"',
  '\\u0000',
  ' ',
  'a',
  '1,',
  'FT',
  '\n',
  '\u1208',
  '<!--',
  '<script>',
  '=',
];

/** Pages of the largest size that egress accepts, repeating one element: finds parsing whose time grows faster than the page. */
export function enormous(pages: readonly BankResponse[]): fc.Arbitrary<BankResponse> {
  return fc
    .record({
      page: fc.constantFrom(...pages),
      unit: fc.constantFrom(...units),
      kilobytes: fc.constantFrom(64, 512, 2_048, 5_000),
      where: fc.constantFrom('alone', 'before', 'inside', 'after'),
      inLines: fc.boolean(),
    })
    .map(({ page, unit, kilobytes, where, inLines }) => {
      const mass = unit.repeat((kilobytes * 1024) / Buffer.byteLength(unit));
      if (page.pdf && inLines)
        return { ...page, pdf: { lines: [...page.pdf.lines, mass, ...mass.slice(0, 20_000).split(unit)] } };
      const { text } = page;
      const half = Math.floor(text.length / 2);
      const whole = {
        alone: mass,
        before: mass + text,
        inside: text.slice(0, half) + mass + text.slice(half),
        after: text + mass,
      }[where];
      return { ...textResponse(Buffer.from(whole)), pdf: page.pdf };
    });
}
