/** `deresegn read`: a picture, through the extractor, as a real process. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEnvironment } from '../sidecar/environment.js';
import { builtCli } from '../support/built.js';
import { startProcess } from '../support/processes.js';
import { temporaryDirectory } from '../support/redis.js';
import { openTestStore, type TestStore } from '../support/store.js';

let store: TestStore;
let directory: string;
let screenshot: string;
let blank: string;

beforeAll(async () => {
  store = await openTestStore();
  directory = await temporaryDirectory();
  screenshot = join(directory, 'receipt.png');
  blank = join(directory, 'blank.png');
  const environment = await openEnvironment({}, { url: store.url, close: async () => undefined });
  try {
    await writeFile(
      screenshot,
      (await environment.get('/sandbox/screenshots/telebirr/DKK4A1B2C3.png')).rawPayload,
    );
  } finally {
    await environment.close();
  }
  await sharp({ create: { width: 60, height: 90, channels: 3, background: '#fff' } }).toFile(blank);
});
afterAll(async () => {
  await store.close();
  await rm(directory, { recursive: true, force: true });
});

async function read(...args: string[]) {
  const child = startProcess(builtCli, ['read', ...args], { env: { REDIS_URL: store.url } });
  const code = await child.end();
  return { code, stdout: child.stdout(), stderr: child.stderr() };
}

it('tells what a picture shows, asks no bank and counts nothing', async () => {
  const { code, stdout } = await read(screenshot, '--json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    ok: true,
    detections: [{ provider: 'telebirr', reference: 'DKK4A1B2C3', url: null, confidence: 1, by: 'qr' }],
  });
  const lines = (await read(screenshot)).stdout.split('\n');
  expect(lines[1]).toMatch(/^telebirr +DKK4A1B2C3 +- +1\.00 +qr$/);
  expect(await store.client.keys('*reads*')).toEqual([]);
});

it.each([
  [
    'a picture without a code',
    () => blank,
    'ai_not_configured',
    /Only QR codes and text in PDFs are read here/,
  ],
  ['what is no picture', () => import.meta.filename, 'invalid_request', /not a JPEG, PNG or WebP/],
])('%s is an error, and exit code 1', async (_what, file, errorCode, said) => {
  const { code, stdout } = await read(file(), '--json');
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { code: errorCode } });
  const plain = await read(file());
  expect(plain).toMatchObject({ code: 1, stdout: '' });
  expect(plain.stderr.trim().split('\n')).toHaveLength(1);
  expect(plain.stderr).toMatch(said);
});

it('a file that is not there is one plain line', async () => {
  const { code, stderr } = await read(join(directory, 'nowhere.png'));
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'The file cannot be read (ENOENT).\n' });
});
