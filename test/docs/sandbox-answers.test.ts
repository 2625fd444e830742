/** Documented answers are those of the service: the examples of openapi.json, and what the page /sandbox shows. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { file, recorded } from '../../docs/sandbox-answers.js';
import { pageExamples, pageFile, recordedPage } from '../../docs/sandbox-page.js';
import type { Recorded } from '../../src/web/pages/sandbox/recorded.js';

it('every documented answer is the one that the service gives (`npm run docs` records them)', async () => {
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(await recorded());
});

interface Body {
  verdict: 'verified' | 'not_verified' | 'could_not_check';
  reference: string;
  payment?: { reference: string };
  error: { reason: string } | null;
}

const onPage = JSON.parse(readFileSync(pageFile, 'utf8')) as Record<string, Recorded>;

it('the page /sandbox has an answer and a chat message for every receipt, with the verdict that the bank leads to', () => {
  const all = pageExamples();
  expect(Object.keys(onPage)).toEqual([...all.keys()]);
  for (const [name, { answer }] of all) {
    const { verdict, error } = (onPage[name] as Recorded).body as Body;
    expect(error?.reason ?? verdict, name).toBe(answer);
  }
  const signs = { verified: /^[✅⚠]/u, not_verified: /^❌/u, could_not_check: /^⏳/u };
  for (const { body, chat } of Object.values(onPage)) {
    const { verdict, reference, payment } = body as Body;
    for (const { text, code } of [chat.am, chat.en]) {
      expect(text).toMatch(signs[verdict]);
      expect(code.map(([from, to]) => text.slice(from, to))).toEqual([payment?.reference ?? reference]);
    }
  }
});

it('service and bot still answer so: each bank a settled receipt, telebirr what is quick', async () => {
  const chosen = [...pageExamples()].filter(([name]) =>
    / SETTLED$|^telebirr (GONE|PEND|DIFF|XSSX|WALL)$/.test(name),
  );
  const now = await recordedPage(new Map(chosen));
  expect(chosen.length).toBeGreaterThan(20);
  for (const [name, answer] of Object.entries(now)) expect(answer, name).toEqual(onPage[name]);
});
