/** Answers to receipts that the bank denies, or that could not be checked. */
import {
  type Acceptance,
  type Engine,
  Failure,
  type Membership,
  type ReceivingAccount,
} from '../../../src/engine/index.js';
import { DownloadFailed } from '../files.js';
import type { Job } from '../jobs/job.js';
import type { Next } from '../jobs/types.js';
import {
  canRetry,
  type InputProblem,
  renderFailure,
  renderInputProblem,
  type Words,
} from '../render/index.js';
import type { AnswerDeps, Answered } from './answer.js';
import { recordDenial } from './cases.js';
import { isRefusal } from './lookup.js';
import { answerRef } from './message-receipts.js';

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
    const problem = codes.map((code) => problemOfFile[code]).find((each) => each !== undefined) ?? 'damaged';
    return { message: renderInputProblem(words, problem), next: { kind: 'done' } };
  }
  const { engine, setting } = deps;
  const { providerKey, reference } = error.details;
  const isLimited = engine.providers().some((bank) => bank.key === providerKey && bank.viewLimited);
  const subject = { shop: shop.id, provider: providerKey, reference, message: answerRef(job) };
  const byHand = job.byHand === true && isRefusal(error);
  const isDenied = error.kind.verdict === 'not_verified' && !byHand;
  const cases = isDenied ? await recordDenial(deps, job, membership, error) : job.cases;
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
