/** One run of a job: who asks, what the engine says, what the message says. */
import { Failure, type MemberCaller, type Membership } from '../../../src/engine/index.js';
import { unread } from '../jobs/job.js';
import type { Desk, JobsDeps } from '../jobs/jobs.js';
import {
  renderFailure,
  renderInputProblem,
  renderSlow,
  renderText,
  renderUndone,
  type Words,
} from '../render/index.js';
import { type AnswerDeps, type Answered, answerFailure, answerVerified } from './answer.js';
import { type LookDeps, look, SharedAmount, type Slow } from './look.js';
import type { Owners } from './owners.js';

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
      if (job.expected === unread) {
        await desk.answer(renderInputProblem(words, 'bad_amount'));
        return { kind: 'done' };
      }
      if (job.shared && job.expected !== null) {
        await desk.answer(renderInputProblem(words, 'shared_amount'));
        return { kind: 'done' };
      }
      const { message, next, givenUp, cases } = await answer(deps, desk, membership, words);
      if (givenUp) await desk.save({ givenUp });
      if (cases !== job.cases) await desk.save({ cases });
      await desk.answer(message);
      return next;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof Failure && error.failure === 'unavailable')
        sayUnavailable(deps, desk, words, error);
      throw error;
    }
  };
}

async function membershipOf({ engine }: WorkDeps, { job }: Desk): Promise<Membership | null> {
  const { memberships } = await engine.shops.ofPerson(job.person);
  return memberships.find(({ shop }) => shop.id === job.shop) ?? null;
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
      void deps.owners.tell(shop.id, error.failure, signal);
    }
    await desk.announced();
    return await answerFailure(deps, desk.job, membership, words, error);
  }
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
