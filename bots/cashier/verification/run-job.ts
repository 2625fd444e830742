/** One run of a job: looks up the member, asks the engine and shows the answer. */
import { isStoreUnavailable } from '#bots/shared/retry.js';
import { Failure, type MemberCaller, type Membership } from '../../../src/engine/index.js';
import { Undeliverable } from '../jobs/deliver.js';
import { type Job, unread } from '../jobs/job.js';
import { type JobContext, type JobsDeps, Replaced } from '../jobs/types.js';
import {
  type InputProblem,
  type Message,
  ofShop,
  renderFailure,
  renderInputProblem,
  renderSlow,
  renderText,
  renderUndone,
  type Words,
} from '../render/index.js';
import { type AnswerDeps, type Answered, answerVerified, withdraw } from './answer.js';
import { answerFailure } from './answer-failure.js';
import type { OwnerNotices } from './notify-owners.js';
import type { Slow } from './slow-reports.js';
import { SharedAmount, type VerifyReceiptDeps, verifyReceipt } from './verify.js';

/** How long a receipt waits while the shop has too many calls waiting. */
const waitingMsMax = 10 * 60_000;

interface RunJobDeps extends VerifyReceiptDeps, AnswerDeps {
  ownerNotices: OwnerNotices;
}

export function createRunJob(deps: RunJobDeps): JobsDeps['runJob'] {
  return async (context) => {
    const { job, signal } = context;
    const words = deps.vocabulary.of(job.locale);
    try {
      const membership = await membershipOf(deps, context);
      // Removed meanwhile: the answer says so, and nothing about the receipt.
      if (membership === null) {
        await context.answer(renderText(words, 'no-longer-member'));
        return { kind: 'done' };
      }
      if (job.undone) {
        const row = await deps.engine.shops.row(job.shop, job.book?.row ?? '');
        const message = row ? renderUndone(words, row, deps.setting()) : renderText(words, 'error-unknown');
        await context.answer(message);
        return { kind: 'done' };
      }
      const uncheckable = renderUncheckable(words, job);
      if (uncheckable !== null) {
        if (job.told !== undefined) await withdraw(deps, context, job.told);
        await context.answer(uncheckable);
        return { kind: 'done' };
      }
      const answered = await answer(deps, context, membership, words);
      const { givenUp, cases } = answered;
      if (givenUp) await context.save({ givenUp });
      if (cases !== job.cases) await context.save({ cases });
      const message = await withShopName(deps, context, membership, words, answered.message);
      await showAnswer(deps, context, { ...answered, message });
      return { ...answered.next, told: answered.accepted };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof Failure && isStoreUnavailable(error)) showUnavailable(deps, context, words, error);
      if (isFull(error)) await showWaiting(context, words);
      throw error;
    }
  };
}

/** Names the shop in the answer if the person has several. */
async function withShopName(
  { engine }: RunJobDeps,
  { job }: JobContext,
  { shop }: Membership,
  words: Words,
  message: Message,
): Promise<Message> {
  if (job.group) return message;
  const { memberships } = await engine.shops.ofPerson(job.person);
  return memberships.length > 1 ? ofShop(words, shop, message, { below: true }) : message;
}

async function membershipOf({ engine }: RunJobDeps, { job }: JobContext): Promise<Membership | null> {
  const { memberships } = await engine.shops.ofPerson(job.person);
  return memberships.find(({ shop }) => shop.id === job.shop) ?? null;
}

/** Message for a receipt that is neither checked nor accepted; null for others. */
function renderUncheckable(words: Words, job: Job): Message | null {
  if (job.dropped) return renderText(words, 'checking-dropped');
  const problem = problemOf(job);
  return problem && renderInputProblem(words, problem);
}

/** Why the amount cannot be compared. */
function problemOf({ expected, shared = false }: Job): InputProblem | null {
  if (expected === unread) return 'bad_amount';
  return shared && expected !== null ? 'shared_amount' : null;
}

/** Shows the answer. If it can never be shown, withdraws the acceptance from the ledger. */
async function showAnswer(
  deps: RunJobDeps,
  context: JobContext,
  { message, accepted }: Answered,
): Promise<void> {
  try {
    await context.answer(message);
  } catch (error) {
    const { job } = context;
    if (accepted !== undefined && accepted !== job.told && wasNeverShown(error)) {
      await withdraw(deps, context, accepted);
    }
    throw error;
  }
}

/** False if the message may have been sent. */
function wasNeverShown(error: unknown): boolean {
  if (error instanceof Undeliverable) return error.failure !== 'late' && !error.detail.unsure;
  return error instanceof Replaced;
}

async function answer(
  deps: RunJobDeps,
  context: JobContext,
  membership: Membership,
  words: Words,
): Promise<Answered> {
  const { shop, member } = membership;
  const { signal } = context;
  const caller: MemberCaller = { kind: 'member', account: shop.id, member: member.id, name: member.name };
  try {
    const onSlow = (slow: Slow) => showSlow(deps, context, words, slow);
    const paid = await verifyReceipt(deps, context, { caller, onSlow });
    // The ledger identifies the receipt by its answer message, so that must exist first.
    await context.messageSent();
    return await answerVerified(deps, context, membership, words, paid);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SharedAmount) {
      await context.save({ shared: true });
      return { message: renderInputProblem(words, 'shared_amount'), next: { kind: 'done' } };
    }
    if (error instanceof Failure) {
      // If the store answers, the picture reader was unavailable, which is an answer.
      if (error.failure === 'unavailable' && !deps.engine.ready()) throw error;
      if (isFull(error) && Date.now() - (context.job.since ?? context.job.at) < waitingMsMax) throw error;
      void deps.ownerNotices.notify(shop.id, error.failure, signal);
    }
    await context.messageSent();
    return await answerFailure(deps, context.job, membership, words, error);
  }
}

/** Whether the plan's limit of waiting calls is reached, which is normal in a busy minute. */
function isFull(error: unknown): error is Failure {
  return error instanceof Failure && error.failure === 'too_many_waiting';
}

/** Shows that the receipt waits. The retry gets a new request id, because the refused one is used up. */
async function showWaiting(context: JobContext, words: Words): Promise<void> {
  context.showProgress(renderText(words, 'checking-waiting')).catch(() => undefined);
  if (context.job.requestId !== null) await context.save({ requestId: null });
}

/** Shows progress; errors are ignored because the answer follows. */
function showSlow(
  { setting }: RunJobDeps,
  context: JobContext,
  words: Words,
  { bank, position }: Slow,
): void {
  context.showProgress(renderSlow(words, { bank, position }, setting())).catch(() => undefined);
}

/** Tells the cashier that the store is unreachable, so that they do not wait for a verdict. */
function showUnavailable({ setting }: RunJobDeps, context: JobContext, words: Words, failure: Failure): void {
  const message = renderFailure(words, failure, setting(), { job: context.job.id });
  context.showProgress({ ...message, buttons: [] }).catch(() => undefined);
}
