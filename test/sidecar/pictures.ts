/** A client that sends pictures over real HTTP, and pictures to send. */
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll } from 'vitest';
import { screen } from '../extractor/pictures.js';
import { openTestStore, type TestStore } from '../support/store.js';
import { openEnvironment, type TestEnvironment } from './environment.js';

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: whatever JSON the service answers
  body: any;
}

/** Makes the environment listen. */
export async function listen({ app }: TestEnvironment): Promise<string> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

async function send(base: string, key: string, init: RequestInit): Promise<Answer> {
  const headers = { 'x-api-key': key, ...(init.headers as Record<string, string>) };
  const response = await fetch(`${base}/api/verify-image`, { method: 'POST', ...init, headers });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

function json(body: unknown): RequestInit {
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

export function form(fields: Record<string, string>, ...pictures: Buffer[]): RequestInit {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  for (const bytes of pictures) body.append('picture', new Blob([new Uint8Array(bytes)]), 'receipt.png');
  return { body };
}

export const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

/** A screen with the codes of these receipts below one another, equally sure. */
export async function severalReceipts(
  { post }: Pick<TestEnvironment, 'post'>,
  key: string,
  references: readonly string[],
): Promise<Buffer> {
  const codes = await Promise.all(
    references.map(async (reference, row) => {
      const { resolvedUrl } = (await post(key, { reference }, '/api/resolve')).json();
      return { text: resolvedUrl, left: 100, top: 200 + 1_000 * row, module: 8 };
    }),
  );
  return await (await screen(codes)).png().toBuffer();
}

/** Another picture for every shade, without a code. */
export async function blank(shade: number): Promise<Buffer> {
  const background = { r: shade, g: 200, b: 100 };
  return await sharp({ create: { width: 200, height: 300, channels: 3, background } })
    .png()
    .toBuffer();
}

let drawn = 0;

/** A reference no other test of the process has used, its screenshot with a code in it, and what the bank then says. */
async function receipt(
  environment: TestEnvironment,
  outcome = '',
): Promise<{ reference: string; picture: Buffer }> {
  drawn += 1;
  const reference = `DKK${String(drawn).padStart(7 - outcome.length, '0')}${outcome}`;
  const response = await environment.get(`/sandbox/screenshots/telebirr/${reference}.png`);
  if (response.statusCode !== 200) throw new Error(`no screenshot: ${response.statusCode}`);
  return { reference, picture: response.rawPayload };
}

/** What has been counted for the key's account. */
async function spent(
  environment: TestEnvironment,
  key: string,
): Promise<{ reads: number; verifications: number }> {
  const { screenshots, verifications } = await environment.engine.usage(key);
  return { reads: screenshots.used, verifications: verifications.used };
}

interface PictureEndpoint {
  readonly store: TestStore;
  /** No model: codes only, as a fresh clone has it. */
  readonly environment: TestEnvironment;
  readonly base: string;
  /** Where no key is given, it is one of a shop that may ask as often as it likes. */
  send(init: RequestInit, as?: string): Promise<Answer>;
  json(body: unknown, as?: string): Promise<Answer>;
  receipt(outcome?: string): ReturnType<typeof receipt>;
  spent(of: string, at?: TestEnvironment): ReturnType<typeof spent>;
  hits(reference: string): Promise<number>;
}

/** POST /api/verify-image of an environment that is open while the tests of a file run. */
export function usePictureEndpoint(): PictureEndpoint {
  let store: TestStore;
  let environment: TestEnvironment;
  let base: string;
  let key: string;
  beforeAll(async () => {
    store = await openTestStore();
    environment = await openEnvironment({}, { url: store.url, close: async () => undefined });
    base = await listen(environment);
    ({ key } = await environment.mint({ plan: 'shop', rate: 100_000 }));
  });
  afterAll(async () => {
    await environment?.close();
    await store?.close();
  });
  return {
    get store() {
      return store;
    },
    get environment() {
      return environment;
    },
    get base() {
      return base;
    },
    send: (init, as = key) => send(base, as, init),
    json: (body, as = key) => send(base, as, json(body)),
    receipt: (outcome) => receipt(environment, outcome),
    spent: (of, at = environment) => spent(at, of),
    hits: (reference) => environment.engine.sandbox.hits('telebirr', reference),
  };
}
