/** `/docs/guide` and `/docs/payment-requests`: their programs in TypeScript, as pasted, do what the pages say. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { repository } from '../support/processes.js';
import { expectOneOrder, expectPaidRequest, type Guide, openGuide } from './guides.js';

async function opened(path: string): Promise<Guide> {
  const guide = await openGuide(path);
  onTestFinished(() => guide.close());
  return guide;
}

it('installs the clients with the commands of their READMEs', async () => {
  const guide = await opened('/docs/guide');
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

it('the program of the guide prints what the guide says, pays one order, and logs no receipt', async () => {
  await expectOneOrder(await opened('/docs/guide'), 'TypeScript');
});

it('the program of payment requests says paid for the receipt of the order alone', async () => {
  await expectPaidRequest(await opened('/docs/payment-requests'), 'TypeScript');
});
