/** Seed inputs from the service itself: examples of every bank, pictures of receipts, request ids. */
import fc from 'fast-check';
import type { FuzzEnvironment } from '../environment.js';
import type { Hints } from './values.js';

export interface Corpus {
  /** Bodies of POST /api/verify that lead to a receipt, or to one of the failures of a bank. */
  asks: readonly Record<string, unknown>[];
  links: readonly string[];
  references: readonly string[];
  providers: readonly string[];
  receipts: readonly { provider: string; reference: string }[];
  /** PNGs with a QR code, and files that are not pictures. */
  pictures: readonly Uint8Array[];
  /** Ids of requests that were answered 202. */
  requestIds: readonly string[];
}

interface Example {
  provider: string;
  outcome: string;
  request: Record<string, unknown>;
  screenshot: string;
}

interface Resolved extends Example {
  reference: string;
  resolvedUrl: string;
}

/** Outcomes that occupy a caller and a place in the bank's queue for seconds: only a few are used. */
const slow = ['HANG', 'SLOW', 'HUGE'];
const picturesOf = ['telebirr', 'boa', 'cbe'];

/** @throws Error if the service has no examples: then only refusals would be tested */
export async function readCorpus({ url, keys }: FuzzEnvironment): Promise<Corpus> {
  const post = async <T>(path: string, body: unknown): Promise<T> => {
    const headers = { 'content-type': 'application/json', 'x-api-key': keys.good };
    return (await (
      await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    ).json()) as T;
  };
  const { examples } = (await (await fetch(`${url}/sandbox`)).json()) as { examples: Example[] };
  const isSlow = ({ outcome }: Example) => slow.includes(outcome);
  const chosen = [...examples.filter((one) => !isSlow(one)), ...examples.filter(isSlow).slice(0, 3)];
  const some: Resolved[] = await Promise.all(
    chosen.map(async (one) => ({ ...one, ...(await post<Resolved>('/api/resolve', one.request)) })),
  );
  const drawn = some.filter(
    ({ provider, outcome }) => picturesOf.includes(provider) && outcome === 'SETTLED',
  );
  const pictures = await Promise.all(
    drawn.map(async ({ screenshot }) => {
      const answer = await fetch(url + new URL(screenshot).pathname);
      return new Uint8Array(await answer.arrayBuffer());
    }),
  );
  const pending = await Promise.all(
    some
      .slice(0, 6)
      .map(({ request }) => post<{ requestId?: string | null }>('/api/verify', { ...request, waitMs: 0 })),
  );
  const requestIds = pending.flatMap(({ requestId }) => requestId ?? []);
  if (pictures.length === 0 || requestIds.length === 0) throw new Error('the sandbox lists nothing to try');
  return {
    asks: some.map(({ request }) => request),
    links: some.map(({ resolvedUrl }) => resolvedUrl),
    references: some.map(({ reference }) => reference),
    providers: [...new Set(some.map(({ provider }) => provider))],
    receipts: some.map(({ provider, reference }) => ({ provider, reference })),
    pictures: [...pictures, ...noPictures],
    requestIds,
  };
}

/** Empty, truncated, of an absurd size, or of another type than declared. */
const noPictures: readonly Uint8Array[] = [
  Buffer.alloc(0),
  Buffer.from('GIF89a'),
  Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF'),
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
  // A PNG that declares a width and height of 60,000 pixels.
  Buffer.from('89504e470d0a1a0a0000000d4948445200 00ea60 0000ea60 0806000000'.replaceAll(' ', ''), 'hex'),
  Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'),
  Buffer.from('RIFF\x24\x00\x00\x00WEBPVP8 ', 'latin1'),
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1e9" height="1e9"><text>&a;</text></svg>'),
];

/** Members whose meaning is not in a schema. */
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
