/** The extractor as the configuration wants it: what it knows of banks is handed to it here. */
import type { Config } from './config.js';
import { createExtractor } from './extractor/index.js';
import type { AiCall, AiReader, Extractor, Sighting } from './extractor/types.js';
import { readQr } from './providers/qr/index.js';
import { findAll, type ResolveInput, resolve } from './providers/resolve.js';
import type { Provider } from './providers/types.js';

type Settings = Pick<Config, 'EXTRACTOR' | 'OPENAI_API_KEY' | 'OPENAI_BASE_URL' | 'OPENAI_MODEL'>;

/** @param onCall told of every call of the model */
export async function assembleExtractor(
  config: Settings,
  providers: readonly Provider[],
  onCall?: (call: AiCall) => void,
): Promise<Extractor> {
  return createExtractor({
    mode: config.EXTRACTOR,
    ai: await modelOf(config, providers, onCall),
    readCode: (payload) => codeOf(providers, requestOf(readQr(payload)?.request)),
    findReceipts: (text) => (namesReceipt(providers, text) ? [{ text }] : []),
  });
}

/** The client is loaded only where there is a model: it takes megabytes, and a tenth of a second at the start. */
async function modelOf(
  { EXTRACTOR, OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL }: Settings,
  providers: readonly Provider[],
  onCall?: (call: AiCall) => void,
): Promise<AiReader | null> {
  if (EXTRACTOR !== 'openai' || OPENAI_API_KEY === undefined) return null;
  const { createAiReader } = await import('./extractor/openai.js');
  return createAiReader({
    apiKey: OPENAI_API_KEY,
    baseURL: OPENAI_BASE_URL,
    model: OPENAI_MODEL,
    banks: providers,
    resolve: (request) => resolve(providers, request, new Date()),
    ...(onCall && { onCall }),
  });
}

/** Members without a value are left out. */
function requestOf(request: ResolveInput | undefined): Sighting['request'] | null {
  if (!request) return null;
  return Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
}

/** A code with a link to anywhere else is none of a receipt: another one is looked for. */
function codeOf(
  providers: readonly Provider[],
  request: Sighting['request'] | null,
): Sighting['request'] | null {
  const resolved = request && resolve(providers, request, new Date());
  return resolved?.kind === 'unsupported' && resolved.provider === undefined ? null : request;
}

function namesReceipt(providers: readonly Provider[], text: string): boolean {
  const receipts = ['target', 'needs', 'ambiguous'];
  return findAll(providers, text, {}, new Date()).some(({ kind }) => receipts.includes(kind));
}
