/** What the clients are asked to decide about: an order for every ending of the sandbox. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { factsOf, seededInt } from '../../src/sandbox/fake-data.js';
import { outcomeNamed, outcomeNames } from '../../src/sandbox/outcomes.js';
import { repository } from '../support/processes.js';

export interface Order {
  id: string;
  amount: string;
  account: string;
}

export type Decide = (order: Order, reference: string) => Promise<string>;

/** Every ending, and one of a settled payment. */
export const endings = outcomeNames.map((name) => (name === 'SETTLED' ? 'A1B2' : name));

/** A receipt of telebirr with this ending, paid to a wallet, and the order that it pays, if it is settled. */
export function sandboxOrder(ending: string, start = 'DKK4A'): { order: Order; reference: string } {
  const all = [...'123456789'].map((digit) => `${start}${digit}${ending}`);
  const reference = all.find((one) => seededInt(one, 'wallet to bank', 3) !== 0) ?? '';
  const { amount, receiver } = factsOf(reference);
  const account = receiver.phone;
  return { reference, order: { id: `order-${reference}`, amount: (amount / 100).toFixed(2), account } };
}

/** What the ten lines say of an ending. */
export function expectedOf(ending: string): string {
  const { answer } = outcomeNamed(ending === 'A1B2' ? 'SETTLED' : ending);
  if (answer === 'verified') return 'paid';
  const isNo = ['not_found', 'not_settled', 'mismatch'].includes(answer);
  return isNo ? `refused: ${answer}` : `try again later: ${answer}`;
}

/** The ten lines of the TypeScript client, with this service and key in their environment. */
export async function programOf(url: string, key: string): Promise<Decide> {
  const directory = await mkdtemp(join(tmpdir(), 'deresegn-program-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const source = await readFile(join(repository, 'clients/typescript/examples/decide.ts'), 'utf8');
  const path = join(directory, 'decide.ts');
  // The environment of the test runner is shared by all tests.
  await writeFile(path, source.replace('new Deresegn()', `new Deresegn(${JSON.stringify({ url, key })})`));
  return ((await import(path)) as { decide: Decide }).decide;
}
