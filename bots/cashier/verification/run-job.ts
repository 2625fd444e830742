/** One run of a job: looks up the member, asks the engine and shows the answer. */
import { Failure, type MemberCaller, type Membership } from '../../../src/engine/index.js';
import { Undeliverable } from '../jobs/deliver.js';
import { type Job, unread } from '../jobs/job.js';
import { type JobContext, type JobsDeps, Replaced } from '../jobs/jobs.js';
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
import { type AnswerDeps, type Answered, answerFailure, answerVerified, withdraw } from './answer.js';
import type { Owners } from './notify-owners.js';
import { type LookDeps, SharedAmount, type Slow, verifyReceipt } from './verify.js';

/** How long a receipt waits while the shop has too many calls waiting. */
const waitingMsMax = 10 * 60_000;

export interface WorkDeps extends LookDeps, AnswerDeps {
  owners: Owners;
}

export function createWork(deps: WorkDeps): JobsDeps['work'] {
  return async (desk) => {
    const { job, signal } = desk;
    const words = deps.vocabulary.of(job.locale);
    try {
      const membership = await membershipOf(deps, desk);
      // Removed meanwhile: the person is told so and learns nothing about the receipt.
      if (membership === null) {
        await desk.answer(renderText(words, 'no-longer-member'));
        return { kind: 'done' };
      }
      if (job.undone) {
        const row = await deps.engine.shops.row(job.shop, job.book?.row ?? '');
        const message = row ? renderUndone(words, row, deps.setting()) : renderText(words, 'error-unknown');
        await desk.answer(message);
        return { kind: 'done' };
      }
      const problem = problemOf(job);
      if (problem !== null) {
        if (job.told !== undefined) await withdraw(deps, desk, job.told);
        await desk.answer(renderInputProblem(words, problem));
        return { kind: 'done' };
      }
      const answered = await answer(deps, desk, membership, words);
      const { givenUp, cases } = answered;
      if (givenUp) await desk.save({ givenUp });
      if (cases !== job.cases) await desk.save({ cases });
      const message = await named(deps, desk, membership, words, answered.message);
      await tell(deps, desk, { ...answered, message });
      return { ...answered.next, told: answered.accepted };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof Failure && error.failure === 'unavailable')
        sayUnavailable(deps, desk, words, error);
      if (isFull(error)) await sayWaiting(desk, words);
      throw error;
    }
  };
}

/** Names the shop in the answer if the person has several. */
async function named(
  { engine }: WorkDeps,
  { job }: JobContext,
  { shop }: Membership,
  words: Words,
  message: Message,
): Promise<Message> {
  if (job.group) return message;
  const { memberships } = await engine.shops.ofPerson(job.person);
  return memberships.length > 1 ? ofShop(words, shop, message, { below: true }) : message;
}

async function membershipOf({ engine }: WorkDeps, { job }: JobContext): Promise<Membership | null> {
  const { memberships } = await engine.shops.ofPerson(job.person);
  return memberships.find(({ shop }) => shop.id === job.shop) ?? null;
}

/** Why the amount cannot be compared; such a receipt is not accepted. */
function problemOf({ expected, shared = false }: Job): InputProblem | null {
  if (expected === unread) return 'bad_amount';
  return shared && expected !== null ? 'shared_amount' : null;
}

/** Shows the answer. If it can never be shown, withdraws the acceptance from the ledger. */
async function tell(deps: WorkDeps, desk: JobContext, { message, accepted }: Answered): Promise<void> {
  try {
    await desk.answer(message);
  } catch (error) {
    const { job } = desk;
    if (accepted !== undefined && accepted !== job.told && isNeverTold(error)) {
      await withdraw(deps, desk, accepted);
    }
    throw error;
  }
}

/** False if the message may have been sent. */
function isNeverTold(error: unknown): boolean {
  if (error instanceof Undeliverable) return error.failure !== 'late' && !error.detail.unsure;
  return error instanceof Replaced;
}

async function answer(
  deps: WorkDeps,
  desk: JobContext,
  membership: Membership,
  words: Words,
): Promise<Answered> {
  const { shop, member } = membership;
  const { signal } = desk;
  const caller: MemberCaller = { kind: 'member', account: shop.id, member: member.id, name: member.name };
  try {
    const onSlow = (slow: Slow) => saySlow(deps, desk, words, slow);
    const paid = await verifyReceipt(deps, desk, { caller, onSlow });
    // The ledger identifies the receipt by its answer message, so that must exist first.
    await desk.announced();
    return await answerVerified(deps, desk, membership, words, paid);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SharedAmount) {
      await desk.save({ shared: true });
      return { message: renderInputProblem(words, 'shared_amount'), next: { kind: 'done' } };
    }
    if (error instanceof Failure) {
      // The store is unreachable. If it answers, the picture reader was unavailable, which is an answer.
      if (error.failure === 'unavailable' && !deps.engine.ready()) throw error;
      if (isFull(error) && Date.now() - (desk.job.since ?? desk.job.at) < waitingMsMax) throw error;
      void deps.owners.tell(shop.id, error.failure, signal);
    }
    await desk.announced();
    return await answerFailure(deps, desk.job, membership, words, error);
  }
}

/** The plan's limit of waiting calls is reached: normal in a busy minute. */
function isFull(error: unknown): error is Failure {
  return error instanceof Failure && error.failure === 'too_many_waiting';
}

/** Shows that the receipt waits. The retry gets a new request id, because the refused one is used up. */
async function sayWaiting(desk: JobContext, words: Words): Promise<void> {
  desk.show(renderText(words, 'checking-waiting')).catch(() => undefined);
  if (desk.job.requestId !== null) await desk.save({ requestId: null });
}

/** Shows progress; errors are ignored because the answer follows. */
function saySlow({ setting }: WorkDeps, desk: JobContext, words: Words, { bank, position }: Slow): void {
  desk.show(renderSlow(words, { bank, position }, setting())).catch(() => undefined);
}

/** Tells the cashier that the store is unreachable, so that they do not wait for a verdict. */
function sayUnavailable({ setting }: WorkDeps, desk: JobContext, words: Words, failure: Failure): void {
  const message = renderFailure(words, failure, setting(), { job: desk.job.id });
  desk.show({ ...message, buttons: [] }).catch(() => undefined);
}
