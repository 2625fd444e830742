/** `/docs/guide`: its programs, as pasted, say of every answer what the guide says, and take a receipt for one order. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { repository } from '../support/processes.js';
import { type Guide, guideLanguages, openGuide } from './guides.js';

let guide: Guide;
/** The numbers of the guide, each with what it says that the programs print. */
let answers: (readonly [number: string, printed: string])[];
beforeAll(async () => {
  guide = await openGuide('/docs/guide');
  const cells = guide.html.matchAll(/<dt><code>(\w+)<\/code> <code>([^<]+)<\/code><\/dt>/g);
  answers = [...cells].map(([, number = '', printed = '']) => [number, printed]);
});
afterAll(() => guide?.close());

it('installs the clients with the commands of their READMEs', () => {
  const block = guide.blocks.find((text) => text.includes('npm install')) ?? '';
  const commands = block.split('\n').filter((line) => !line.startsWith('#'));
  const lines = (language: string) =>
    readFileSync(join(repository, `clients/${language}/README.md`), 'utf8').split('\n');
  const [typescript = '', python, php = ''] = commands;
  const [prepare = '', install] = typescript.split(' && ');
  expect(lines('typescript')).toContainEqual(expect.stringContaining(prepare));
  expect(lines('typescript')).toContain(install);
  expect(lines('python')).toContain(python);
  expect(existsSync(join(repository, php.split(' ')[1]?.replace('../deresegn/', '') ?? ''))).toBe(true);
  expect(commands).toHaveLength(3);
});

// At once: a bank that does not answer is asked three times, with pauses.
for (const [language, part, tags] of guideLanguages) {
  const title = `the program in ${language} prints what the guide says, pays one order, and logs no receipt`;
  it.concurrent(title, { tags: [...tags] }, async () => {
    const text = guide.blocks.find((block) => block.includes(part)) ?? '';
    const { key } = await guide.environment.mint();
    const said = async (from: string, to: string) => {
      expect(text).toContain(from);
      return await guide.programs[language](text.replaceAll(from, to), key);
    };
    const [[paid = '', handOver = ''] = [], ...others] = answers;
    // A repeat of the same order is no second use; another order with the same receipt is.
    for (const _ of [1, 2]) expect(await said('order-17', 'order-17')).toBe(`${handOver}\n`);
    expect(await said('order-17', 'order-18')).toBe('not for this order: seen_before\n');
    expect(await said('0972835438', '0972835439')).toBe('not for this order: receiver_mismatch\n');
    expect(others).toHaveLength(3);
    for (const [number, printed] of others) expect(await said(paid, number)).toBe(`${printed}\n`);
    const [line = ''] = /.*\blog:.*/.exec(text) ?? [];
    expect(line).toMatch(/verdict/);
    expect(line).not.toMatch(/reference|key|text|url/i);
  });
}
