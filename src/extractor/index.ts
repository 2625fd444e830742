/** Extracts receipt candidates from pictures and PDFs (types.ts). */
import { withoutDuplicates } from './candidates.js';
import {
  createDecoderPool,
  type DecoderPool,
  DecodersUnavailable,
  DecodingEnded,
  Refused,
} from './decoder-process/pool.js';
import { isHeic, kindOf } from './detect-file-type.js';
import type { PdfParts } from './pdf/pdf-parts.js';
import type { PreparedPicture } from './prepare.js';
import { isSettled, type QrScan, type ReadCode } from './qr/scan.js';
import {
  type AiReader,
  type DecoderCaller,
  type Extractor,
  ExtractorFailed,
  type Pictures,
  type ReferenceCandidate,
  TooManyEnded,
  type Upload,
  UploadRefused,
} from './types.js';
import { refusals } from './upload-errors.js';

interface ExtractorDeps {
  mode: Extractor['mode'];
  /** Null unless `mode` is `openai`. */
  ai: AiReader | null;
  /** Decodes a QR payload; null when no bank's receipt has such a code. */
  readCode(payload: string): ReferenceCandidate['request'] | null;
  /** Finds receipt references in a text of at most 4,096 characters. */
  findReceipts(text: string): ReferenceCandidate['request'][];
}

/** Limit per file (docs/api.md#pictures). */
const bytesMax = 5 * 1024 * 1024;
/** Pictures per model request: as many as five long screenshots make. A PDF can have many more, and each one costs. */
const tilesMax = 20;
/** Confidence of a code read twice alike, of a code read only once, and of a reference in the text of a PDF. */
const confidences = { twice: 1, once: 0.9, text: 0.9 };

/** A prepared upload. */
interface Prepared {
  /** SHA-256, in hexadecimal. */
  digest: string;
  /** Pictures for the AI model. */
  shown: readonly Uint8Array[];
  /** Pictures to scan for codes, after the quick scan. */
  searched: readonly PreparedPicture[];
  /** Text layer of a PDF, by page. */
  texts: readonly string[];
}

/** Starts processes on first use or on `warm`; `close` ends them. */
export function createExtractor({
  mode,
  ai,
  readCode,
  findReceipts,
}: ExtractorDeps): Extractor & { warm(): void } {
  const pool = createDecoderPool();
  return {
    mode,
    async prepare(uploads, caller) {
      const prepared = await allOrFirstRefusal(
        uploads.map((upload, index) => prepareUpload(pool, caller, upload, index, findReceipts)),
      );
      return picturesOf(pool, caller, prepared, { readCode, findReceipts });
    },
    async ask(pictures, signal) {
      if (!ai) throw new ExtractorFailed('unreachable');
      const tiles: Uint8Array[] = [];
      // A caller who disconnects does not abort it: the result is cached.
      const caller = { ...pictures.caller, gone: undefined };
      for (const jpeg of pictures.jpegs) {
        if (tiles.length >= tilesMax) break;
        tiles.push(...(await pool.do({ work: 'tiles', bytes: jpeg }, caller).catch(poolFailed)));
      }
      return tiles.length > 0 ? await ai.read(tiles.slice(0, tilesMax), signal) : [];
    },
    warm() {
      if (mode !== 'off') pool.warm();
    },
    async close() {
      await Promise.all([pool.close(), ai?.close()]);
    },
  };
}

function picturesOf(
  pool: DecoderPool,
  caller: DecoderCaller,
  prepared: readonly Prepared[],
  { readCode, findReceipts }: Pick<ExtractorDeps, 'readCode' | 'findReceipts'>,
): Pictures {
  return {
    caller,
    digests: prepared.map(({ digest }) => digest),
    jpegs: prepared.flatMap(({ shown }) => shown),
    async candidates() {
      const searched = prepared.flatMap((upload) => upload.searched);
      const codes = await Promise.all(searched.map((picture) => codesOf(pool, caller, picture, readCode)));
      const inTexts = prepared.flatMap(({ texts }) => texts.flatMap(findReceipts));
      const fromTexts: ReferenceCandidate[] = inTexts.map((request) => ({
        request,
        confidence: confidences.text,
        by: 'text',
      }));
      return withoutDuplicates([...codes.flat().sort((a, b) => b.confidence - a.confidence), ...fromTexts]);
    },
  };
}

async function prepareUpload(
  pool: DecoderPool,
  caller: DecoderCaller,
  bytes: Upload,
  index: number,
  findReceipts: ExtractorDeps['findReceipts'],
): Promise<Prepared> {
  const refuse = (message: string, why?: UploadRefused['why']): never => {
    throw new UploadRefused(index, message, why);
  };
  if (bytes.byteLength === 0) return refuse(refusals.empty);
  if (bytes.byteLength > bytesMax) return refuse(refusals.tooLarge);
  const kind = kindOf(bytes);
  if (kind === null)
    return isHeic(bytes) ? refuse(refusals.heic, 'heic') : refuse(refusals.unknown, 'unsupported_type');
  try {
    if (kind === 'pdf') {
      const { digest, parts } = await pool.do({ work: 'pdf', bytes }, caller);
      const hasReceipt =
        parts.pictures.length > 0 || parts.texts.some((text) => findReceipts(text).length > 0);
      return hasReceipt || parts.onlyPages === null
        ? { digest, ...fromPdf(parts) }
        : refuse(refusals.onlyPages(parts.onlyPages), 'unread_pages');
    }
    const { digest, frames } = await pool.do({ work: 'picture', bytes, kind }, caller);
    return { digest, shown: frames.slice(0, 1).map(({ jpeg }) => jpeg), searched: frames, texts: [] };
  } catch (error) {
    if (error instanceof UploadRefused) throw error;
    if (error instanceof Refused) return refuse(error.message);
    if (error instanceof DecodingEnded) return refuse(refusals.tooMuchWork);
    if (error instanceof DecodersUnavailable) return poolFailed(error);
    if (error instanceof TooManyEnded || caller.gone?.aborted) throw error;
    return refuse(kind === 'pdf' ? refusals.pdf : refusals.damaged);
  }
}

function fromPdf({ texts, pictures }: PdfParts): Omit<Prepared, 'digest'> {
  return {
    shown: pictures.filter(({ page }) => page).map(({ jpeg }) => jpeg),
    searched: pictures,
    texts,
  };
}

/** Tries further strategies until a code of a bank's receipt is found, and each code found is certain. */
async function codesOf(
  pool: DecoderPool,
  caller: DecoderCaller,
  { jpeg, scan: first }: PreparedPicture,
  readCode: ExtractorDeps['readCode'],
): Promise<ReferenceCandidate[]> {
  for (let scan = first; ; ) {
    const settled = isSettled(scan.codes.map(({ reads }) => reads));
    const candidates = scan.codes.flatMap((code) => candidateOf(code, readCode));
    if (scan.next === null || (settled && candidates.length > 0)) return candidates;
    const seen = settled ? [] : scan.codes;
    scan = await pool
      .do({ work: 'codes', bytes: jpeg, from: scan.next, seen }, caller)
      .catch((error) => nothingSeen(error, caller, seen));
  }
}

function candidateOf(
  { payload, reads }: ReadCode,
  readCode: ExtractorDeps['readCode'],
): ReferenceCandidate[] {
  const request = readCode(payload);
  return request ? [{ request, confidence: reads > 1 ? confidences.twice : confidences.once, by: 'qr' }] : [];
}

/** For a picture that exceeds its limits, returns the codes seen before; a missing decoder process is a failure. */
function nothingSeen(error: unknown, { gone }: DecoderCaller, seen: readonly ReadCode[]): QrScan {
  if (error instanceof DecodersUnavailable) return poolFailed(error);
  if (error instanceof TooManyEnded || gone?.aborted) throw error;
  return { codes: [...seen], next: null };
}

function poolFailed(cause: unknown): never {
  throw new ExtractorFailed('unreachable', { cause });
}

/** Throws the error of the first rejected upload in request order. */
async function allOrFirstRefusal<T>(running: readonly Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(running);
  const failed = settled.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}
