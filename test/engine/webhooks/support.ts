/** Webhooks of an account on a test store, delivered to real servers on loopback. Each `process` stands for one. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, onTestFinished } from 'vitest';
import { createWebhookClient } from '../../../src/egress/webhook-client.js';
import { loadScripts } from '../../../src/engine/store/scripts.js';
import { createArrivals } from '../../../src/engine/webhooks/arrivals.js';
import { createDeliveries } from '../../../src/engine/webhooks/deliveries.js';
import { createDeliveryStore } from '../../../src/engine/webhooks/delivery-store.js';
import { createDisabledEndpoints } from '../../../src/engine/webhooks/disabled-endpoints.js';
import { createEndpointStore } from '../../../src/engine/webhooks/endpoint-store.js';
import { createEventReaders } from '../../../src/engine/webhooks/event-readers.js';
import { createWebhooks } from '../../../src/engine/webhooks/webhooks.js';
import { testLog } from '../../support/log.js';
import { openTestStore, type TestStore } from '../../support/store.js';

interface ReceivedWebhook {
  headers: IncomingHttpHeaders;
  body: string;
}

interface Receiver {
  url: string;
  received: ReceivedWebhook[];
}

/** Records webhooks that arrive, until the test ends; `answer` decides what becomes of them. */
export async function startReceiver(
  answer: (response: ServerResponse, nth: number) => void = (response) => response.end(),
): Promise<Receiver> {
  const received: ReceivedWebhook[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += String(chunk);
    });
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      answer(response, received.length);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received };
}

interface ProcessOptions {
  timeoutMs?: number;
  endpointsMax?: number;
}

export function openProcess(store: TestStore, { timeoutMs = 5_000, endpointsMax }: ProcessOptions = {}) {
  const client = createWebhookClient({ allowLoopback: true, timeoutMs });
  const deliveryStore = createDeliveryStore(store, loadScripts(store.client));
  const deliveries = createDeliveries({
    store: deliveryStore,
    client,
    newClaim: randomUUID,
    attempted: createArrivals(store).record,
    endpointsMax,
    log: testLog(),
    now: Date.now,
  });
  const readers = createEventReaders(store);
  const disabled = createDisabledEndpoints({
    store,
    scripts: loadScripts(store.client),
    endpoints: createEndpointStore(store),
  });
  const parts = { store, deliveryStore, deliveries, readers, disabled, webhookClient: client, now: Date.now };
  const webhooks = createWebhooks(parts);
  return { client, deliveryStore, deliveries, webhooks, disabled };
}

/** A process that delivers, with a store of its own, until the tests of the file are over. */
export async function startProcess(options?: ProcessOptions) {
  const store = await openTestStore();
  const here = openProcess(store, options);
  here.deliveries.start();
  afterAll(async () => {
    await here.deliveries.stop();
    await store.close();
  });
  return { store, ...here };
}

export type WebhookProcess = ReturnType<typeof openProcess>;

let drawn = 0;

/** An event no other test publishes. */
export function eventOf(account: string, subject = `request ${++drawn}`) {
  return { account, type: 'verification.completed', subject, at: Date.now(), data: `{"id":"${subject}"}` };
}
