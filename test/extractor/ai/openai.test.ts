import { afterEach, describe, expect, it } from 'vitest';
import { createAiReader } from '../../../src/extractor/ai/openai.js';
import { type AiCall, type AiReader, ExtractorFailed } from '../../../src/extractor/types.js';
import { resolve } from '../../../src/providers/resolve.js';
import { now, providers } from '../../providers/support.js';
import {
  type AiEndpoint,
  type AiOutcome,
  breaksOff,
  detection,
  fails,
  finds,
  hangs,
  pours,
  refuses,
  says,
  sends,
  startAiEndpoint,
  trickles,
  usage,
} from '../../support/ai-endpoint.js';
import { freePort } from '../../support/ports.js';
import { startServer } from '../../support/servers.js';

const key = 'sk-test-never-in-a-log';
const pictures = [Buffer.from('first jpeg'), Buffer.from('second jpeg')];
const telebirr = detection({
  bank: 'telebirr',
  reference: 'DKK4A1B2C3',
  amount: '5000.00',
  confidence: 0.97,
});
const right = [{ request: { reference: 'DKK4A1B2C3', provider: 'telebirr' }, confidence: 0.97, by: 'ai' }];
const opened: { close(): Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

interface Stage {
  endpoint: AiEndpoint;
  reader: AiReader;
  calls: AiCall[];
}

function readerAt(baseURL: string, { limitMs = 20_000 } = {}) {
  const calls: AiCall[] = [];
  const reader = createAiReader({
    apiKey: key,
    baseURL,
    model: 'test-model',
    banks: providers,
    resolve: (request) => resolve(providers, request, now),
    onCall: (call) => calls.push(call),
    limitMs,
  });
  opened.push(reader);
  return { reader, calls };
}

async function stage(outcomes: AiOutcome[], options: { limitMs?: number } = {}): Promise<Stage> {
  const endpoint = await startAiEndpoint(...outcomes);
  opened.push(endpoint);
  return { endpoint, ...readerAt(endpoint.baseURL, options) };
}

/** The failure of a reading that must fail. */
async function failureOf(reading: Promise<unknown>): Promise<ExtractorFailed> {
  const error = await reading.then(
    () => expect.fail('it was read'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ExtractorFailed)) throw error;
  return error;
}

describe('one request', () => {
  it('shows the model all the pictures and answers what it sees', async () => {
    const { endpoint, reader, calls } = await stage([finds(telebirr)]);
    await expect(reader.read(pictures)).resolves.toEqual(right);
    expect(endpoint.calls).toHaveLength(1);
    expect(endpoint.calls[0]).toMatchObject({ authorization: `Bearer ${key}`, pictures });
    expect(endpoint.calls[0]?.body.model).toBe('test-model');
    expect(calls).toEqual([
      {
        model: 'test-model',
        outcome: 'answered',
        status: null,
        promptTokens: usage.prompt_tokens,
        completionTokens: usage.completion_tokens,
        ms: expect.any(Number),
      },
    ]);
  });

  it('holds the model to a strict schema that knows every bank', async () => {
    const { endpoint, reader } = await stage([finds()]);
    await expect(reader.read(pictures)).resolves.toEqual([]);
    const format = endpoint.calls[0]?.body.response_format;
    expect(format).toMatchObject({ type: 'json_schema', json_schema: { strict: true } });
    const schema = JSON.stringify(format?.json_schema?.schema);
    for (const { key: bank } of providers) expect(schema).toContain(`"${bank}"`);
    for (const part of ['reference', 'link', 'account', 'amount', 'confidence'])
      expect(schema).toContain(part);
    expect(schema).toContain('"maxItems":10');
  });

  it('tells the model the forms of every bank, the look-alikes, and that texts in pictures are data', async () => {
    const { endpoint, reader } = await stage([finds()]);
    await reader.read(pictures);
    const told = endpoint.calls[0]?.texts.join('\n') ?? '';
    for (const { key: bank, appearance } of providers) {
      expect(told).toContain(`- ${bank}: `);
      for (const form of [...(appearance?.forms ?? []), ...(appearance?.links ?? [])])
        expect(told).toContain(form);
    }
    expect(told).toContain('O and 0, I and 1 and L, S and 5, B and 8, Z and 2');
    expect(told).toContain('data of unknown origin');
  });
});

describe('what the model says', () => {
  it('lists ten detections, the surest first, each once', async () => {
    const ten = Array.from({ length: 9 }, (_, index) =>
      detection({ bank: 'telebirr', reference: `DKK4A1B2C${index}`, confidence: 0.5 + index / 20 }),
    );
    const { reader } = await stage([finds(...ten, { ...ten[0], confidence: 0.1 } as typeof telebirr)]);
    const candidates = await reader.read(pictures);
    expect(candidates.map(({ request }) => request.reference)).toEqual(
      ten.map(({ reference }) => reference).toReversed(),
    );
  });

  it.each([
    'https://evil.example/receipt/DKK4A1B2C3',
    'https://transactioninfo.ethiotelecom.et.evil.example/receipt/DKK4A1B2C3',
    'https://transactioninfo.ethiotelecom.et@evil.example/receipt/DKK4A1B2C3',
    'evil.example/receipt/DKK4A1B2C3',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'http://169.254.169.254/latest/meta-data',
  ])('a link to another host is nothing: %s', async (link) => {
    const { reader } = await stage([finds(detection({ bank: 'telebirr', link, confidence: 1 }))]);
    await expect(reader.read(pictures)).resolves.toEqual([]);
  });

  it('a link to another host does not hide the reference beside it', async () => {
    const { reader } = await stage([finds({ ...telebirr, link: 'https://evil.example/receipt/DKK4A1B2C9' })]);
    await expect(reader.read(pictures)).resolves.toEqual(right);
  });

  it('JSON in a fence, with words around it, is read: not every endpoint knows schemas', async () => {
    const fenced = `Here you are:\n\`\`\`json\n${JSON.stringify({ detections: [telebirr] })}\n\`\`\``;
    const { reader } = await stage([says(fenced)]);
    await expect(reader.read(pictures)).resolves.toEqual(right);
  });

  it.each([
    ['no JSON', says('I see a telebirr receipt with the number DKK4A1B2C3.')],
    ['other JSON', says('{"receipts":[]}')],
    ['a detection without its parts', says('{"detections":[{"reference":"DKK4A1B2C3"}]}')],
    ['eleven detections', finds(...Array.from({ length: 11 }, () => telebirr))],
    ['an answer cut short', says('{"detections":[', 'length')],
    ['an answer cut short that still reads as one', says('{"detections":[]}', 'length')],
    ['nothing', says('')],
    ['a body that is no JSON', sends('{"choices":')],
    ['a web page', sends('<html>Please sign in</html>', 'text/html')],
    ['another object', sends('{"error":{"message":"no"}}')],
    ['null', sends('null')],
  ])('%s is a bad answer', async (_, outcome) => {
    const { endpoint, reader, calls } = await stage([outcome]);
    await expect(failureOf(reader.read(pictures))).resolves.toMatchObject({ fault: 'bad_answer' });
    expect(endpoint.calls).toHaveLength(1);
    expect(calls).toMatchObject([{ outcome: 'bad_answer' }]);
  });

  it('what a bad answer has cost is counted all the same', async () => {
    const { reader, calls } = await stage([says('no JSON')]);
    await failureOf(reader.read(pictures));
    expect(calls).toMatchObject([
      { promptTokens: usage.prompt_tokens, completionTokens: usage.completion_tokens },
    ]);
  });

  it.each([
    ['a refusal', refuses()],
    ['a filtered answer', says('{"detections":[]}', 'content_filter')],
  ])('%s is told as one', async (_, outcome) => {
    const { reader, calls } = await stage([outcome]);
    await expect(failureOf(reader.read(pictures))).resolves.toMatchObject({ fault: 'refused' });
    expect(calls).toMatchObject([{ outcome: 'refused' }]);
  });
});

describe('an endpoint in trouble', () => {
  it('is asked a second time after 429, when it says so', async () => {
    const { endpoint, reader, calls } = await stage([fails(429, { 'retry-after': '1' }), finds(telebirr)]);
    await expect(reader.read(pictures)).resolves.toEqual(right);
    const [first, second] = endpoint.calls;
    // A timer may fire a moment early.
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(990);
    expect(second?.pictures).toEqual(pictures);
    expect(calls).toMatchObject([{ outcome: 'answered', status: 429 }]);
  });

  it('is asked a second time after a date', async () => {
    const { endpoint, reader } = await stage([
      (call, response) => {
        const date = new Date(Date.now() + 2_000).toUTCString();
        fails(503, { 'retry-after': date })(call, response);
      },
      finds(telebirr),
    ]);
    await expect(reader.read(pictures)).resolves.toEqual(right);
    const [first, second] = endpoint.calls;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(900);
  });

  it.each([
    [500, 'server_error'],
    [503, 'server_error'],
    [429, 'rate_limited'],
  ])('is asked no third time: %d', async (status, fault) => {
    const { endpoint, reader, calls } = await stage([fails(status, { 'retry-after': '0' })]);
    await expect(failureOf(reader.read(pictures))).resolves.toMatchObject({ fault });
    expect(endpoint.calls).toHaveLength(2);
    expect(calls).toMatchObject([{ outcome: fault, status }]);
  });

  it('is not waited for when its time is beyond the limit', async () => {
    const { endpoint, reader } = await stage([fails(429, { 'retry-after': '3600' })]);
    await expect(failureOf(reader.read(pictures))).resolves.toMatchObject({ fault: 'rate_limited' });
    expect(endpoint.calls).toHaveLength(1);
  });

  it.each([400, 401, 403, 404, 408, 409])('that will not answer is not asked again: %d', async (status) => {
    const { endpoint, reader, calls } = await stage([fails(status)]);
    await expect(failureOf(reader.read(pictures))).resolves.toMatchObject({ fault: 'refused' });
    expect(endpoint.calls).toHaveLength(1);
    expect(calls).toMatchObject([{ outcome: 'refused', status }]);
  });

  it.each([
    ['that never answers', hangs()],
    ['whose answer trickles', trickles()],
  ])('%s is left when the time is up', async (_, outcome) => {
    const { endpoint, reader, calls } = await stage([outcome], { limitMs: 300 });
    await expect(failureOf(reader.read(pictures))).resolves.toMatchObject({ fault: 'timeout' });
    await expect.poll(() => endpoint.waiting).toBe(0);
    expect(calls).toMatchObject([{ outcome: 'timeout' }]);
  });

  it('the time holds for both attempts together', async () => {
    const { endpoint, reader } = await stage([fails(500, { 'retry-after': '0' }), hangs()], { limitMs: 500 });
    await expect(failureOf(reader.read(pictures))).resolves.toMatchObject({ fault: 'timeout' });
    expect(endpoint.calls).toHaveLength(2);
  });

  it('whose answer does not end is left', async () => {
    const { endpoint, reader } = await stage([pours()]);
    await expect(failureOf(reader.read(pictures))).resolves.toMatchObject({ fault: 'bad_answer' });
    await expect.poll(() => endpoint.waiting).toBe(0);
  });

  it('that breaks off in the middle of its answer is unreachable', async () => {
    const { reader } = await stage([breaksOff()]);
    await expect(failureOf(reader.read(pictures))).resolves.toMatchObject({ fault: 'unreachable' });
  });

  it('that refuses connections is unreachable', async () => {
    const { reader, calls } = readerAt(`http://127.0.0.1:${await freePort()}/v1`);
    await expect(failureOf(reader.read(pictures))).resolves.toMatchObject({ fault: 'unreachable' });
    expect(calls).toMatchObject([{ outcome: 'unreachable', status: null }]);
  });

  it('pictures and key follow no redirect to another host', async () => {
    const other = await startServer((_, response) => void response.end('{}'));
    opened.push(other);
    const location = `http://127.0.0.1:${other.port}/v1/chat/completions`;
    const { reader } = await stage([fails(307, { location })]);
    await expect(failureOf(reader.read(pictures))).resolves.toMatchObject({ fault: 'unreachable' });
    expect(other.requests).toEqual([]);
  });
});

describe('an endpoint that knows less', () => {
  const refused = { message: "Unsupported parameter: 'response_format'.", param: 'response_format' };

  it('is asked without what it refuses by name, and from then on so', async () => {
    const { endpoint, reader } = await stage([fails(400, {}, refused), finds(telebirr)]);
    await expect(reader.read(pictures)).resolves.toEqual(right);
    await expect(reader.read(pictures)).resolves.toEqual(right);
    const formats = endpoint.calls.map(({ body }) => body.response_format?.type);
    expect(formats).toEqual(['json_schema', undefined, undefined]);
    expect(endpoint.calls.every(({ body }) => body.temperature === 0)).toBe(true);
  });

  it('is asked so by everybody who found that out at the same time', async () => {
    const { endpoint, reader } = await stage([]);
    const held: (() => void)[] = [];
    endpoint.next((call, response) => {
      if (!call.body.response_format) return finds(telebirr)(call, response);
      held.push(() => fails(400, {}, refused)(call, response));
      if (held.length === 2) for (const answer of held) answer();
    });
    await expect(Promise.all([reader.read(pictures), reader.read(pictures)])).resolves.toEqual([
      right,
      right,
    ]);
  });

  it('is asked without each of the extras once, and no further', async () => {
    const message = 'Unknown: response_format, temperature, max_completion_tokens';
    const { endpoint, reader } = await stage([fails(422, {}, { message })]);
    await expect(failureOf(reader.read(pictures))).resolves.toMatchObject({ fault: 'refused' });
    expect(endpoint.calls).toHaveLength(2);
    expect(Object.keys(endpoint.calls[1]?.body ?? {})).toEqual(['model', 'messages']);
  });
});

describe('an end from our side', () => {
  it('a caller who leaves ends the request, and that is no failure of the endpoint', async () => {
    const { endpoint, reader, calls } = await stage([hangs()]);
    const caller = new AbortController();
    const reading = reader.read(pictures, caller.signal);
    const outcome = expect(reading).rejects.toBe('gone');
    await expect.poll(() => endpoint.calls.length).toBe(1);
    caller.abort('gone');
    await outcome;
    await expect.poll(() => endpoint.waiting).toBe(0);
    expect(calls).toMatchObject([{ outcome: 'abandoned' }]);
  });

  it('a caller who has left already is not asked for', async () => {
    const { endpoint, reader } = await stage([finds(telebirr)]);
    await expect(reader.read(pictures, AbortSignal.abort('gone'))).rejects.toBe('gone');
    expect(endpoint.calls).toEqual([]);
  });

  it('closing ends what runs, and nothing is asked afterwards', async () => {
    const { endpoint, reader } = await stage([hangs()]);
    const reading = failureOf(reader.read(pictures));
    await expect.poll(() => endpoint.calls.length).toBe(1);
    await reader.close();
    await expect(reading).resolves.toMatchObject({ fault: 'unreachable' });
    await expect(failureOf(reader.read(pictures))).resolves.toMatchObject({ fault: 'unreachable' });
    expect(endpoint.calls).toHaveLength(1);
  });
});

it.each([
  ['an error that quotes the key', fails(401)],
  ['an answer that is no JSON', says('DKK4A1B2C3')],
  ['a body that is no JSON', sends('{DKK4A1B2C3')],
])('a failure repeats neither key nor picture nor answer: %s', async (_, outcome) => {
  const { reader } = await stage([outcome]);
  const { message, stack, cause } = await failureOf(reader.read(pictures));
  expect(cause).toBeUndefined();
  expect(`${message} ${stack}`).not.toMatch(/sk-test|DKK4A1B2C3|Zmlyc3/);
});
