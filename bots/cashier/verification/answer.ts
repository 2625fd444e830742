/** Answers to verified receipts: enters the receipt in the shop's ledger and renders the verdict. */
import type {
  BookRow,
  Engine,
  Finding,
  Member,
  Membership,
  SubmissionResult,
  Verification,
} from '../../../src/engine/index.js';
import type { Job } from '../jobs/job.js';
import type { JobContext, Next } from '../jobs/types.js';
import {
  type Message,
  renderAmountNeeded,
  renderVerdict,
  type Setting,
  type Vocabulary,
  type Words,
} from '../render/index.js';
import { type CaseDeps, recordCases } from './cases.js';
import { type AcceptanceMessages, answerRef, refOf, undoneOf } from './message-receipts.js';
import type { AskedQuestion, Questions } from './questions.js';

export interface AnswerDeps extends CaseDeps {
  engine: Engine;
  vocabulary: Vocabulary;
  questions: Questions;
  acceptanceMessages: AcceptanceMessages;
  setting: () => Setting;
  isDown(bank: string): boolean;
}

export interface Answered {
  message: Message;
  next: Next;
  /** Set if the message says that there will be no retry. */
  givenUp?: Job['givenUp'];
  /** Suspicious cases that were recorded. */
  cases?: Job['cases'];
  /** Ledger entry that was accepted by this message. */
  accepted?: string | undefined;
}

/** Digest of the receipt without later replies such as an amount. Undefined in records of earlier versions. */
function contentOf({ pieces }: Job): string | undefined {
  const digests = pieces.map(({ content }) => content).join(' ');
  return digests.trim() || undefined;
}

/** ✅, ⚠️ or ❌ by the shop's rules, or ⏳ while the expected amount is missing. The receipt is in the ledger when this resolves. */
export async function answerVerified(
  deps: AnswerDeps,
  context: JobContext,
  membership: Membership,
  words: Words,
  paid: Verification,
): Promise<Answered> {
  const { engine } = deps;
  const { job } = context;
  const { shop, member } = membership;
  const submission = await engine.shops.submitReceipt({
    shop: shop.id,
    member: member.id,
    paid,
    ...(job.expected !== null && { expected: job.expected }),
    message: answerRef(job),
    ...(job.parts && { parts: job.parts.map((part) => ({ id: part.row, message: refOf(part, job.group) })) }),
    content: contentOf(job),
    note: job.note,
  });
  const cases = await recordCases(deps, job, membership, submission);
  await storeEntry(deps, context, submission);
  const next: Next = { kind: 'done' };
  if (needsAmount(submission)) return { message: renderAmountNeeded(words, job.id), next, cases };
  const row = submission.answer === 'accept' ? null : await engine.shops.row(shop.id, submission.id);
  if (job.approved && isApproved(row)) await deps.acceptanceMessages.add(shop.id, submission.id, job);
  const asked = await askOwners(deps, context, membership, { paid, submission, row });
  const message = render(deps, words, { paid, submission, row, asked, job: context.job, member });
  return { message, next, cases, ...(submission.answer === 'accept' && { accepted: submission.id }) };
}

/** Withdraws an acceptance from the ledger, because the message does not, or no longer, show it. */
export async function withdraw(
  { engine, acceptanceMessages }: AnswerDeps,
  context: JobContext,
  receipt: string,
): Promise<void> {
  const { job } = context;
  await engine.shops.withdraw(job.shop, receipt, answerRef(job));
  await acceptanceMessages.remove(job.shop, receipt, job);
  await endSale(acceptanceMessages, context);
  if (job.book) await context.save({ book: { ...job.book, accepted: false, sale: [] } });
}

/** Stores the ledger entry in the job, for buttons and other receipts; reruns the receipts accepted with it. */
async function storeEntry(
  { acceptanceMessages }: AnswerDeps,
  context: JobContext,
  { id, answer, remarks, sale }: SubmissionResult,
): Promise<void> {
  const { job } = context;
  const [only, ...further] = remarks;
  const rest =
    only?.kind === 'amount' && only.difference.startsWith('-') && further.length === 0
      ? only.difference.slice(1)
      : null;
  if (answer === 'accept') await acceptanceMessages.add(job.shop, id, job);
  else if (job.told === id) await acceptanceMessages.remove(job.shop, id, job);
  if (sale === null) await endSale(acceptanceMessages, context);
  const others = (sale?.parts ?? []).map((part) => part.id).filter((part) => part !== id);
  await context.save({ book: { row: id, accepted: answer === 'accept', rest, sale: others } });
  if (sale === null) return;
  for (const part of job.parts ?? [])
    await context.rerunOthers(part, (other) => (other.book?.accepted ? null : {}));
}

/** Reruns the receipts that were accepted with this one: their acceptance has ended too. Not one accepted by itself since. */
async function endSale(acceptanceMessages: AcceptanceMessages, context: JobContext): Promise<void> {
  const { shop, book } = context.job;
  for (const row of book?.sale ?? []) {
    for (const place of await acceptanceMessages.find(shop, row)) {
      await context.rerunOthers(place, (job) =>
        job.book?.row === row && job.book.accepted && job.book.sale.includes(book?.row ?? '')
          ? undoneOf(job)
          : null,
      );
    }
  }
}

/** Asks for the amount only if the receipt can still be accepted. */
function needsAmount({ answer, remarks }: SubmissionResult): boolean {
  const kinds = remarks.map(({ kind }) => kind);
  return (
    answer === 'look' &&
    kinds.includes('amount_unknown') &&
    !kinds.includes('already_accepted') &&
    !kinds.includes('paid_request') &&
    !kinds.includes('refused_by_owner')
  );
}

interface VerdictInput {
  paid: Verification;
  submission: SubmissionResult;
  row: BookRow | null;
}

/** Null if the owners are not asked. */
async function askOwners(
  deps: AnswerDeps,
  context: JobContext,
  { shop, member }: Membership,
  found: VerdictInput,
): Promise<AskedQuestion | null> {
  const { job } = context;
  if (job.asks === undefined || found.submission.answer === 'refuse') return null;
  const input = { ...found, asked: null, job, member };
  // Delivery to the owners may be slow.
  const meanwhile = render(deps, deps.vocabulary.of(job.locale), input);
  await context.showProgress({ ...meanwhile, buttons: [] }).catch(() => undefined);
  return await deps.questions.askOrUpdate(context, {
    shop,
    row: found.submission.id,
    place: answerRef(job),
    parts: (job.parts ?? []).map(({ row }) => row),
    settled: found.submission.answer === 'accept' || job.approved === true || job.asks.over === true,
    render: (words) => render(deps, words, { ...input, job: { ...job, asks: undefined } }),
  });
}

/** Whether an owner's override is its acceptance. */
const isApproved = (row: BookRow | null) => row?.acceptance?.anyway === true;

function render(
  { setting }: AnswerDeps,
  words: Words,
  {
    paid,
    submission,
    row,
    asked,
    job,
    member,
  }: VerdictInput & { asked: AskedQuestion | null; job: Job; member: Member },
): Message {
  const { answer } = submission;
  const refusal = asked?.decision?.kind === 'refused' ? asked.decision : null;
  const isKnown = submission.remarks.some(({ kind }) => kind === 'refused_by_owner');
  // An earlier acceptance stays: the owner refused only this second use.
  const findings: Finding[] =
    refusal && !isKnown && answer === 'look'
      ? [{ kind: 'refused_by_owner', by: refusal.by, at: refusal.at }]
      : [];
  const remarks = [...findings, ...submission.remarks].filter(({ kind }) => kind !== 'amount_unknown');
  const mayPress = job.group || member.role === 'owner';
  const isDecided = Boolean(row?.anyway ?? row?.refusal ?? asked?.decision);
  const isAwaited = job.split === true && job.book?.rest !== null;
  return renderVerdict(words, paid, { answer, remarks }, setting(), {
    anyway: row?.anyway,
    approved: job.approved ?? false,
    expected: job.expected,
    sale: submission.sale,
    others: submission.others,
    asked: asked?.decision ? null : asked,
    awaited: isAwaited ? job.book?.rest : null,
    note: submission.note,
    ...(mayPress && { acceptable: submission.id }),
    offers: {
      job: job.id,
      askOwner: member.role === 'cashier' && answer === 'look' && !isDecided && !asked?.reached.length,
      rest: job.book?.rest != null && !isAwaited && !isDecided,
      undo: answer === 'accept' || (mayPress && isApproved(row)),
    },
  });
}
