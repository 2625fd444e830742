/**
 * Receipts whose links allow a few views for ever (docs/architecture.md#view-limited-links). A view that is spent is spent: it is
 * noted before the bank is asked, and what the bank sent is kept before anybody tries to read it.
 */
import type { OutgoingResponse, Realm } from '../egress/types.js';
import type { Target } from '../providers/types.js';
import { type Outcome, unlessFailed } from './flights.js';
import * as names from './store/keys.js';
import { reach } from './store/scripts.js';
import type { StoreConnection } from './store/types.js';

/** A view-limited reference that failed is not fetched again by anyone for 60 s. */
export const coolDownMs = 60_000;

/** What a bank sent for a view-limited link, as it came. */
export interface RawAnswer {
  target: Target;
  realm: Realm;
  /** ISO 8601, UTC. */
  fetchedAt: string;
  response: OutgoingResponse;
}

export interface Views {
  /**
   * Notes that a view is being spent: should this process die now, nobody spends another for a while.
   * @throws Failure of whoever has spent one so lately that this call must not
   */
  spend(receipt: string): Promise<void>;
  keep(receipt: string, raw: RawAnswer): Promise<void>;
  read(receipt: string): Promise<RawAnswer | null>;
  /** Everything that is kept, oldest first. */
  all(): AsyncIterable<RawAnswer>;
}

/** What is said of a view that was spent by a process which then died. */
export const interrupted: Outcome & { kind: 'failed' } = {
  kind: 'failed',
  failure: 'bank_timeout',
  details: {
    message:
      'The lookup was interrupted after the bank had been asked; the link is not opened again at once.',
    retry: 'never',
  },
};

export function createViews({ client }: Pick<StoreConnection, 'client'>): Views {
  async function read(receipt: string): Promise<RawAnswer | null> {
    const text = await reach(client.get(names.rawAnswer(receipt)));
    return text === null ? null : decode(text);
  }

  return {
    read,
    async spend(receipt) {
      const name = names.coolDown(receipt);
      const note = () => client.set(name, JSON.stringify(interrupted), 'PX', coolDownMs, 'NX');
      while ((await reach(note())) === null) {
        const failure = await reach(client.get(name));
        if (failure !== null) unlessFailed(JSON.parse(failure) as Outcome);
      }
    },
    async keep(receipt, raw) {
      await reach(client.set(names.rawAnswer(receipt), encode(raw)));
      await reach(client.zadd(names.rawAnswers(), Date.parse(raw.fetchedAt), receipt));
    },
    async *all() {
      for (const receipt of await reach(client.zrange(names.rawAnswers(), 0, -1))) {
        const raw = await read(receipt);
        if (raw) yield raw;
      }
    },
  };
}

function encode({ response, ...rest }: RawAnswer): string {
  return JSON.stringify({
    ...rest,
    response: { ...response, body: Buffer.from(response.body).toString('base64') },
  });
}

function decode(text: string): RawAnswer {
  const { response, ...rest } = JSON.parse(text) as RawAnswer & { response: { body: string } };
  return { ...rest, response: { ...response, body: Buffer.from(String(response.body), 'base64') } };
}
