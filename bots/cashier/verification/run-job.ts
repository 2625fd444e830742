/** One run of a job: who asks, what the engine says, what the message says. */
import { Failure, type MemberCaller, type Membership } from '../../../src/engine/index.js';
import { Undeliverable } from '../jobs/deliver.js';
import { type Job, unread } from '../jobs/job.js';
import { type Desk, type JobsDeps, Replaced } from '../jobs/jobs.js';
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
import { type LookDeps, look, SharedAmount, type Slow } from './verify.js';

/** For so long since it was asked, a receipt waits for room among the calls of its shop. */
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
      // Whoever was removed meanwhile learns that, and nothing of the receipt.
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

/** To somebody with several shops the answer says which one it was checked for. */
async function named(
  { engine }: WorkDeps,
  { job }: Desk,
  { shop }: Membership,
  words: Words,
  message: Message,
): Promise<Message> {
  if (job.group) return message;
  const { memberships } = await engine.shops.ofPerson(job.person);
  return memberships.length > 1 ? ofShop(words, shop, message, { below: true }) : message;
}

async function membershipOf({ engine }: WorkDeps, { job }: Desk): Promise<Membership | null> {
  const { memberships } = await engine.shops.ofPerson(job.person);
  return memberships.find(({ shop }) => shop.id === job.shop) ?? null;
}

/** Why nothing can be compared, and so nothing accepted. */
function problemOf({ expected, shared = false }: Job): InputProblem | null {
  if (expected === unread) return 'bad_amount';
  return shared && expected !== null ? 'shared_amount' : null;
}

/** The book does not say accepted where nobody was told, and where nobody ever will be. */
async function tell(deps: WorkDeps, desk: Desk, { message, accepted }: Answered): Promise<void> {
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

/** What may stand in the chat all the same counts as told. */
function isNeverTold(error: unknown): boolean {
  if (error instanceof Undeliverable) return error.failure !== 'late' && !error.detail.unsure;
  return error instanceof Replaced;
}

async function answer(deps: WorkDeps, desk: Desk, membership: Membership, words: Words): Promise<Answered> {
  const { shop, member } = membership;
  const { signal } = desk;
  const caller: MemberCaller = { kind: 'member', account: shop.id, member: member.id, name: member.name };
  try {
    const onSlow = (slow: Slow) => saySlow(deps, desk, words, slow);
    const paid = await look(deps, desk, { caller, onSlow });
    // The book knows a receipt again by the message that answers it.
    await desk.announced();
    return await answerVerified(deps, desk, membership, words, paid);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SharedAmount) {
      await desk.save({ shared: true });
      return { message: renderInputProblem(words, 'shared_amount'), next: { kind: 'done' } };
    }
    if (error instanceof Failure) {
      // The store is gone. Where it answers, it is the reader of pictures that has failed.
      if (error.failure === 'unavailable' && !deps.engine.ready()) throw error;
      if (isFull(error) && Date.now() - (desk.job.since ?? desk.job.at) < waitingMsMax) throw error;
      void deps.owners.tell(shop.id, error.failure, signal);
    }
    await desk.announced();
    return await answerFailure(deps, desk.job, membership, words, error);
  }
}

/** As many calls of the shop wait as its plan allows: an ordinary busy minute. */
function isFull(error: unknown): error is Failure {
  return error instanceof Failure && error.failure === 'too_many_waiting';
}

/** It is tried again by itself, under another name: one that was refused says nothing of the next. */
async function sayWaiting(desk: Desk, words: Words): Promise<void> {
  desk.show(renderText(words, 'checking-waiting')).catch(() => undefined);
  if (desk.job.requestId !== null) await desk.save({ requestId: null });
}

/** What cannot be said now is overtaken by the answer. */
function saySlow({ setting }: WorkDeps, desk: Desk, words: Words, { bank, position }: Slow): void {
  desk.show(renderSlow(words, { bank, position }, setting())).catch(() => undefined);
}

/** The store is gone, the chat is not: the cashier must not wait for a verdict that does not come. */
function sayUnavailable({ setting }: WorkDeps, desk: Desk, words: Words, failure: Failure): void {
  const message = renderFailure(words, failure, setting(), { job: desk.job.id });
  desk.show({ ...message, buttons: [] }).catch(() => undefined);
}
