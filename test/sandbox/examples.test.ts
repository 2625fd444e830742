import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDocumentReader } from '../../src/extractor/pdf/documents.js';
import { createProviders } from '../../src/providers/registry.js';
import { type ResolveInput, resolve } from '../../src/providers/resolve.js';
import type { BankResponse, Target } from '../../src/providers/types.js';
import { allBanks } from '../../src/sandbox/banks/registry.js';
import { type Example, examples } from '../../src/sandbox/examples.js';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.js';
import { askBank } from '../support/ask-bank.js';
import { memorySandboxState } from '../support/sandbox-state.js';

const providers = createProviders({ cbeAppId: 'app', cbeAppVersion: '1' });
const reader = createDocumentReader();
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({ state: memorySandboxState(), routes: [{ name: 'main', kind: 'direct' }] });
});
afterAll(async () => {
  await sandbox.close();
  await reader.close();
});

function targetOf(input: ResolveInput): Target {
  const resolved = resolve(providers, input, new Date('2026-11-20T12:00:00Z'));
  if (resolved.kind !== 'target') throw new Error(`not a target: ${JSON.stringify(resolved)}`);
  return resolved.target;
}

/** What the provider makes of the bank's answer. */
async function judged({ url }: Example): Promise<string> {
  const target = targetOf({ url });
  const provider = providers.find(({ key }) => key === target.provider);
  const request = provider?.request(target, 0);
  const { status, headers, body, text } = await askBank(sandbox, request?.url ?? '', {
    headers: { ...request?.headers },
  });
  const type = { 'content-type': String(headers['content-type']) };
  const isPdf = type['content-type'] === 'application/pdf';
  const response: BankResponse = { status, headers: type, body, text: isPdf ? '' : text, pdf: null };
  const document = provider?.document?.(response);
  const pdf = document ? await reader.pdfText(document) : null;
  return provider?.judge({ ...response, pdf }, target).kind ?? 'no provider';
}

const kinds: Record<string, string> = { verified: 'settled', bank_blocked: 'blocked' };
/** Those whose connection does something else than answer. */
const notJudged = ['HANG', 'ONCE', 'HUGE', 'TRAP'];

describe('the examples', () => {
  it('begin with a settled receipt of telebirr', () => {
    expect(examples()[0]).toMatchObject({ provider: 'telebirr', outcome: 'SETTLED', answer: 'verified' });
  });

  it('show every outcome of every bank, each once', () => {
    const counted = new Map<string, number>();
    const nameOf = ({ provider, source }: { provider: string; source: string }) => `${provider} ${source}`;
    for (const one of examples()) counted.set(nameOf(one), (counted.get(nameOf(one)) ?? 0) + 1);
    // The numbers of Ebirr's old host have no room for letters: one settled receipt more.
    const outcomes = ({ source }: { source: string }) => (source === 'ebirr-html' ? 13 + 1 : 13);
    expect(counted).toEqual(new Map(allBanks([]).map((bank) => [nameOf(bank), outcomes(bank)])));
    expect(new Set(examples().map(({ url }) => url)).size).toBe(examples().length);
  });

  it.each(examples())('$source $outcome: link and body lead to one receipt', (example) => {
    const { provider, source, reference } = example;
    const byLink = targetOf({ url: example.url });
    expect(byLink).toMatchObject({ provider, source, reference });
    expect(targetOf(example.body)).toMatchObject(byLink);
  });

  it.concurrent.each(examples().filter(({ outcome }) => !notJudged.includes(outcome)))(
    '$source $outcome: comes out as $answer, as it says',
    async (example) => {
      expect(await judged(example)).toBe(kinds[example.answer] ?? example.answer);
    },
  );
});
