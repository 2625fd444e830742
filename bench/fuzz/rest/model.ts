/** Pictures without a code, read by a hostile AI model: its output must be looked up at the bank and never trusted. */
import fc from 'fast-check';
import sharp from 'sharp';
import {
  type AiOutcome,
  breaksOff,
  detection,
  fails,
  finds,
  pours,
  refuses,
  says,
  sends,
} from '../../../test/support/ai-endpoint.js';
import type { FuzzEnvironment } from '../environment.js';
import { hostileText, hostileValue, jsonBytes, mutatedBytes, mutatedValue } from '../hostile.js';
import { type AnyTarget, target } from '../target.js';
import type { Corpus } from './corpus.js';
import type { Description } from './description.js';
import { createRequestSender } from './request-sender.js';

interface Answered {
  /** For a person to read. */
  words: string;
  outcome: AiOutcome;
}

export function modelAnswers(
  environment: FuzzEnvironment,
  corpus: Corpus,
  description: Description,
): AnyTarget {
  const operation = description.operations.find(({ path }) => path === '/api/verify-image') ?? null;
  const { ask, seen } = createRequestSender(environment, description);
  let pictures = 0;
  return target<Answered>({
    name: 'pictures that a hostile model reads',
    inputs: answers(corpus),
    async fault({ outcome }) {
      pictures += 1;
      environment.model.next(outcome);
      const body = await form(pictures);
      const headers = { 'content-type': 'multipart/form-data; boundary=fuzz' };
      return ask({ method: 'POST', path: '/api/verify-image', key: 'good', headers, body }, operation);
    },
    show: ({ words }) => words,
    runs: { full: 6_000, short: 20 },
    seen: () => `${seen()}, model asked ${environment.model.calls.length} times`,
  });
}

function answers({ references, links, providers }: Corpus): fc.Arbitrary<Answered> {
  const field = (known: readonly string[]) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom<string | null>(null, ...known) },
      { weight: 1, arbitrary: hostileText },
    );
  const found = fc.record({
    bank: field(providers),
    reference: field(references),
    link: field(links),
    account: field(['10000012', '1000000000012']),
    amount: field(['5000', '5000.00', '-1', '1e9']),
    confidence: fc.constantFrom(0, 0.5, 0.9, 1, -1, 2),
  });
  const detections = fc.array(found, { maxLength: 4 }).map((all) => all.map(detection));
  const texts = fc.oneof(
    mutatedValue(detections.map((all) => ({ detections: all }))).map((value) => JSON.stringify(value)),
    hostileValue.map((value) => JSON.stringify(value)),
    hostileText,
  );
  const completion = detections.map((all) =>
    jsonBytes({
      choices: [{ index: 0, message: { role: 'assistant', content: JSON.stringify({ detections: all }) } }],
    }),
  );
  return fc.oneof(
    {
      weight: 4,
      arbitrary: detections.map((all) => ({ words: JSON.stringify(all), outcome: finds(...all) })),
    },
    { weight: 3, arbitrary: texts.map((text) => ({ words: text, outcome: says(text) })) },
    {
      weight: 2,
      arbitrary: mutatedBytes(completion).map((bytes) => {
        const text = Buffer.from(bytes).toString();
        return { words: text, outcome: sends(text) };
      }),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Answered>(
        { words: 'refuses', outcome: refuses() },
        { words: 'pours', outcome: pours() },
        { words: 'breaks off', outcome: breaksOff() },
        { words: 'is no JSON', outcome: sends('<html>', 'text/html') },
        ...[301, 400, 401, 404, 418, 429, 500, 503].map((status) => ({
          words: `answers ${status}`,
          outcome: fails(status),
        })),
      ),
    },
  );
}

/** A different picture each time, because a known one is not read again. */
async function form(nth: number): Promise<Uint8Array> {
  const background = { r: nth % 256, g: (nth >> 8) % 256, b: (nth >> 16) % 256 };
  const picture = await sharp({ create: { width: 120, height: 160, channels: 3, background } })
    .png()
    .toBuffer();
  const head = 'Content-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png';
  return Buffer.concat([Buffer.from(`--fuzz\r\n${head}\r\n\r\n`), picture, Buffer.from('\r\n--fuzz--\r\n')]);
}
