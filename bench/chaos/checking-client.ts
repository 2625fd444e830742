/** The checking client: sends calls, checks each response, polls each 202 to its end, and records everything. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Ask, type Body, call, type Reply } from './call.js';
import { type Environment, settings } from './environment.js';
import { digest, type Expectations, type Question } from './expectations.js';
import { type Ending, type Excuse, type Finding, type Honest, judge, noExcuse } from './oracle.js';

/** A whole synchronous call: the wait in the queue, two attempts (one may be running when the wait ends), and a margin. */
export const callMsMax = (settings.queueWaitSeconds + 2 * settings.attemptSeconds + 7) * 1000;
/** Added to `waitMs`: at every step the service may need time to notice that the store hangs. */
const promiseMsMax = 10_000;
const pollMs = 400;

/** For a minute no further view is spent: calls get the failure of the lookup that spent one (docs/api.md#view-limited-links). */
const storedFailures: readonly Honest[] = ['bank_timeout', 'bank_unreachable', 'bank_blocked', 'unreadable'];

interface Options {
  waitMs?: number;
  idempotencyKey?: string;
  /** Which of the two services; absent: they take turns. */
  at?: 0 | 1;
  /** Whether an answer is right, whatever the reference. */
  right?: (reply: Reply) => boolean;
  excuse?: Excuse;
}

export class CheckingClient {
  readonly polls = new Set<Promise<void>>();
  /** The service that a load balancer would send no calls to. */
  away: 0 | 1 | null = null;
  /** URL of the service that was suspended in this fault: calls to it may time out. */
  private stood: string | null = null;
  private excuse = noExcuse;
  /** Calls that began before this time (ms) may have met the fault. */
  private excusedUntil = 0;
  private turn = 0;

  constructor(
    private readonly environment: Environment,
    readonly expectations: Expectations,
  ) {}

  /** The service is suspended from now on. */
  standsStill(at: 0 | 1): void {
    this.away = at;
    this.stood = this.environment.apis[at].url;
  }

  /** Sets what is excused from now on. */
  excuses(excuse: Excuse): void {
    this.stood = null;
    this.excuse = excuse;
    this.excusedUntil = Number.POSITIVE_INFINITY;
  }

  /** Failures of calls that begin from now on are not excused. */
  expectsAll(): void {
    this.excusedUntil = Date.now();
  }

  excuseSince(began: number): Excuse {
    return began <= this.excusedUntil ? this.excuse : noExcuse;
  }

  url(path: string, at?: 0 | 1): string {
    this.turn += 1;
    const wanted = at ?? ((this.turn % 2) as 0 | 1);
    return this.environment.apis[wanted === this.away ? ((1 - wanted) as 0 | 1) : wanted].url + path;
  }

  /** @returns the outcome; null for a 202, which is polled to its end */
  async ask(question: Question, options: Options = {}): Promise<Finding | null> {
    const { waitMs, idempotencyKey, at } = options;
    const { client, reference, provider } = question;
    const began = Date.now();
    if (provider === 'siinqee' && !this.expectations.views.has(reference))
      this.expectations.views.set(reference, began);
    const isCached = this.expectations.seen.has(reference) && waitMs === undefined;
    const reply = await call({
      url: this.url('/api/verify', at),
      key: client.key,
      body: { ...question.body, ...(waitMs !== undefined && { waitMs }) },
      msMax: waitMs === undefined ? callMsMax : waitMs + promiseMsMax,
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    });
    if (isCached && reply.kind === 'answer' && reply.status === 503)
      this.expectations.refusedAfter(Date.now() - began);
    if (options.right?.(reply)) {
      this.expectations.count('over the cap');
      return { kind: 'expected' };
    }
    if (waitMs !== undefined && isPromise(reply)) {
      this.follow(reply.body.statusUrl, question, began);
      return null;
    }
    return this.conclude(question, reply, options.excuse ?? this.excuseFor(question, began), began);
  }

  /** Makes a call that is not a verification. @returns the answer, or null for an excused failure */
  async check(
    ask: Omit<Ask, 'msMax'>,
    isRight: (reply: Reply & { kind: 'answer' }) => boolean,
  ): Promise<void> {
    const began = Date.now();
    const reply = await call({ ...ask, msMax: callMsMax });
    if (reply.kind === 'answer' && isRight(reply)) return;
    const finding = this.judge(reply, '', this.excuseSince(began));
    if (finding.kind !== 'excused') {
      const seen = reply.kind === 'answer' ? `${reply.status} ${reply.body.error?.code ?? ''}` : reply.kind;
      this.expectations.violate('answer', `${new URL(ask.url).pathname}: ${seen}`);
    }
  }

  private judge(reply: Reply, ending: Ending, excuse: Excuse): Finding {
    const inVain = reply.kind === 'late' && this.stood !== null && reply.url.startsWith(this.stood);
    return inVain ? { kind: 'excused', what: 'late' } : judge(reply, ending, excuse);
  }

  private conclude(question: Question, reply: Reply, excuse: Excuse, began: number): Finding {
    const finding = timed(this.judge(reply, question.ending, excuse), began, this.excusedUntil);
    this.expectations.enter(question, finding, reply.kind === 'answer' ? reply.body : null);
    return finding;
  }

  private excuseFor({ provider, reference }: Question, began: number): Excuse {
    const excuse = this.excuseSince(began);
    if (provider !== 'siinqee' || !(excuse !== noExcuse || this.expectations.owed.has(reference)))
      return excuse;
    return { ...excuse, failures: [...excuse.failures, ...storedFailures] };
  }

  private follow(path: string, question: Question, began: number): void {
    this.expectations.promised.set(path, question);
    const { promised } = this.expectations.chargesOf(question.client.account);
    promised.set(path.split('/').at(-1) ?? '', question.reference);
    const poll = this.untilKept(path, question, began).finally(() => this.polls.delete(poll));
    this.polls.add(poll);
  }

  private async untilKept(path: string, question: Question, began: number): Promise<void> {
    while (this.expectations.promised.has(path)) {
      await sleep(pollMs);
      const asked = Date.now();
      const reply = await call({ url: this.url(path), key: question.client.key, msMax: promiseMsMax });
      if (isPromise(reply) || !this.expectations.promised.has(path)) continue;
      const notAsked = reply.kind !== 'answer' || reply.body.error?.code === 'unavailable';
      if (notAsked && this.judge(reply, question.ending, this.excuseSince(asked)).kind === 'excused')
        continue;
      this.expectations.promised.delete(path);
      const text = reply.kind === 'answer' ? digest(reply.body) : '';
      this.conclude(question, reply, this.excuseFor(question, began), began);
      if (text !== '') this.expectations.kept.push({ path, question, text });
    }
  }
}

/** Adds to a wrong answer when the call was made and how long it took, as an explanation. */
function timed(finding: Finding, began: number, recovered: number): Finding {
  if (finding.kind !== 'wrong') return finding;
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const since = Number.isFinite(recovered)
    ? `${seconds(began - recovered)} after the recovery`
    : 'in the fault';
  return {
    kind: 'wrong',
    what: `${finding.what}, asked ${since}, told after ${seconds(Date.now() - began)}`,
  };
}

function isPromise(reply: Reply): reply is Reply & { kind: 'answer'; body: Body & { statusUrl: string } } {
  return reply.kind === 'answer' && reply.status === 202 && reply.body.verdict === 'pending';
}
