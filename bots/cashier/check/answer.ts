/** From what the engine says to what the message says, and what is written to the shop's book. */
import {
  type Engine,
  Failure,
  type HandedIn,
  type Membership,
  type MessageRef,
  type ReceivingAccount,
  type Verification,
} from '../../../src/engine/index.js';
import { nameOfChat } from '../access.js';
import { DownloadFailed } from '../files.js';
import type { Job } from '../jobs/job.js';
import type { Next } from '../jobs/jobs.js';
import {
  canRetry,
  type Message,
  renderFailure,
  renderInputProblem,
  renderVerdict,
  type Setting,
  type Words,
} from '../render/index.js';
import { isRefusal } from './look.js';

export interface AnswerDeps {
  engine: Engine;
  setting: () => Setting;
  isDown(bank: string): boolean;
}

export interface Answered {
  message: Message;
  next: Next;
  /** Set where the message says that nothing will be tried again. */
  givenUp?: Job['givenUp'];
}

/** Where the answer to a job stands, or stood first. */
function placeOf({ first, group, ...job }: Job): MessageRef {
  const { chat, message: id } = first ?? { chat: job.chat, message: job.answer ?? job.message };
  const inside = group ? /^-100(\d+)$/.exec(String(chat))?.[1] : undefined;
  return {
    chat: nameOfChat(chat),
    message: String(id),
    link: inside === undefined ? null : `https://t.me/c/${inside}/${id}`,
  };
}

/** Of the receipt alone: an amount said in answer to it is none of it. Undefined in records of earlier versions. */
function contentOf({ pieces }: Job): string | undefined {
  return (
    pieces
      .map(({ content }) => content)
      .join(' ')
      .trim() || undefined
  );
}

/** ✅, ⚠️ or ❌, as the shop judges; the receipt stands in its book when this resolves. */
export async function answerVerified(
  { engine, setting }: AnswerDeps,
  job: Job,
  { shop, member }: Membership,
  words: Words,
  paid: Verification,
): Promise<Answered> {
  const handedIn: HandedIn = await engine.shops.handIn({
    shop: shop.id,
    member: member.id,
    paid,
    ...(job.expected !== null && { expected: job.expected }),
    message: placeOf(job),
    content: contentOf(job),
  });
  const mayPress = job.group || member.role === 'owner';
  const row = handedIn.answer === 'accept' ? null : await engine.shops.row(shop.id, handedIn.id);
  const options = {
    anyway: row?.anyway,
    approved: job.approved ?? false,
    expected: job.expected,
    ...(mayPress && { acceptable: handedIn.id }),
  };
  return { message: renderVerdict(words, paid, handedIn, setting(), options), next: { kind: 'done' } };
}

/** ❌ where the bank says no, ⏳ where nobody said anything, which the shop's book then has as unresolved. */
export async function answerFailure(
  deps: AnswerDeps,
  job: Job,
  { shop, member }: Membership,
  words: Words,
  error: unknown,
): Promise<Answered> {
  if (error instanceof DownloadFailed) {
    return { message: renderInputProblem(words, error.why), next: { kind: 'done' } };
  }
  if (!(error instanceof Failure)) throw error;
  if (error.failure === 'invalid_request' && job.what.kind === 'pictures') {
    return { message: renderInputProblem(words, 'damaged'), next: { kind: 'done' } };
  }
  const { engine, setting } = deps;
  const { providerKey, reference } = error.details;
  const viewLimited = engine.providers().some((bank) => bank.key === providerKey && bank.viewLimited);
  const subject = { shop: shop.id, provider: providerKey, reference, message: placeOf(job) };
  const byHand = job.byHand === true && isRefusal(error);
  if (error.kind.verdict === 'not_verified' && !byHand) await engine.shops.resolved(subject);
  else if (byHand || isOwed(error)) {
    const why = byHand ? 'needs_account' : (error.kind.reason ?? error.kind.code ?? 'internal');
    await engine.shops.couldNotCheck({ ...subject, member: member.id, why });
  }
  const accounts =
    byHand || error.failure === 'needs_account' ? await accountsAt(engine, shop.id, providerKey) : [];
  const bank = viewLimited ? null : bankToWaitFor(deps, error);
  const options = { job: job.id, viewLimited, watched: bank?.down ?? false, accounts, byHand };
  const message = renderFailure(words, error, setting(), options);
  const next: Next = bank
    ? { kind: 'waiting', bank }
    : { kind: message.buttons.length > 0 ? 'asking' : 'done' };
  const givenUp = viewLimited && canRetry(error.failure) ? rememberedOf(error) : undefined;
  return { message, next, givenUp };
}

/** What it takes to say the same of a receipt another time. */
function rememberedOf({ failure, details }: Failure): Job['givenUp'] {
  const { providerKey, reference, receipt } = details;
  const status = receipt?.transactionStatus;
  return { failure, providerKey, reference, ...(typeof status === 'string' && { status }) };
}

/** The cashier has a receipt in hand that somebody still has to check. */
function isOwed({ kind, details }: Failure): boolean {
  return kind.fault === 'bank' || kind.fault === 'service' || details.reference !== undefined;
}

/** None at a bank that is never asked with the receiver's account. */
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
 * One that is down, or that may yet be called down: also while the lookup was under way, so that the message says what is
 * waited for.
 */
function bankToWaitFor({ isDown }: AnswerDeps, { failure, kind, details }: Failure): Job['bank'] {
  const key = details.providerKey;
  if (kind.fault !== 'bank' || key === undefined) return null;
  return { key, down: failure === 'provider_down' || isDown(key) };
}
