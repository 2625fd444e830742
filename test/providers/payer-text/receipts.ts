/** Genuine receipts with a payer's text written into them, as the bank would send them, and what their judgement must be. */
import { decodeResponse } from '../../../src/engine/verification/lookup.js';
import type { DocumentReader } from '../../../src/extractor/types.js';
import type { ResolveInput } from '../../../src/providers/resolve.js';
import type { Judgement, Payment, Target } from '../../../src/providers/types.js';
import {
  draw,
  fill,
  type Layout,
  layOut,
  linesOf,
  type Piece,
  type Row,
  type Watermark,
} from '../../support/pdf.js';
import { banks } from '../banks/index.js';
import { type Answer, provider, sample, targetOf } from '../support.js';
import type { Hostile } from './hostile.js';
import type { PayerText } from './types.js';

export interface Genuine {
  name: string;
  text: PayerText;
  /** What a caller asks by. */
  asked: ResolveInput;
  target: Target;
  /**
   * The payment as the author of the bank's tests wrote it down, never as a page was read. Null for a form that is never
   * read as a receipt.
   */
  truth: Payment | null;
}

export function genuine(text: PayerText): Genuine {
  const answer = answerOf(text);
  const { judgement } = answer;
  const asked = { provider: text.key, ...(text.asked ?? answer.asked) };
  const truth = judgement.kind === 'settled' ? { ...judgement.payment, ...text.says } : null;
  return { name: text.name ?? text.key, text, asked, target: targetOf(asked), truth };
}

function answerOf({ key, file }: Pick<PayerText, 'key' | 'file'>): Answer {
  const found = banks.find((bank) => bank.key === key)?.answers.find((answer) => answer.file === file);
  if (!found) throw new Error(`${key} has no answer ${file}`);
  return found;
}

/** The page or file of a bank that sends text, with the payer's words in it. */
export function written(text: PayerText, hostile?: Hostile): string {
  const [before, after] = text.insert ?? ['', ''];
  const file = text.page ?? sample(text.file);
  const whole = before === '' ? file : file.replace(before, after);
  if (!hostile) return whole;
  const { start, own, end } = place(text, hostile.field);
  // The lines of a PDF break where its values do.
  const words = hostile.text.replaceAll(fill, ` . . . . . . . . . . . .${isLines(text) ? '\n' : ' '}`);
  if (text.file.endsWith('.json')) return swapped(whole, JSON.stringify(own), JSON.stringify(words));
  const shown = text.file.endsWith('.txt') ? words : escaped(words);
  return swapped(whole, start + own + end, start + shown + end);
}

/** True for the lines of a PDF, kept as text. */
export function isLines(text: PayerText): boolean {
  return text.page === undefined && answerOf(text).pdf !== undefined;
}

function place({ written: fields }: PayerText, field: string) {
  const text = fields[field] ?? '';
  const [, start = '', own = text, end = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(text) ?? [];
  return { start, own, end };
}

function swapped(whole: string, from: string, to: string): string {
  if (!whole.includes(from)) throw new Error(`${from} is not in the receipt`);
  return whole.replaceAll(from, to);
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** The rows of a bank that sends a PDF, with the payer's words in them. */
export function writtenRows(text: PayerText, hostile?: Hostile): Row[] {
  const rows = text.rows ?? [];
  if (!hostile) return [...rows];
  const { own } = place(text, hostile.field);
  const cells = (row: Row) => row.map((cell) => cell.replaceAll(own, hostile.text)) as unknown as Row;
  return rows.map(cells);
}

/** What a bank sends: a text, or a PDF by its lines or by the pieces of text on it. */
export type Sent = { status?: number } & (
  | { text: string }
  | { lines: readonly string[] }
  | { pieces: readonly Piece[] }
);

/** The receipt with the payer's words in it, as the bank sends it. */
export function sent(text: PayerText, hostile?: Hostile, layout?: Layout): Sent {
  if (text.rows) return { pieces: layOut(writtenRows(text, hostile), layout) };
  return sentBody(text, written(text, hostile));
}

/** A body in the place of the receipt's; the text of a PDF that is kept as its lines is one. */
export function sentBody(text: PayerText, body: string): Sent {
  return isLines(text) && !text.rows ? { lines: body.split('\n') } : { text: body };
}

/** What the provider makes of an answer, read as the engine reads it. */
export async function judgedSent({ text, target }: Genuine, answer: Sent): Promise<Judgement> {
  const { status = 200 } = answer;
  if ('text' in answer) return judgeAnswer(text, target, Buffer.from(answer.text), status, async () => null);
  const lines = 'lines' in answer ? answer.lines : linesOf(answer.pieces);
  return judgeAnswer(text, target, envelopedFor(text, Buffer.from('%PDF-1.4\n')), status, async () => ({
    lines,
  }));
}

async function judgeAnswer(
  { key }: PayerText,
  target: Target,
  body: Uint8Array,
  status: number,
  pdfText: DocumentReader['pdfText'],
): Promise<Judgement> {
  const bank = provider(key);
  const documents = { pdfText, close: async () => {} };
  return bank.judge(
    await decodeResponse(documents, bank, { status, headers: {}, body, egress: 'main' }),
    target,
  );
}

/** The bytes of what a bank sends, drawn where it is a PDF. */
export async function bytesOf(text: Pick<PayerText, 'key' | 'file'>, answer: Sent): Promise<Uint8Array> {
  if ('text' in answer) return Buffer.from(answer.text);
  return envelopedFor(text, await draw('pieces' in answer ? answer.pieces : asColumn(answer.lines)));
}

/** Lines as one wide column, in which the longest wrap. */
function asColumn(lines: readonly string[]): readonly Piece[] {
  return layOut(
    lines.map((line) => ['', line] as const),
    { valuesAt: 20, valuesWidth: 555 },
  );
}

/** A PDF as its bank sends it: M-PESA's stands in JSON. */
function envelopedFor({ key, file }: Pick<PayerText, 'key' | 'file'>, pdf: Uint8Array): Uint8Array {
  if (answerOf({ key, file }).pdf !== 'in JSON') return pdf;
  const base64Data = Buffer.from(pdf).toString('base64');
  return Buffer.from(JSON.stringify({ responseCode: '0', responseDescription: 'Success', base64Data }));
}

/** Judges the page with the payer's words; a PDF by the lines that its pieces of text make. */
export function judgedText(receipt: Genuine, hostile?: Hostile, layout?: Layout): Promise<Judgement> {
  return judgedSent(receipt, sent(receipt.text, hostile, layout));
}

export function judgedBody(receipt: Genuine, body: string): Promise<Judgement> {
  return judgedSent(receipt, sentBody(receipt.text, body));
}

export function judgedLines(receipt: Genuine, lines: readonly string[]): Promise<Judgement> {
  return judgedSent(receipt, { lines });
}

/** Judges the drawn file, as the reader of PDFs reads it. */
export async function judgedFile(
  { text, target }: Genuine,
  { pdfText }: Pick<DocumentReader, 'pdfText'>,
  rows: readonly Row[],
  layout?: Layout,
  watermark?: Watermark,
): Promise<Judgement> {
  const pdf = await draw(layOut(rows, layout), watermark);
  return judgeAnswer(text, target, envelopedFor(text, pdf), 200, pdfText);
}

/**
 * What is wrong with the judgement of a page that says the truth and whatever a payer wrote: it is the true payment, or
 * could not be read. Null when nothing is.
 */
export function lie({ truth }: Genuine, judgement: Judgement): string | null {
  if (judgement.kind === 'unreadable' || judgement.kind === 'blocked') return null;
  if (judgement.kind !== 'settled') return `a genuine receipt is called ${judgement.kind}`;
  if (!truth) return 'a form that is no receipt is believed';
  return differences(judgement.payment, truth);
}

/** The same of a page that lost a part: what is left of it is true. */
export function lieByLoss(receipt: Genuine, judgement: Judgement): string | null {
  const { truth } = receipt;
  if (judgement.kind !== 'settled' || !truth) return lie(receipt, judgement);
  const { amount, currency, receiver, paidAt } = judgement.payment;
  const kept = {
    ...truth,
    amount,
    currency,
    receiver: {
      name: receiver.name && truth.receiver.name,
      account: receiver.account && truth.receiver.account,
      bank: receiver.bank,
    },
    paidAt: paidAt && truth.paidAt,
  };
  if (amount !== truth.amount || currency !== truth.currency) return `${amount} instead of ${truth.amount}`;
  return differences(judgement.payment, kept);
}

/**
 * The same of a page with a row of the bank's own that nobody knows. Below a name it cannot be told from a name that
 * takes two lines: the words of the row may follow the name, which the payer cannot bring about.
 */
export function lieByRow(receipt: Genuine, judgement: Judgement, row: string): string | null {
  if (judgement.kind !== 'settled' || !receipt.truth) return lie(receipt, judgement);
  const { name, bank } = judgement.payment.receiver;
  const own = (text: string | null) => (text?.endsWith(` ${row}`) ? text.slice(0, -row.length - 1) : text);
  const receiver = { ...judgement.payment.receiver, name: own(name), bank: own(bank) };
  return differences({ ...judgement.payment, receiver }, receipt.truth);
}

function differences(payment: Payment, truth: Payment): string | null {
  const [is, ought] = [decisive(payment), decisive(truth)];
  const wrong = Object.keys(ought).filter((name) => is[name] !== ought[name]);
  return wrong.length === 0
    ? null
    : wrong.map((name) => `${name} is ${is[name]} instead of ${ought[name]}`).join(', ');
}

function decisive({ amount, currency, receiver, reference, paidAt }: Payment): Record<string, string | null> {
  const { name, account, bank } = receiver;
  return { amount, currency, name, account, bank, reference, paidAt };
}

/** Where a body may break off: before and after each tag, after each member, and on a grid of bytes. */
export function cuts(body: string): number[] {
  const step = Math.max(3, Math.floor(body.length / 200));
  const grid = Array.from({ length: Math.ceil(body.length / step) }, (_, nth) => nth * step);
  const isPage = body.trimStart().startsWith('<');
  const marks = [...body.matchAll(isPage ? /[<>]/g : /[,}\]]/g)].map(({ 0: mark, index }) =>
    mark === '<' ? index : index + 1,
  );
  return [...new Set([...grid, ...marks])].filter((end) => end < body.length).toSorted((a, b) => a - b);
}
