/** Creates the configured extractor, and gives it the code that recognises receipts of banks. */
import type { Config } from './config/index.js';
import { createExtractor } from './extractor/index.js';
import type { AiCall, AiReader, Extractor, ReferenceCandidate } from './extractor/types.js';
import { readQr } from './providers/qr/index.js';
import { findWritten, type ResolveInput, resolve, type WrittenReference } from './providers/resolve.js';
import type { Provider } from './providers/types.js';

type Settings = Pick<Config, 'EXTRACTOR' | 'OPENAI_API_KEY' | 'OPENAI_BASE_URL' | 'OPENAI_MODEL'>;

/** @param onCall called for every call of the model */
export async function assembleExtractor(
  config: Settings,
  providers: readonly Provider[],
  onCall?: (call: AiCall) => void,
): Promise<Extractor> {
  return createExtractor({
    mode: config.EXTRACTOR,
    ai: await modelOf(config, providers, onCall),
    readCode: (payload) => codeOf(providers, requestOf(readQr(payload)?.request)),
    findReceipts: (text) => receiptsIn(providers, text),
  });
}

/** Loads the client only when a model is configured: it takes megabytes, and a tenth of a second at the start. */
async function modelOf(
  { EXTRACTOR, OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL }: Settings,
  providers: readonly Provider[],
  onCall?: (call: AiCall) => void,
): Promise<AiReader | null> {
  if (EXTRACTOR !== 'openai' || OPENAI_API_KEY === undefined) return null;
  const { createAiReader } = await import('./extractor/ai/openai.js');
  return createAiReader({
    apiKey: OPENAI_API_KEY,
    baseURL: OPENAI_BASE_URL,
    model: OPENAI_MODEL,
    banks: providers,
    resolve: (request) => resolve(providers, request, new Date()),
    ...(onCall && { onCall }),
  });
}

/** Omits members without a value. */
function requestOf(request: ResolveInput | undefined): ReferenceCandidate['request'] | null {
  if (!request) return null;
  return Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
}

/** Null for a code with a link to another site, which belongs to no receipt, so that the search for codes continues. */
function codeOf(
  providers: readonly Provider[],
  request: ReferenceCandidate['request'] | null,
): ReferenceCandidate['request'] | null {
  if (request?.text !== undefined) return textOf(findWritten(providers, request.text, new Date()));
  const resolved = request && resolve(providers, request, new Date());
  return resolved?.kind === 'unsupported' && resolved.provider === undefined ? null : request;
}

function receiptsIn(providers: readonly Provider[], text: string): ReferenceCandidate['request'][] {
  const found = findWritten(providers, text, new Date());
  const kinds = ['target', 'needs', 'ambiguous'];
  const request = found.some(({ resolved }) => kinds.includes(resolved.kind)) ? textOf(found) : null;
  return request ? [request] : [];
}

/** A request with only the words that name receipts: it is cached for a while, and the rest of a document is never stored. */
function textOf(found: readonly WrittenReference[]): ReferenceCandidate['request'] | null {
  const words = found.map(({ request }) => ('url' in request ? request.url : request.reference));
  return words.length > 0 ? { text: words.join('\n') } : null;
}
