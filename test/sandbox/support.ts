/** A running sandbox, asked as the service asks: link to target, target to request, answer to judgement. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll } from 'vitest';
import { createProviders } from '../../src/providers/registry.js';
import { resolve } from '../../src/providers/resolve.js';
import type { Judgement, Payment, Provider, Target } from '../../src/providers/types.js';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.js';
import { askBank, type BankAnswer } from '../support/ask-bank.js';
import { memorySandboxState } from '../support/sandbox-state.js';

const providers = createProviders({ cbeAppId: 'app', cbeAppVersion: '1' });
const now = new Date('2026-11-20T12:00:00Z');

/** Opens a sandbox for the tests of a file, and closes it behind them. */
export function sandboxForTests() {
  const state = memorySandboxState();
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await createSandbox({ state, routes: [{ name: 'main', kind: 'direct' }] });
  });
  afterAll(() => sandbox.close());
  const ask = (url: string): Promise<BankAnswer> => askBank(sandbox, url);
  /** What the bank's provider makes of its answer about a link. Not for banks that answer with PDFs. */
  async function judged(link: string): Promise<Judgement> {
    const target = targetOf(link);
    return judgedTarget(target, providerOf(target));
  }
  async function judgedTarget(target: Target, provider: Provider): Promise<Judgement> {
    const { status, text, body } = await ask(provider.request(target, 0).url);
    return provider.judge({ status, headers: {}, body, text, pdf: null }, target);
  }
  /** What the bank says to its provider's probe. */
  async function probed(key: string): Promise<Judgement> {
    const provider = providers.find((one) => one.key === key);
    if (!provider?.probe) throw new Error(`no probe for ${key}`);
    return judgedTarget(provider.probe, provider);
  }
  async function settled(link: string): Promise<Payment> {
    const judgement = await judged(link);
    if (judgement.kind !== 'settled') throw new Error(`${link} is ${judgement.kind}`);
    return judgement.payment;
  }
  return { state, ask, judged, probed, settled };
}

export function sample(path: string): string {
  return readFileSync(new URL(`../samples/${path}`, import.meta.url), 'utf8');
}

/** Some references of one form. */
export function many(before: string, count = 40): string[] {
  return Array.from({ length: count }, (_, index) => `${before}${1000 + index}`);
}

/** The tags of a page in order, with their attributes. */
export function tagsOf(html: string): string[] {
  return [...html.matchAll(/<(\/?[a-z][^>]*)>/g)].map(([, tag = '']) => tag);
}

export function cents(sum: string | null): number {
  return Math.round(Number(sum) * 100);
}

function targetOf(url: string): Target {
  const resolved = resolve(providers, { url }, now);
  if (resolved.kind !== 'target') throw new Error(`leads to ${resolved.kind}`);
  return resolved.target;
}

function providerOf(target: Target): Provider {
  const provider = providers.find(({ key }) => key === target.provider);
  if (!provider) throw new Error(`no provider ${target.provider}`);
  return provider;
}
