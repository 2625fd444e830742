/** Pictures that a model reads as the test says, and misreadings of the numbers in them. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { type Application, buildApplication } from '../../src/app.js';
import { loadConfig } from '../../src/config/index.js';
import { createAiReader } from '../../src/extractor/ai/openai.js';
import type { AiReader, Extractor } from '../../src/extractor/types.js';
import { createProviders } from '../../src/providers/registry.js';
import { resolve } from '../../src/providers/resolve.js';
import type { Provider } from '../../src/providers/types.js';
import { type Example, examples } from '../../src/sandbox/examples.js';
import { type AiOutcome, type Detection, detection, finds, startAiEndpoint } from '../support/ai-endpoint.js';
import { testLog } from '../support/log.js';

const config = {
  EXTRACTOR: 'openai',
  OPENAI_API_KEY: 'sk-test',
  OCR_DAILY_BUDGET: '1000000',
  LOG_LEVEL: 'silent',
};

export interface Seers {
  /** Two processes on one store, the second of which takes up what the first has left. */
  application: Application;
  other: Application;
  banks: readonly Provider[];
  close(): Promise<void>;
}

/** Applications with the real reader of a model's answers, against an endpoint that answers as `picture` says. */
export async function openSeers(store: { url: string }): Promise<Seers> {
  const endpoint = await startAiEndpoint(seer);
  const settings = loadConfig({ ...config, REDIS_URL: store.url, OPENAI_BASE_URL: endpoint.baseURL }, null);
  const banks = createProviders({
    cbeAppId: 'test-app',
    cbeAppVersion: 'test-version',
    siinqeeLinks: settings.SIINQEE_LINK_HOSTS,
  });
  const ai = createAiReader({
    apiKey: 'sk-test',
    baseURL: endpoint.baseURL,
    model: 'stub',
    banks,
    resolve: (request) => resolve(banks, request, new Date()),
  });
  const open = () => buildApplication(settings, { log: testLog(), extractor: withoutCodes(ai) });
  const [application, other] = [await open(), await open()];
  other.engine.startRecovery();
  return {
    application,
    other,
    banks,
    async close() {
      await Promise.all([application.close(), other.close()]);
      await ai.close();
      await endpoint.close();
    },
  };
}

/** Pictures of any bytes, none of which shows a code: the model is asked about every one. */
function withoutCodes(ai: AiReader): Extractor {
  return {
    mode: 'openai',
    prepare: async (uploads, caller) => ({
      caller,
      digests: uploads.map((bytes) => createHash('sha256').update(bytes).digest('hex')),
      jpegs: uploads,
      candidates: async () => [],
    }),
    ask: (pictures, signal) => ai.read(pictures.jpegs, signal),
    close: async () => undefined,
  };
}

let nth = 0;
/** Another picture each time: what the model will say of it. */
export function picture(shown: Partial<Detection>): Uint8Array {
  nth += 1;
  return Buffer.from(JSON.stringify({ detection: detection(shown), nth }));
}

/** A model that says what the test has written into the picture, however many are asked about at once. */
const seer: AiOutcome = (request, response) => {
  const { detection: seen } = JSON.parse(String(request.pictures[0])) as { detection: Detection };
  finds(seen)(request, response);
};

/** What the banks say no to, in every way they have. */
const refusedEndings = ['GONE', 'PEND', 'BACK', 'DIFF'];
export const refused = examples(loadConfig(config, null).SIINQEE_LINK_HOSTS).filter(
  ({ outcome, answer }) => refusedEndings.includes(outcome) && answer !== 'verified',
);

export const ways = ['number', 'unnamed', 'link'] as const;

/** What a model that has misread the number says of it. */
export function readingOf({ provider, body, url }: Example, way: (typeof ways)[number]): Partial<Detection> {
  const link = way === 'link' || !('reference' in body) ? url : null;
  const { reference = null, account = null } = 'reference' in body && way !== 'link' ? body : {};
  return { bank: way === 'unnamed' ? null : provider, reference, link, account };
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** What a model says that has misread one to three characters, at any confidence. */
export const misreadings: fc.Arbitrary<Partial<Detection>> = fc
  .record({
    example: fc.constantFrom(...refused),
    way: fc.constantFrom(...ways),
    exchanges: fc.array(fc.record({ at: fc.nat({ max: 63 }), other: fc.constantFrom(...alphabet) }), {
      minLength: 1,
      maxLength: 3,
    }),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    /** Its ending, which chooses what the bank says. */
    stays: fc.boolean(),
  })
  .map(({ example, way, exchanges, confidence, stays }) => {
    const misread = (text: string | null = null) =>
      text && exchanges.reduce((now, one) => exchanged(now, one, stays ? 4 : 0), text);
    const { reference, link, ...rest } = readingOf(example, way);
    return { ...rest, reference: misread(reference), link: misread(link), confidence };
  });

interface Exchange {
  at: number;
  other: string;
}

/** @param kept how many characters at its end stay */
function exchanged(text: string, { at, other }: Exchange, kept: number): string {
  const end = text.length - kept;
  const place = end - 1 - (at % Math.min(end, 16));
  return text.slice(0, place) + other + text.slice(place + 1);
}
