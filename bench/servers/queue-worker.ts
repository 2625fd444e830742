/** A process with two waiters in a bank's queue; reports when it held the slot. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '../../src/engine/store/connection/connect.js';
import { createNotifier } from '../../src/engine/store/pubsub.js';
import { loadScripts } from '../../src/engine/store/scripts.js';
import { createBankQueue, QueuePlace } from '../../src/engine/verification/bank-queue.js';
import { createLog } from '../../src/log.js';
import type { Report, Turn } from '../queue.js';

const turnsEach = 150;
const warmUpTurns = 20;
const slotMs = 2;

const redisUrl = `unix://${process.env.REDIS}`;
const log = createLog('error');
const store = await openStore({ redisUrl, dataDir: 'unused', production: false, log });
const notifier = createNotifier(store);
const bankQueue = createBankQueue(loadScripts(store.client), notifier);
// The notifier connects in the background; until then, slots are found by polling.
await sleep(500);

const pings: number[] = [];
for (let nth = 0; nth < turnsEach; nth += 1) {
  const startedAt = now();
  await store.client.ping();
  pings.push(now() - startedAt);
}
process.send?.('ready');
await once(process, 'message');
const turns = (await Promise.all([stand(), stand()])).flat();
process.send?.({ turns, pings } satisfies Report, () => process.exit(0));

async function stand(): Promise<Turn[]> {
  const turns: Turn[] = [];
  for (let nth = 0; nth < turnsEach; nth += 1) {
    const turn = {
      call: notifier.callId(),
      owner: 'bench',
      place: new QueuePlace(),
      priority: 2,
      deadline: Number.POSITIVE_INFINITY,
    };
    const slot = await bankQueue.acquire('sandbox:bench', 1, turn);
    const from = now();
    await sleep(slotMs);
    const to = now();
    await slot.release();
    if (nth >= warmUpTurns) turns.push({ from, to });
  }
  return turns;
}

/** The clock of the machine, which all its processes share, µs. */
function now(): number {
  return Number(process.hrtime.bigint() / 1000n);
}
