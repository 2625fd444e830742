/** A sandbox for one test file, asked the way the service asks a bank. */
import { afterAll, beforeAll } from 'vitest';
import { createDocumentReader } from '../../../src/extractor/pdf/documents.js';
import { createProviders } from '../../../src/providers/registry.js';
import { type ResolveInput, resolve } from '../../../src/providers/resolve.js';
import type { Judgement, Payment, Receipt, Target } from '../../../src/providers/types.js';
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.js';
import { askBank, type BankAnswer } from '../../support/ask-bank.js';
import { memorySandboxState } from '../../support/sandbox-state.js';

const providers = createProviders({ cbeAppId: 'app', cbeAppVersion: '1' });
const now = new Date('2026-11-20T12:00:00Z');

interface Bank {
  /** The bank's bare answer to the request for a receipt. */
  ask(input: ResolveInput, attempt?: number): Promise<BankAnswer>;
  /** What stands on the PDF of an answer, line by line. */
  printed(input: ResolveInput): Promise<readonly string[]>;
  judge(input: ResolveInput): Promise<Judgement>;
  /** The receipt of an input that must be settled. */
  settled(input: ResolveInput): Promise<{ receipt: Receipt; payment: Payment }>;
  get(url: string): Promise<BankAnswer>;
  hits(provider: string, reference: string): Promise<number>;
}

/** Starts before the tests of a file and ends after them. */
export function simulatedBank(): Bank {
  const state = memorySandboxState();
  const reader = createDocumentReader();
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await createSandbox({ state, routes: [{ name: 'main', kind: 'direct' }] });
  });
  afterAll(async () => {
    await sandbox.close();
    await reader.close();
  });

  async function received(input: ResolveInput) {
    const target = targetOf(input);
    const { status, body, text } = await bank.ask(input);
    const isPdf = body.subarray(0, 5).toString() === '%PDF-';
    const plain = { status, headers: {}, body, text: isPdf ? '' : text };
    const document = providerOf(target).document?.(plain) ?? null;
    const pdf = document && (await reader.pdfText(document));
    return { target, response: { ...plain, pdf } };
  }

  const bank: Bank = {
    async ask(input, attempt = 0) {
      const target = targetOf(input);
      const { url, headers } = providerOf(target).request(target, attempt);
      return await askBank(sandbox, url, { headers: { ...headers } });
    },
    printed: async (input) => (await received(input)).response.pdf?.lines ?? [],
    async judge(input) {
      const { target, response } = await received(input);
      return providerOf(target).judge(response, target);
    },
    async settled(input) {
      const judgement = await bank.judge(input);
      if (judgement.kind !== 'settled') throw new Error(`judged ${JSON.stringify(judgement)}`);
      return judgement;
    },
    get: (url) => askBank(sandbox, url),
    hits: (provider, reference) => state.hits(provider, reference),
  };
  return bank;
}

function targetOf(input: ResolveInput): Target {
  const resolved = resolve(providers, input, now);
  if (resolved.kind !== 'target') throw new Error(`leads to ${resolved.kind}`);
  return resolved.target;
}

function providerOf({ provider }: Target) {
  const found = providers.find(({ key }) => key === provider);
  if (!found) throw new Error(`no provider ${provider}`);
  return found;
}

/** References of one form, none of which ends in the name of an outcome. */
export function many(before: string, after = '', count = 24): string[] {
  return Array.from({ length: count }, (_, index) => `${before}${1000 + index}${after}`);
}

/** Cents of a decimal string. */
export function cents(sum: string | null): number {
  return Math.round(Number(sum ?? Number.NaN) * 100);
}

/** True when the four figures agree to the cent. */
export function addsUp({ amount, fee, vat, total }: Payment): boolean {
  return cents(amount) + cents(fee) + cents(vat) === cents(total);
}
