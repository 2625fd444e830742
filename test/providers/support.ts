/** What the suites of this room share. A bank joins them with one file in `banks/`. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createProviders } from '../../src/providers/registry.js';
import { findWritten, type Resolved, type ResolveInput, resolve } from '../../src/providers/resolve.js';
import type { BankResponse, Judgement, Need, Provider, Target } from '../../src/providers/types.js';

export const samples = fileURLToPath(new URL('../samples/', import.meta.url));
export const now = new Date('2026-11-20T07:30:00Z');
const siinqeeLinks = [
  { host: 'receipts.siinqeebank.com:871', before: '/generate/', after: '' },
  { host: 'siinqeebank.com', before: '/receipt/', after: '' },
  { host: 'receipts.siinqee.test:8443', before: '/view?ref=', after: '&as=pdf' },
];
export const providers = createProviders({
  cbeAppId: 'test-app',
  cbeAppVersion: 'test-version',
  siinqeeLinks,
});

/** What every receipt of a text is. */
export function findAll(text: string): Resolved[] {
  return findWritten(providers, text, now).map(({ resolved }) => resolved);
}

/** One bank's part in the conformance suite and in the suite of samples. */
export interface BankCases {
  key: string;
  /** Each link form, and the target it leads to or what it lacks. */
  links: readonly Case<'url'>[];
  /** Links on the bank's own hosts that are no receipts. */
  otherLinks: readonly string[];
  references: readonly Case<'reference'>[];
  /** Well-formed, but of a date that does not exist or cannot be. */
  impossible: readonly ResolveInput[];
  /** Every file of the bank's folder of samples, read as the answer to `asked`. */
  answers: readonly Answer[];
}

type Case<Member extends 'url' | 'reference'> = Record<Member, string> &
  Pick<ResolveInput, 'account' | 'phone' | 'provider'> & {
    leadsTo:
      | Pick<Target, 'source' | 'reference' | 'qualifier' | 'url' | 'secondUrl'>
      | { reference: string; needs: Need[] };
  };

export interface Answer {
  /** Relative to the folder of samples. */
  file: string;
  status: number;
  /** The file holds the text lines of a PDF, which is the answer's body or stands inside it. */
  pdf?: boolean | 'in JSON';
  asked: ResolveInput;
  judgement: Judgement;
}

export function provider(key: string): Provider {
  const found = providers.find((one) => one.key === key);
  if (!found) throw new Error(`no provider ${key}`);
  return found;
}

/** The target of a request that must lead to one. */
export function targetOf(request: ResolveInput): Target {
  const resolved = resolve(providers, request, now);
  if (resolved.kind !== 'target') throw new Error(`leads to ${resolved.kind}`);
  return resolved.target;
}

const read = new Map<string, string>();

/** Text of a sample, read once: suites ask for it thousands of times. */
export function sample(file: string): string {
  const text = read.get(file) ?? readFileSync(samples + file, 'utf8');
  read.set(file, text);
  return text;
}

export function textResponse(text: string, status = 200): BankResponse {
  return { status, headers: {}, body: new TextEncoder().encode(text), text, pdf: null };
}

export function jsonResponse(value: unknown, status = 200): BankResponse {
  return textResponse(JSON.stringify(value), status);
}

/** A PDF whose text has been read elsewhere; null lines when it could not be. */
export function pdfResponse(lines: readonly string[] | null): BankResponse {
  const body = new TextEncoder().encode('%PDF-1.4\n');
  return { status: 200, headers: {}, body, text: '', pdf: lines && { lines } };
}

/** M-PESA's way of sending a PDF. */
export function inJson({ body, pdf }: BankResponse): BankResponse {
  const base64Data = Buffer.from(body).toString('base64');
  return { ...jsonResponse({ responseCode: '0', responseDescription: 'Success', base64Data }), pdf };
}

export function responseOf(answer: Answer): BankResponse {
  const text = sample(answer.file);
  if (!answer.pdf) return textResponse(text, answer.status);
  const pdf = pdfResponse(text.split('\n'));
  return answer.pdf === 'in JSON' ? inJson(pdf) : pdf;
}
