/** What the bot does by itself while it plays, at intervals; each must bear being done by the next process again. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kit } from './deps.js';

const hourMs = 3_600_000;

interface Chore {
  everyMs: number;
  /** @throws Failure `unavailable`: it is done at the next interval */
  run(): Promise<void>;
}

function choresOf({ engine }: Kit): Chore[] {
  const notebook = engine.notebook('cashier');
  return [
    {
      // Looking at notes removes those whose time is over.
      everyMs: hourMs,
      run: async () =>
        void (await Promise.all(['job', 'inbox', 'alert'].map((section) => notebook.all(section)))),
    },
  ];
}

/** Does all chores until `lost` aborts. One that fails is told in the log and keeps nobody from anything. */
export async function doChores(kit: Kit, lost: AbortSignal): Promise<void> {
  await Promise.all(choresOf(kit).map((chore) => repeat(chore, kit, lost)));
}

async function repeat({ everyMs, run }: Chore, { log }: Kit, lost: AbortSignal): Promise<void> {
  while (!lost.aborted) {
    await sleep(everyMs, undefined, { signal: lost }).catch(() => undefined);
    if (lost.aborted) return;
    await run().catch((error: unknown) => {
      log.warn({ component: 'cashier-bot', err: error }, 'a chore of the bot could not be done');
    });
  }
}
