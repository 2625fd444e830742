/** Callers who hardly pause: each knows what every answer must be, and writes down what is not as it must be. */
import { setTimeout as sleep } from 'node:timers/promises';

interface Traffic {
  /** Calls that were answered as they must be, by kind. */
  readonly good: Readonly<Record<Kind, number>>;
  /** Calls that were not: what was asked, and what came of it. */
  readonly failed: readonly string[];
  /** Receipts that were fetched from a bank for these callers: each is to be counted once. */
  fetched(): number;
  /** Lets every running call finish. */
  stop(): Promise<void>;
}

type Kind = 'cached' | 'uncached' | 'slow' | 'promised and watched' | 'promised and polled' | 'usage';

interface Answer {
  status: number;
  body: { verdict?: string; cached?: boolean; statusUrl?: string; eventsUrl?: string; ok?: boolean };
}

/** A reference that is in the cache before the traffic begins. */
const known = 'DKK7K0A1A1';

interface Callers {
  /** Of whatever stands in front of the service. */
  url: string;
  key: string;
  /** Whether a connection serves more than one call. */
  keepAlive: boolean;
}

export async function startTraffic({ url, key, keepAlive }: Callers): Promise<Traffic> {
  const good = {
    cached: 0,
    uncached: 0,
    slow: 0,
    'promised and watched': 0,
    'promised and polled': 0,
    usage: 0,
  };
  const failed: string[] = [];
  const references = new Set<string>();
  let stopped = false;

  const caller = createCaller(url, { 'x-api-key': key, ...(!keepAlive && { connection: 'close' }) });
  const fresh = (outcome = '') => {
    const reference = referenceOf(references.size, outcome);
    references.add(reference);
    return reference;
  };
  const kinds: Record<Kind, () => Promise<void>> = {
    cached: async () => verified(await caller.verify({ reference: known }), true),
    uncached: async () => verified(await caller.verify({ reference: fresh() }), false),
    slow: async () => verified(await caller.verify({ reference: fresh('SLOW') }), false),
    'promised and watched': async () => caller.watch(await caller.promise(fresh('SLOW'))),
    'promised and polled': async () => caller.poll(await caller.promise(fresh('SLOW'))),
    usage: async () => must((await caller.get('/api/usage')).body.ok === true, 'no usage'),
  };
  const callers: Record<Kind, number> = {
    cached: 4,
    uncached: 4,
    slow: 4,
    'promised and watched': 3,
    'promised and polled': 3,
    usage: 1,
  };

  await kinds.uncached();
  verified(await caller.verify({ reference: known }), false);
  const running = Object.entries(callers).flatMap(([kind, count]) =>
    Array.from({ length: count }, () => repeat(kind as Kind)),
  );
  return {
    good,
    failed,
    fetched: () => references.size + 1,
    async stop() {
      stopped = true;
      await Promise.all(running);
    },
  };

  async function repeat(kind: Kind): Promise<void> {
    while (!stopped) {
      try {
        await kinds[kind]();
        good[kind] += 1;
      } catch (error) {
        failed.push(`${kind}: ${error} ${(error as Error).cause ?? ''} ${new Date().toISOString()}`);
      }
      await sleep(80);
    }
  }
}

type Promised = Required<Pick<Answer['body'], 'statusUrl' | 'eventsUrl'>>;

function createCaller(url: string, common: Record<string, string>) {
  const ask = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const headers = { ...common, ...(init.body && { 'content-type': 'application/json' }) };
    const answer = await fetch(`${url}${path}`, { ...init, headers });
    const text = await answer.text();
    must(text.startsWith('{'), `${answer.status} ${text.slice(0, 200)}`);
    return { status: answer.status, body: JSON.parse(text) as Answer['body'] };
  };
  const verify = (body: object) => ask('/api/verify', { method: 'POST', body: JSON.stringify(body) });
  return {
    verify,
    get: (path: string) => ask(path),
    async promise(reference: string): Promise<Promised> {
      const { status, body } = await verify({ reference, waitMs: 0 });
      must(status === 202 && body.statusUrl && body.eventsUrl, `no promise but ${status}`);
      return body as Promised;
    },
    async poll({ statusUrl }: Promised): Promise<void> {
      for (;;) {
        const answer = await ask(statusUrl);
        if (answer.status !== 202) return verified(answer, false);
        await sleep(200);
      }
    },
    /** As an EventSource does: a stream that ends before the last message is opened again. */
    async watch({ eventsUrl }: Promised): Promise<void> {
      for (;;) {
        const answer = await fetch(`${url}${eventsUrl}`, { headers: common });
        must(answer.status === 200, `no events but ${answer.status}`);
        const messages = [...(await answer.text()).matchAll(/^data: (.*)$/gm)];
        const last = JSON.parse(messages.at(-1)?.[1] ?? '{}') as Answer['body'];
        if (last.verdict !== 'pending') return verified({ status: 200, body: last }, false);
        await sleep(50);
      }
    },
  };
}

function verified({ status, body }: Answer, cached: boolean): void {
  const isGood = status === 200 && body.verdict === 'verified' && body.cached === cached;
  must(isGood, `${status} ${JSON.stringify(body).slice(0, 200)}`);
}

function must(holds: unknown, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}

/** Ten characters, never the known one. */
function referenceOf(nth: number, outcome: string): string {
  const digits = nth.toString(36).toUpperCase();
  return `DKK${outcome === '' ? `${digits.padStart(5, '0')}A1` : `${digits.padStart(3, '0')}${outcome}`}`;
}
