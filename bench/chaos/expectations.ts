/** The client's records: its calls, their responses, and the responses still due. */
import { createHash } from 'node:crypto';
import type { Body } from './call.js';
import type { Client } from './environment.js';
import type { Ending, Finding } from './oracle.js';

export interface Question {
  client: Client;
  provider: string;
  reference: string;
  ending: Ending;
  /** Body of the call without `waitMs`. */
  body: object;
}

/** A verified receipt, as the first answer showed it. */
interface Seen {
  question: Question;
  payment: string;
}

/** The charges of one account, according to the answers it got. */
interface Charges {
  /** requestId -> reference of the answers fetched for it (`cached` false). */
  fetched: Map<string, string>;
  /** requestId -> reference of calls answered 202, even if the answer of another call is shown in the end. */
  promised: Map<string, string>;
  /** References of calls whose end does not show who paid: each may have been charged once. */
  unknown: Set<string>;
}

/** Kinds of violations. */
export const violations = ['lost', 'twice', 'view', 'key', 'left', 'slow', 'answer'] as const;
export type Violation = (typeof violations)[number];

/** Limits the violations of a fault that breaks everything. */
const violationsMax = 200;

export class Expectations {
  /** Whether accounts that request one receipt at the same time share one lookup. */
  sharing = true;
  readonly violations: { kind: Violation; what: string }[] = [];
  readonly seen = new Map<string, Seen>();
  /** Without a final answer so far: asked again once everything works. */
  readonly owed = new Map<string, Question>();
  /** 202s without a result so far: path of the poll -> question. */
  readonly promised = new Map<string, Question>();
  /** Results of 202 requests: later polls must return the same. */
  readonly kept: { path: string; question: Question; text: string }[] = [];
  /** View-limited links, with the time of the first call for each, ms. */
  readonly views = new Map<string, number>();
  readonly charges = new Map<string, Charges>();
  /** Answers about a reference so far, to explain a violation. */
  private readonly trails = new Map<string, string[]>();
  /** Number of calls of this fault by outcome: right verdicts, and excused failures. */
  answers = new Map<string, number>();
  /** The slowest 503 to a call for a cached receipt, which waits for the store alone, ms; null when there was none. */
  refusedMs: number | null = null;

  chargesOf(account: string): Charges {
    const charges = this.charges.get(account) ?? {
      fetched: new Map(),
      promised: new Map(),
      unknown: new Set(),
    };
    this.charges.set(account, charges);
    return charges;
  }

  /** Begins the counts of the next fault. */
  turnPage(): void {
    this.answers = new Map();
    this.refusedMs = null;
    this.violations.length = 0;
  }

  count(kind: string): void {
    this.answers.set(kind, (this.answers.get(kind) ?? 0) + 1);
  }

  refusedAfter(ms: number): void {
    this.refusedMs = Math.max(this.refusedMs ?? 0, ms);
  }

  byKind(): Record<Violation, string[]> {
    const all = violations.map((kind) => [
      kind,
      this.violations.filter((one) => one.kind === kind).map(({ what }) => what),
    ]);
    return Object.fromEntries(all) as Record<Violation, string[]>;
  }

  violate(kind: Violation, what: string): void {
    if (this.violations.length < violationsMax) this.violations.push({ kind, what });
  }

  /** Records the end of a call. @param body null if there was no answer */
  enter(question: Question, finding: Finding, body: Body | null): void {
    const { reference, client, provider } = question;
    this.count(
      finding.kind === 'expected' ? (body?.verdict ?? '') : finding.kind === 'wrong' ? 'wrong' : finding.what,
    );
    const trail = this.trails.get(reference) ?? [];
    if (finding.kind === 'wrong') {
      const name = `${provider} ...${reference.slice(-4)} (${question.ending || 'settled'})`;
      this.violate('answer', `${name}: ${finding.what}; before: ${trail.join(', ') || 'nothing'}`);
    }
    trail.push(finding.kind === 'expected' ? finding.kind : finding.what);
    this.trails.set(reference, trail);
    if (finding.kind !== 'expected') {
      this.owed.set(reference, question);
      this.chargesOf(client.account).unknown.add(reference);
      return;
    }
    this.owed.delete(reference);
    if (body?.verdict === 'verified') this.show(question, body);
  }

  /** Checks that a receipt always has the same answer, and is charged once. */
  private show(question: Question, body: Body): void {
    const { reference, client } = question;
    const payment = digest(body.payment);
    const before = this.seen.get(reference);
    if (!before) this.seen.set(reference, { question, payment });
    else if (before.payment !== payment)
      this.violate('lost', `${reference.slice(-4)}: another payment than before`);
    if (body.reference !== reference)
      this.violate('answer', `${reference.slice(-4)}: answered as another reference`);
    if (body.cached !== false) return;
    const { fetched } = this.chargesOf(client.account);
    const id = body.requestId ?? '';
    const rivals = this.sharing ? [...this.charges.values()] : [this.chargesOf(client.account)];
    for (const [other, known] of rivals.flatMap((charges) => [...charges.fetched])) {
      if (known === reference && other !== id)
        this.violate('twice', `${reference.slice(-4)}: charged for twice`);
    }
    fetched.set(id, reference);
  }
}

export function digest(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(value ?? null))
    .digest('hex');
}
