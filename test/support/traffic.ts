/** Constant calls, for tests of responses during failures. */
import { setTimeout as sleep } from 'node:timers/promises';
import { telebirr } from '../engine/support.js';
import type { TestEnvironment } from '../sidecar/environment.js';

export interface Traffic {
  answers: readonly Answer[];
  /** Stops; resolves when the last response has arrived. */
  stop(): Promise<void>;
}

export interface Answer {
  status: number;
  /** Code or reason of a failure. */
  why: string | undefined;
  /** Fetched from the bank and charged. */
  counted: boolean;
  reference: string;
  ms: number;
  /** When it came, by `performance.now()`. */
  at: number;
}

interface Body {
  cached?: boolean;
  error?: { code?: string; reason?: string } | null;
}

/** Half of the calls are for `known` receipts, half for new ones. */
export function startTraffic(
  environment: TestEnvironment,
  key: string,
  known: string,
  callers = 16,
): Traffic {
  const answers: Answer[] = [];
  let running = true;
  const call = async (nth: number) => {
    for (let asked = nth; running; asked += 1) {
      const reference = asked % 2 === 0 ? known : telebirr();
      const startedAt = performance.now();
      const response = await environment.post(key, { reference });
      const { cached, error } = response.json() as Body;
      const at = performance.now();
      answers.push({
        status: response.statusCode,
        why: error?.code ?? error?.reason,
        counted: response.statusCode === 200 && cached === false,
        reference,
        ms: at - startedAt,
        at,
      });
      await sleep(40);
    }
  };
  const calls = Promise.all(Array.from({ length: callers }, (_, nth) => call(nth)));
  return {
    answers,
    async stop() {
      running = false;
      await calls;
    },
  };
}
