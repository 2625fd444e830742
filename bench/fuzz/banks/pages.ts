/** The pages of every simulated bank, as the engine would hand them to the provider that judges them. */
import { createDocumentReader } from '../../../src/extractor/pdf/documents.js';
import { createProviders } from '../../../src/providers/registry.js';
import { resolve } from '../../../src/providers/resolve.js';
import type { BankResponse, Provider, Target } from '../../../src/providers/types.js';
import { allBanks } from '../../../src/sandbox/banks/registry.js';
import type { BankAnswer, ReceiptVariant, Sample, SimulatedBank } from '../../../src/sandbox/banks/types.js';
import { createPdfRenderer } from '../../../src/sandbox/pdf-renderer/index.js';

const siinqeeLinks = [{ host: 'siinqeebank.com', before: '/receipt/', after: '' }];
const providers = createProviders({ cbeAppId: 'app', cbeAppVersion: '1', siinqeeLinks });
/** Fixed, because providers compare the dates inside references with it. */
const now = new Date('2026-11-20T12:00:00Z');
const settledShowing: ReceiptVariant = { status: 'settled', complete: true };

export interface BankPages {
  /** Bank, source, and the host that serves it. */
  name: string;
  provider: Provider;
  target: Target;
  /** Page of the requested receipt. */
  settled: BankResponse;
  /** Pages that must never be judged as it: with another status, without required fields, another person's receipt, no receipt. */
  others: readonly BankResponse[];
}

interface Tools {
  print: ReturnType<typeof createPdfRenderer>['print'];
  pdfText: ReturnType<typeof createDocumentReader>['pdfText'];
}

export type PdfReader = Tools['pdfText'];

/** Passes the pages and the PDF reader to `use`, then closes what made them. */
export async function withPages<T>(use: (pages: BankPages[], pdfText: PdfReader) => Promise<T>): Promise<T> {
  const renderer = createPdfRenderer();
  const reader = createDocumentReader();
  try {
    const tools: Tools = { print: renderer.print, pdfText: reader.pdfText };
    const pages: BankPages[] = [];
    for (const bank of allBanks(siinqeeLinks)) pages.push(await pagesOf(bank, tools));
    return await use(pages, reader.pdfText);
  } finally {
    await renderer.close();
    await reader.close();
  }
}

async function pagesOf(bank: SimulatedBank, tools: Tools): Promise<BankPages> {
  const { sample, another } = samplesOf(bank);
  const target = targetOf(sample);
  const provider = providers.find(({ key }) => key === target.provider);
  if (!provider) throw new Error(`no provider ${target.provider}`);
  const show = async (reference: string, changes: Partial<ReceiptVariant> = {}) =>
    received(await bank.receipt(reference, { ...settledShowing, ...changes }, tools.print), provider, tools);
  const settled = await show(target.reference);
  const others = [
    await received(bank.notFound, provider, tools),
    await show(target.reference, { complete: false }),
  ];
  // Only for banks whose page has to contain the reference. Ebirr's number is only in its link.
  if (demandsReference(provider, target, settled)) others.push(await show(targetOf(another).reference));
  if (bank.printsStatus) {
    const pending = await show(target.reference, { status: 'pending' });
    others.push(
      pending,
      await show(target.reference, { status: 'reversed' }),
      withoutDifference(settled, pending),
    );
  }
  return { name: `${bank.provider} ${bank.source} at ${bank.host}`, provider, target, settled, others };
}

/** Whether the provider rejects a page that does not contain the requested number. */
function demandsReference(provider: Provider, target: Target, settled: BankResponse): boolean {
  const cut = (text: string) => text.replaceAll(target.reference, '');
  const page = textResponse(Buffer.from(cut(settled.text)));
  const pdf = settled.pdf && { lines: settled.pdf.lines.map(cut) };
  return provider.judge({ ...page, pdf }, target).kind !== 'settled';
}

/** Two receipts of one bank; references without letters end in digits. */
function samplesOf(bank: SimulatedBank): { sample: Sample; another: Sample } {
  const [sample, another] = ['A1B2', 'C3D4', '0001', '0002'].flatMap((ending) => bank.sample(ending) ?? []);
  if (!sample || !another) throw new Error(`${bank.source} has no samples`);
  return { sample, another };
}

function targetOf({ body }: Sample): Target {
  const resolved = resolve(providers, body, now);
  if (resolved.kind !== 'target') throw new Error(`a sample leads to ${resolved.kind}`);
  return resolved.target;
}

async function received(
  { status, body }: BankAnswer,
  provider: Provider,
  { pdfText }: Tools,
): Promise<BankResponse> {
  const plain = textResponse(Buffer.from(body as string), status);
  const document = provider.document?.(plain) ?? null;
  return { ...plain, pdf: document && (await pdfText(document)) };
}

/** Bytes as the engine passes them to a provider: without text if they are a PDF. */
export function textResponse(body: Uint8Array, status = 200): BankResponse {
  const text = Buffer.from(body).toString('utf8');
  return { status, headers: {}, body, text: text.startsWith('%PDF') ? '' : text, pdf: null };
}

/** The settled page without the words that differ on the pending page. */
function withoutDifference(settled: BankResponse, pending: BankResponse): BankResponse {
  if (settled.pdf) {
    const lines = settled.pdf.lines.map((line, nth) => cutDifference(line, pending.pdf?.lines[nth] ?? ''));
    return { ...settled, pdf: { lines } };
  }
  return textResponse(Buffer.from(cutDifference(settled.text, pending.text)), settled.status);
}

function cutDifference(text: string, other: string): string {
  if (text === other) return text;
  let start = 0;
  while (start < text.length && text[start] === other[start]) start += 1;
  let end = 0;
  while (end < Math.min(text.length, other.length) - start && text.at(-1 - end) === other.at(-1 - end))
    end += 1;
  return text.slice(0, start) + text.slice(text.length - end);
}
