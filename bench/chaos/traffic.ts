/** Constant traffic: parallel lanes, each repeating one kind of call. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sent } from '../../test/support/telegram/index.js';
import type { CheckingClient } from './checking-client.js';
import type { Client, Environment } from './environment.js';
import type { Expectations, Question } from './expectations.js';
import type { Ending } from './oracle.js';
import { type Bank, references } from './references.js';

/** A message in the chat, and its correct answer. */
export interface Asked {
  sent: Sent;
  reference: string;
  ending: Ending;
  at: number;
}

export class Traffic {
  readonly chatted: Asked[] = [];
  /** An account with a small cap; a new one for every fault. */
  capped: Client & { cap: number; spent: boolean };
  private going = false;
  private lanes: Promise<void>[] = [];

  constructor(
    private readonly environment: Environment,
    private readonly checker: CheckingClient,
    private readonly expectations: Expectations,
  ) {
    this.capped = { ...environment.main, cap: 0, spent: true };
  }

  start(): void {
    this.going = true;
    const { main, second, daily } = this.environment;
    this.lanes = [
      this.lane(60, () => this.fresh('telebirr', main)),
      this.lane(90, () => this.fresh('dashen', second)),
      this.lane(150, () => this.fresh('telebirr', daily)),
      this.lane(40, () => this.repeat()),
      this.lane(120, () => this.refusal()),
      // A bank takes 3 s for it, also when it is requested again after the fault.
      this.lane(600, () => this.checker.ask(question(main, 'telebirr', 'SLOW'))),
      this.lane(300, () => this.promise()),
      this.lane(400, () => this.view(main)),
      this.lane(400, () => this.view(second)),
      this.lane(200, () => this.idempotent()),
      this.lane(300, () => this.together()),
      this.lane(250, () => this.fill()),
      this.lane(500, () => this.strangers()),
      this.lane(1_200, async () => this.chat()),
    ];
  }

  /** Resolves when only 202s and the chat are still unanswered. */
  async stop(): Promise<void> {
    this.going = false;
    await Promise.all(this.lanes);
  }

  /** The answer that the cap is used up is correct once it is. */
  async fill(): Promise<void> {
    const { capped } = this;
    if (capped.spent) return;
    await this.checker.ask(question(capped, 'telebirr', ''), {
      right: (reply) => {
        if (reply.kind !== 'answer' || reply.body.error?.code !== 'quota_exceeded') return false;
        const { used, cap } = reply.body.error;
        if (reply.status !== 429 || used !== capped.cap || cap !== capped.cap) return false;
        capped.spent = true;
        return true;
      },
    });
  }

  private async lane(pauseMs: number, once: () => Promise<unknown>): Promise<void> {
    while (this.going) {
      await once();
      await sleep(pauseMs * (0.5 + Math.random()));
    }
  }

  private async fresh(bank: Bank, client: Client): Promise<void> {
    await this.checker.ask(question(client, bank, Math.random() < 0.1 ? 'XSSX' : ''));
  }

  /** A receipt that was verified once is always answered from the cache. */
  private async repeat(): Promise<void> {
    const all = [...this.expectations.seen.values()];
    const known = all[Math.floor(Math.random() * all.length)];
    if (known) await this.checker.ask(known.question);
  }

  private refusals: Ending[] = ['GONE', 'PEND', 'BACK', 'DIFF', 'BADR'];
  private async refusal(): Promise<void> {
    const [next = 'GONE', ...rest] = this.refusals;
    this.refusals = [...rest, next];
    await this.checker.ask(question(this.environment.main, 'telebirr', next));
  }

  private async promise(): Promise<void> {
    const ending: Ending = Math.random() < 0.7 ? 'SLOW' : Math.random() < 0.5 ? '' : 'GONE';
    const waitMs = Math.random() < 0.5 ? 0 : 500;
    await this.checker.ask(question(this.environment.second, 'telebirr', ending), { waitMs });
  }

  /** A view-limited link: requested from both services at once, then once more. */
  private async view(client: Client): Promise<void> {
    const chance = Math.random();
    const ending: Ending = chance < 0.2 ? 'GONE' : chance < 0.6 ? 'SLOW' : '';
    const one = question(client, 'siinqee', ending);
    const waits = Math.random() < 0.5 ? { waitMs: 0 } : {};
    await Promise.all([this.checker.ask(one, { at: 0, ...waits }), this.checker.ask(one, { at: 1 })]);
    await this.checker.ask(one);
  }

  /** A repeat under the same Idempotency-Key gets the same answer and is not charged. */
  private async idempotent(): Promise<void> {
    const one = question(this.environment.main, 'telebirr', Math.random() < 0.3 ? 'SLOW' : '');
    const idempotencyKey = randomUUID();
    await this.checker.ask(one, { idempotencyKey });
    await this.checker.ask(one, { idempotencyKey });
  }

  /** Two accounts request one receipt at the same time: one of them pays. */
  private async together(): Promise<void> {
    const one = question(this.environment.main, 'telebirr', 'SLOW');
    const other = { ...one, client: this.environment.second };
    await Promise.all([this.checker.ask(one, { at: 0 }), this.checker.ask(other, { at: 1 })]);
  }

  /** Calls without a key, with a wrong key or with a revoked key are refused, whatever fault is active. */
  private async strangers(): Promise<void> {
    const body = { reference: references.telebirr('') };
    const url = this.checker.url('/api/verify');
    const refused =
      (code: string) => (reply: { status: number; body: { error?: { code?: string } | null } }) =>
        reply.status === 401 && reply.body.error?.code === code;
    await this.checker.check({ url, body }, refused('missing_key'));
    await this.checker.check({ url, body, key: 'vk_test_nobody' }, refused('invalid_key'));
    await this.checker.check({ url, body, key: this.environment.revoked }, refused('revoked_key'));
  }

  private chat(): void {
    const ending: Ending = Math.random() < 0.25 ? 'GONE' : Math.random() < 0.3 ? 'SLOW' : '';
    const reference = references.telebirr(ending);
    const sent = this.environment.chat.sends.text(reference);
    this.chatted.push({ sent, reference, ending, at: Date.now() });
  }
}

export function question(client: Client, provider: Bank, ending: Ending): Question {
  const reference = references[provider](ending);
  const body =
    provider === 'siinqee' ? { url: `https://siinqeebank.com/receipt/${reference}` } : { reference };
  return { client, provider, reference, ending, body };
}
