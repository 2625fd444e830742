import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createDocumentReader } from '../../src/extractor/pdf/documents.js';
import { createProviders } from '../../src/providers/registry.js';
import { resolve } from '../../src/providers/resolve.js';
import type { Judgement } from '../../src/providers/types.js';
import { examples } from '../../src/sandbox/examples.js';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.js';
import { askBank, type BankAnswer } from '../support/ask-bank.js';
import { memorySandboxState } from '../support/sandbox-state.js';

const siinqeeLinks = [
  { host: 'siinqeebank.com', before: '/receipt/', after: '' },
  { host: 'receipts.siinqee.test:8443', before: '/view?ref=', after: '&as=pdf' },
];
const providers = createProviders({ cbeAppId: '', cbeAppVersion: '', siinqeeLinks });
const siinqee = examples(siinqeeLinks).filter(({ provider }) => provider === 'siinqee');
const reader = createDocumentReader();
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({
    state: memorySandboxState(),
    routes: [{ name: 'main', kind: 'direct' }],
    siinqeeLinks,
  });
});
afterAll(async () => {
  await sandbox.close();
  await reader.close();
});

const link = (reference: string) => `https://siinqeebank.com/receipt/${reference}`;

async function judged(url: string, answer: BankAnswer): Promise<Judgement | undefined> {
  const resolved = resolve(providers, { url }, new Date('2026-11-20T12:00:00Z'));
  if (resolved.kind !== 'target') throw new Error('not a target');
  const provider = providers.find(({ key }) => key === 'siinqee');
  const isPdf = answer.headers['content-type'] === 'application/pdf';
  const pdf = isPdf ? await reader.pdfText(answer.body) : null;
  const { status, body } = answer;
  const response = { status, headers: {}, body, text: isPdf ? '' : answer.text, pdf };
  return provider?.judge(response, resolved.target);
}

const kinds: Record<string, string> = { verified: 'settled', bank_blocked: 'blocked' };
const otherThanAnswers = ['HANG', 'ONCE', 'HUGE', 'TRAP'];

describe('the simulated Siinqee', () => {
  it('has an example of every outcome, and says that a dropped connection is not tried again', () => {
    expect(siinqee).toHaveLength(13);
    expect(siinqee.find(({ outcome }) => outcome === 'ONCE')?.answer).toBe('bank_unreachable');
    expect(examples().some(({ provider }) => provider === 'siinqee')).toBe(false);
  });

  it.each(siinqee.filter(({ outcome }) => !otherThanAnswers.includes(outcome)))(
    '$outcome comes out as $answer',
    async ({ url, answer }) => {
      expect((await judged(url, await askBank(sandbox, url)))?.kind).toBe(kinds[answer] ?? answer);
    },
  );

  it('shows a link five times, the same each time, and then says that its views are used up', async () => {
    const url = link('SQB26K20FIVE');
    const shown: Buffer[] = [];
    for (let view = 1; view <= 5; view += 1) shown.push((await askBank(sandbox, url)).body);
    for (const body of shown) expect(body.equals(shown[0] as Buffer)).toBe(true);
    for (const _ of [6, 7]) {
      const refused = await askBank(sandbox, url);
      expect(refused.text).toContain('as often as its link allows');
      expect(await judged(url, refused)).toEqual({ kind: 'blocked', receipt: { source: 'siinqee-pdf' } });
    }
    expect((await askBank(sandbox, link('SQB26K20FREE'))).status).toBe(200);
  });

  it('counts a dropped connection as a view, and shows the receipt at the next', async () => {
    await expect(askBank(sandbox, link('SQB26K20ONCE'))).rejects.toThrow();
    for (const _ of [2, 3, 4, 5]) expect((await askBank(sandbox, link('SQB26K20ONCE'))).status).toBe(200);
    expect((await askBank(sandbox, link('SQB26K20ONCE'))).status).toBe(403);
  });

  it('counts the links to one receipt together, on whatever host of the configuration', async () => {
    const other = 'https://receipts.siinqee.test:8443/view?ref=SQB26K20BOTH&as=pdf';
    for (const _ of [1, 2, 3]) await askBank(sandbox, link('SQB26K20BOTH'));
    const judgement = await judged(other, await askBank(sandbox, other));
    expect(judgement).toMatchObject({ kind: 'settled', payment: { reference: 'SQB26K20BOTH' } });
    await askBank(sandbox, other);
    expect((await askBank(sandbox, other)).status).toBe(403);
  });

  it('adds up, whatever the reference', async () => {
    for (const reference of ['AAAAAAAA', '12345678901234567890', 'SQB26K20A1B7']) {
      const judgement = await judged(link(reference), await askBank(sandbox, link(reference)));
      expect(judgement).toMatchObject({ kind: 'settled', payment: { reference } });
      const { amount, fee, vat, total } = (judgement?.kind === 'settled' && judgement.payment) || {};
      expect(Number(amount) + Number(fee) + Number(vat)).toBeCloseTo(Number(total), 2);
    }
  });

  it('serves the link of the bank’s SMS, and no number of another form there', async () => {
    const known = { host: 'receipts.siinqeebank.com:871', before: '/generate/', after: '' };
    const own = await createSandbox({
      state: memorySandboxState(),
      routes: [{ name: 'main', kind: 'direct' }],
      siinqeeLinks: [known],
    });
    onTestFinished(() => own.close());
    const [first] = examples([known]).filter(({ provider }) => provider === 'siinqee');
    expect(first?.url).toBe('https://receipts.siinqeebank.com:871/generate/A35U2TB26226A1B2');
    const ask = (reference: string) =>
      askBank(own, `https://receipts.siinqeebank.com:871/generate/${reference}`);
    const answer = await ask('A350ay526226A1B2');
    const pdf = await reader.pdfText(answer.body);
    expect(pdf?.lines).toContain('Reference No A350ay526226A1B2');
    expect(pdf?.lines.join('\n')).toContain('Payment Date 2026-08-14');
    for (const other of ['SQB26K20A1B2', 'A35U2TB26000A1B2']) expect((await ask(other)).status).toBe(404);
  });

  it('knows no other address', async () => {
    for (const path of ['/', '/receipt/short', '/other/SQB26K20A1B2']) {
      expect((await askBank(sandbox, `https://siinqeebank.com${path}`)).status).toBe(404);
    }
  });
});
