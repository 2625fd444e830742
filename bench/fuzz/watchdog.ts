/** Monitors the service during fuzzing: alive, event loop not blocked, memory bounded, log without errors. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FuzzEnvironment } from './environment.js';
import type { Outcome } from './target.js';

const everyMs = 1_000;
/** An event loop blocked for longer is a hang for all other callers. */
const silentMsMax = 10_000;
/** Memory of one worker, with its worker threads and the pictures they hold. */
const residentMbMax = 1_024;

interface Pulse {
  /** Stops watching. @returns the observations, as one more outcome */
  end(): Promise<Outcome>;
}

/** A message without Telegram's required members cannot be handled: it is logged and dropped. */
export const forgiven = ['an update could not be handled', 'a message could not be handled'];

/** @param forgiven messages that may be in the log at level error: errors about input that no real sender makes */
export function watch(environment: FuzzEnvironment, name: string, forgiven: readonly string[]): Pulse {
  const over = new AbortController();
  const faults: string[] = [];
  let beats = 0;
  let msMax = 0;
  let megabytesMax = 0;

  async function recordBeat(): Promise<void> {
    const startedAt = performance.now();
    try {
      const answer = await fetch(`${environment.url}/metrics`, { signal: AbortSignal.timeout(silentMsMax) });
      const text = await answer.text();
      for (const [, bytes] of text.matchAll(/^process_resident_memory_bytes(?:\{[^}]*\})? (\S+)/gm))
        megabytesMax = Math.max(megabytesMax, Number(bytes) / 1024 / 1024);
    } catch (error) {
      faults.push(
        `${environment.alive() ? 'the service said nothing' : 'the process has ended'}: ${String(error)}`,
      );
    }
    beats += 1;
    msMax = Math.max(msMax, performance.now() - startedAt);
  }

  const watching = (async () => {
    while (!over.signal.aborted && faults.length === 0) {
      await recordBeat();
      await sleep(everyMs, undefined, { signal: over.signal }).catch(() => undefined);
    }
  })();

  return {
    async end() {
      over.abort();
      await watching;
      await recordBeat();
      if (megabytesMax > residentMbMax) faults.push(`it grew to ${Math.ceil(megabytesMax)} MB`);
      faults.push(...complaints(environment, forgiven));
      const failure =
        faults.length > 0
          ? {
              words: faults.slice(0, 5).join('\n'),
              input: 'the whole run',
              seed: null,
              path: null,
              shrinks: 0,
            }
          : null;
      const seen = `at most ${Math.ceil(megabytesMax)} MB resident`;
      return { name, cases: beats, asked: beats, msMax, seen, failure };
    },
  };
}

/** Errors that the service has logged, and keys that it must not. */
function complaints({ log, keys }: FuzzEnvironment, forgiven: readonly string[]): string[] {
  const lines = log();
  const errors = lines
    .filter(({ level, msg }) => (level === 'error' && !forgiven.includes(String(msg))) || level === 'fatal')
    .map((line) => `it logged ${JSON.stringify(line).slice(0, 1_000)}`);
  const text = JSON.stringify(lines);
  const leaked = [keys.good, keys.slow, keys.capped, keys.revoked].filter((key) => text.includes(key));
  return [...errors, ...leaked.map(() => 'its log holds an API key')];
}
