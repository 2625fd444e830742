/** What the service itself gives away to try: examples of every bank, pictures of their receipts, ids of its requests. */
import fc from 'fast-check';
import type { FuzzHouse } from '../house.js';
import type { Hints } from './values.js';

export interface Corpus {
  /** Bodies of POST /api/verify that lead to a receipt, or to one of the troubles a bank can make. */
  asks: readonly Record<string, unknown>[];
  links: readonly string[];
  references: readonly string[];
  providers: readonly string[];
  /** PNGs with a QR code in them, and what is no picture at all. */
  pictures: readonly Uint8Array[];
  /** Of requests that were answered 202. */
  requestIds: readonly string[];
}

interface Examples {
  examples: {
    provider: string;
    reference: string;
    url: string;
    outcome: string;
    body: Record<string, unknown>;
  }[];
}

/** Outcomes that keep a caller, and a place in the bank's line, for seconds: a few will do. */
const slow = ['HANG', 'SLOW', 'HUGE'];

export async function readCorpus({ url, keys }: FuzzHouse): Promise<Corpus> {
  const { examples } = (await (await fetch(`${url}/sandbox`)).json()) as Examples;
  const quick = examples.filter(({ outcome }) => !slow.includes(outcome));
  const some = [...quick, ...examples.filter(({ outcome }) => slow.includes(outcome)).slice(0, 3)];
  const pictures = await Promise.all(
    ['telebirr', 'boa', 'cbe'].map(async (provider) => {
      const reference = examples.find((one) => one.provider === provider)?.reference ?? '';
      return new Uint8Array(
        await (await fetch(`${url}/sandbox/screenshots/${provider}/${reference}.png`)).arrayBuffer(),
      );
    }),
  );
  const requestIds = await Promise.all(
    quick.slice(0, 4).map(async ({ body }) => {
      const answer = await fetch(`${url}/api/verify`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': keys.good },
        body: JSON.stringify({ ...body, waitMs: 0 }),
      });
      return ((await answer.json()) as { requestId?: string | null }).requestId ?? '';
    }),
  );
  return {
    asks: some.map(({ body }) => body),
    links: some.map((one) => one.url),
    references: some.map(({ reference }) => reference),
    providers: [...new Set(some.map(({ provider }) => provider))],
    pictures: [...pictures, ...noPictures],
    requestIds: requestIds.filter((id) => id !== ''),
  };
}

/** Empty, cut short, of an absurd size, or of another kind than they say. */
const noPictures: readonly Uint8Array[] = [
  Buffer.alloc(0),
  Buffer.from('GIF89a'),
  Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF'),
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
  // A PNG that says it is 60,000 pixels wide and high.
  Buffer.from('89504e470d0a1a0a0000000d4948445200 00ea60 0000ea60 0806000000'.replaceAll(' ', ''), 'hex'),
  Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'),
  Buffer.from('RIFF\x24\x00\x00\x00WEBPVP8 ', 'latin1'),
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1e9" height="1e9"><text>&a;</text></svg>'),
];

/** Members whose meaning no schema tells. */
export function hintsOf({ links, references, providers, pictures }: Corpus): Hints {
  const reference = fc.constantFrom(...references);
  return {
    url: fc.constantFrom(...links),
    reference,
    text: fc.oneof(
      fc.constantFrom(...links).map((link) => `Dear customer, see ${link}. Thank you`),
      reference.map((one) => `ref ${one}`),
    ),
    provider: fc.constantFrom(...providers),
    account: fc.constantFrom('10000012', '20036', '1000000000012'),
    phone: fc.constantFrom('251900000001', '0900000001'),
    waitMs: fc.constantFrom(0, 1, 500, -1, 1e300),
    imageBase64: fc.constantFrom(...pictures).map((bytes) => Buffer.from(bytes).toString('base64')),
    requestId: fc.uuid(),
  };
}
