/** Turns the engine's result into the answer, and enters it in the shop's ledger. */
import {
  type Acceptance,
  type BookRow,
  type Engine,
  Failure,
  type Finding,
  type Member,
  type Membership,
  type ReceivingAccount,
  type SubmissionResult,
  type Verification,
} from '../../../src/engine/index.js';
import { DownloadFailed } from '../files.js';
import type { Job } from '../jobs/job.js';
import type { JobContext, Next } from '../jobs/types.js';
import {
  canRetry,
  type InputProblem,
  type Message,
  renderAmountNeeded,
  renderFailure,
  renderInputProblem,
  renderVerdict,
  type Setting,
  type Vocabulary,
  type Words,
} from '../render/index.js';
import { type CaseDeps, noteCases, noteDenial } from './cases.js';
import { type AcceptanceMessages, answerRef, refOf, undoneOf } from './message-receipts.js';
import type { AskedQuestion, Questions } from './questions.js';
import { isRefusal } from './verify.js';

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
  return (
    pieces
      .map(({ content }) => content)
      .join(' ')
      .trim() || undefined
  );
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
  const handedIn = await engine.shops.submitReceipt({
    shop: shop.id,
    member: member.id,
    paid,
    ...(job.expected !== null && { expected: job.expected }),
    message: answerRef(job),
    ...(job.parts && { parts: job.parts.map((part) => ({ id: part.row, message: refOf(part, job.group) })) }),
    content: contentOf(job),
    note: job.note,
  });
  const cases = await noteCases(deps, job, membership, handedIn);
  await storeEntry(deps, context, handedIn);
  const next: Next = { kind: 'done' };
  if (needsAmount(handedIn)) return { message: renderAmountNeeded(words, job.id), next, cases };
  const row = handedIn.answer === 'accept' ? null : await engine.shops.row(shop.id, handedIn.id);
  if (job.approved && isApproved(row)) await deps.acceptanceMessages.add(shop.id, handedIn.id, job);
  const asked = await askOwners(deps, context, membership, { paid, handedIn, row });
  const message = render(deps, words, { paid, handedIn, row, asked, job: context.job, member });
  return { message, next, cases, ...(handedIn.answer === 'accept' && { accepted: handedIn.id }) };
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
  const [only, ...others] = remarks;
  const rest =
    only?.kind === 'amount' && only.difference.startsWith('-') && others.length === 0
      ? only.difference.slice(1)
      : null;
  if (answer === 'accept') await acceptanceMessages.add(job.shop, id, job);
  else if (job.told === id) await acceptanceMessages.remove(job.shop, id, job);
  if (sale === null) await endSale(acceptanceMessages, context);
  const sold = (sale?.parts ?? []).map((part) => part.id).filter((part) => part !== id);
  await context.save({ book: { row: id, accepted: answer === 'accept', rest, sale: sold } });
  if (sale === null) return;
  for (const part of job.parts ?? [])
    await context.rerunOthers(part, (one) => (one.book?.accepted ? null : {}));
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
  handedIn: SubmissionResult;
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
  if (job.asks === undefined || found.handedIn.answer === 'refuse') return null;
  const drawn = { ...found, asked: null, job, member };
  // Delivery to the owners may be slow.
  const meanwhile = render(deps, deps.vocabulary.of(job.locale), drawn);
  await context.showProgress({ ...meanwhile, buttons: [] }).catch(() => undefined);
  return await deps.questions.askOrUpdate(context, {
    shop,
    row: found.handedIn.id,
    place: answerRef(job),
    parts: (job.parts ?? []).map(({ row }) => row),
    settled: found.handedIn.answer === 'accept' || job.approved === true || job.asks.over === true,
    draw: (words) => render(deps, words, { ...drawn, job: { ...job, asks: undefined } }),
  });
}

/** Whether an owner's override is its acceptance. */
const isApproved = (row: BookRow | null) => row?.acceptance?.anyway === true;

function render(
  { setting }: AnswerDeps,
  words: Words,
  {
    paid,
    handedIn,
    row,
    asked,
    job,
    member,
  }: VerdictInput & { asked: AskedQuestion | null; job: Job; member: Member },
): Message {
  const { answer } = handedIn;
  const refusal = asked?.decision?.kind === 'refused' ? asked.decision : null;
  const isKnown = handedIn.remarks.some(({ kind }) => kind === 'refused_by_owner');
  // An earlier acceptance stays: the owner refused only this second use.
  const findings: Finding[] =
    refusal && !isKnown && answer === 'look'
      ? [{ kind: 'refused_by_owner', by: refusal.by, at: refusal.at }]
      : [];
  const remarks = [...findings, ...handedIn.remarks].filter(({ kind }) => kind !== 'amount_unknown');
  const mayPress = job.group || member.role === 'owner';
  const isDecided = Boolean(row?.anyway ?? row?.refusal ?? asked?.decision);
  const isAwaited = job.split === true && job.book?.rest !== null;
  return renderVerdict(words, paid, { answer, remarks }, setting(), {
    anyway: row?.anyway,
    approved: job.approved ?? false,
    expected: job.expected,
    sale: handedIn.sale,
    others: handedIn.others,
    asked: asked?.decision ? null : asked,
    awaited: isAwaited ? job.book?.rest : null,
    note: handedIn.note,
    ...(mayPress && { acceptable: handedIn.id }),
    offers: {
      job: job.id,
      askOwner: member.role === 'cashier' && answer === 'look' && !isDecided && !asked?.told.length,
      rest: job.book?.rest != null && !isAwaited && !isDecided,
      undo: answer === 'accept' || (mayPress && isApproved(row)),
    },
  });
}

/** By the issue's code; any other issue means an unreadable file. */
const problemOfFile: Readonly<Record<string, InputProblem | undefined>> = {
  heic: 'not_as_file',
  unread_pages: 'unread_pages',
};

/** ❌ if the bank denies it; ⏳ if it could not be checked, which is recorded as unresolved in the ledger. */
export async function answerFailure(
  deps: AnswerDeps,
  job: Job,
  membership: Membership,
  words: Words,
  error: unknown,
): Promise<Answered> {
  const { shop, member } = membership;
  if (error instanceof DownloadFailed) {
    return { message: renderInputProblem(words, error.why), next: { kind: 'done' } };
  }
  if (!(error instanceof Failure)) throw error;
  if (error.failure === 'invalid_request' && job.what.kind === 'pictures') {
    const codes = (error.details.issues ?? []).map(({ code }) => code);
    const problem = codes.map((code) => problemOfFile[code]).find((one) => one !== undefined) ?? 'damaged';
    return { message: renderInputProblem(words, problem), next: { kind: 'done' } };
  }
  const { engine, setting } = deps;
  const { providerKey, reference } = error.details;
  const isLimited = engine.providers().some((bank) => bank.key === providerKey && bank.viewLimited);
  const subject = { shop: shop.id, provider: providerKey, reference, message: answerRef(job) };
  const byHand = job.byHand === true && isRefusal(error);
  const isDenied = error.kind.verdict === 'not_verified' && !byHand;
  const cases = isDenied ? await noteDenial(deps, job, membership, error) : job.cases;
  const accepted = isDenied || byHand ? null : await acceptanceOf(deps, job);
  if (isDenied) await engine.shops.clearUnverified(subject);
  else if (accepted === null && (byHand || mustBeChecked(error))) {
    const why = byHand ? 'needs_account' : (error.kind.reason ?? error.kind.code ?? 'internal');
    await engine.shops.recordUnverified({ ...subject, member: member.id, why });
  }
  const accounts =
    byHand || error.failure === 'needs_account' ? await accountsAt(engine, shop.id, providerKey) : [];
  // An accepted receipt is stored: asking again spends a view only if the bank was asked this time.
  const viewLimited = isLimited && (accepted === null || error.kind.bankAsked);
  const bank = viewLimited ? null : bankToWaitFor(deps, error);
  const options = { job: job.id, viewLimited, watched: bank?.down ?? false, accounts, byHand, accepted };
  const message = renderFailure(words, error, setting(), options);
  const next: Next = bank
    ? { kind: 'waiting', bank }
    : { kind: message.buttons.length > 0 ? 'asking' : 'done' };
  const givenUp = viewLimited && canRetry(error.failure) ? givenUpOf(error) : undefined;
  return { message, next, givenUp, cases, ...(accepted && { accepted: job.told }) };
}

/** The acceptance that this message showed before; it stays, because the goods may have been handed over. */
async function acceptanceOf(
  { engine }: AnswerDeps,
  { shop, book, approved = false }: Job,
): Promise<Acceptance | null> {
  if (!book?.accepted && !approved) return null;
  return (await engine.shops.row(shop, book?.row ?? ''))?.acceptance ?? null;
}

/** The members needed to show the same failure again. */
function givenUpOf({ failure, details }: Failure): Job['givenUp'] {
  const { providerKey, reference, receipt } = details;
  const status = receipt?.transactionStatus;
  return { failure, providerKey, reference, ...(typeof status === 'string' && { status }) };
}

/** Whether the receipt still has to be checked. */
function mustBeChecked({ kind, details }: Failure): boolean {
  return kind.fault === 'bank' || kind.fault === 'service' || details.reference !== undefined;
}

/** Empty for a bank that does not need the receiver's account. */
async function accountsAt(
  engine: Engine,
  shop: string,
  bank: string | undefined,
): Promise<ReceivingAccount[]> {
  if (bank === undefined || (await engine.shops.numbers(shop, bank)).length === 0) return [];
  const all = await engine.shops.accounts(shop);
  return all.filter(({ provider }) => provider === bank);
}

/**
 * The bank whose recovery to wait for: one that is down, or may be reported down soon. Read now, because it may have gone
 * down during the lookup.
 */
function bankToWaitFor({ isDown }: AnswerDeps, { failure, kind, details }: Failure): Job['bank'] {
  const key = details.providerKey;
  if (kind.fault !== 'bank' || key === undefined) return null;
  return { key, down: failure === 'provider_down' || isDown(key) };
}
