import type { PdfText } from '../providers/types.js';

/** Reads PDFs in worker threads. */
export interface DocumentReader {
  /** Text of a PDF's first pages, by position; null when the PDF cannot be read. */
  pdfText(bytes: Uint8Array): Promise<PdfText | null>;
  close(): Promise<void>;
}

/** A picture or document as sent. */
export type Upload = Uint8Array;

/**
 * A possible reference of a receipt, read from a picture. A hint, never a fact: the bank is still asked, and no part of it is
 * shown as receipt data.
 */
export interface ReferenceCandidate {
  /** Resolved like other input (providers/resolve.ts): exactly one of the first three. */
  request: {
    url?: string;
    reference?: string;
    text?: string;
    provider?: string;
    account?: string;
  };
  /** From 0 to 1. */
  confidence: number;
  /** A QR code, the AI model, or the text layer of a PDF. */
  by: 'qr' | 'ai' | 'text';
}

/** The caller of a reading; callers take turns. */
export interface DecoderCaller {
  /** An account, or the address group of an anonymous caller. */
  name: string;
  /** True without an account. */
  anonymous: boolean;
  /** Aborts the reading; its reason is thrown. */
  gone?: AbortSignal | undefined;
}

/** This caller's files exceeded the time or memory limits too often. */
export class TooManyEnded extends Error {
  override readonly name = 'TooManyEnded';
  constructor(readonly retryAfterSeconds: number) {
    super(`Too many files ended their reader: again in ${retryAfterSeconds} s.`);
  }
}

/** An upload was rejected. `message` is fit for the caller. */
export class UploadRefused extends Error {
  override readonly name = 'UploadRefused';
  constructor(
    /** Index of the upload, from 0. */
    readonly index: number,
    message: string,
    /**
     * `heic` and `unsupported_type`: a JPEG of the same picture can be read. `unread_pages`: the receipt may be on a page
     * after those that were read.
     */
    readonly why: 'heic' | 'unsupported_type' | 'unread_pages' | 'custom' = 'custom',
  ) {
    super(message);
  }
}

/** The AI endpoint failed, or no decoder process was free. The call is not charged. */
export class ExtractorFailed extends Error {
  override readonly name = 'ExtractorFailed';
  constructor(
    readonly fault: 'timeout' | 'refused' | 'rate_limited' | 'server_error' | 'bad_answer' | 'unreachable',
    options?: ErrorOptions,
  ) {
    super(`The extractor failed: ${fault}.`, options);
  }
}

/** The AI model behind an OpenAI-compatible endpoint. */
export interface AiReader {
  /**
   * One request with all pictures, at most 20 s including one retry. Results unknown to every bank are dropped, so each
   * candidate resolves; the most confident one is first. Empty: nothing found.
   * @throws ExtractorFailed; the reason of `signal`
   */
  read(jpegs: readonly Uint8Array[], signal?: AbortSignal): Promise<ReferenceCandidate[]>;
  /** Aborts running calls. */
  close(): Promise<void>;
}

/** Outcome of one model call, including its retry. */
export interface AiCall {
  model: string;
  /** `abandoned`: the caller disconnected. */
  outcome: 'answered' | 'abandoned' | ExtractorFailed['fault'];
  /** Status of the last HTTP error; null when there was none. */
  status: number | null;
  /** As reported by the endpoint; 0 when absent. */
  promptTokens: number;
  completionTokens: number;
  ms: number;
}

/** Model usage of this process, API and bots together. */
export interface AiFigures {
  readonly model: string;
  readonly calls: ReadonlyMap<AiCall['outcome'], number>;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Prices per million tokens; undefined when not configured. */
  readonly prices: { prompt: number; completion: number } | undefined;
}

/** Uploads checked and prepared for reading. */
export interface Pictures {
  /** The caller. */
  caller: DecoderCaller;
  /** SHA-256 of each upload, hex, in order. */
  digests: readonly string[];
  /** JPEGs of bounded size for the AI model: upright, flattened, pictures and pages of scanned PDFs alike. */
  jpegs: readonly Uint8Array[];
  /**
   * Candidates found without AI: QR codes first, then text in PDFs.
   * @throws ExtractorFailed `unreachable` when no decoder process was available
   */
  candidates(): Promise<ReferenceCandidate[]>;
}

/** Extracts candidates from pictures and PDFs (docs/api.md#pictures). */
export interface Extractor {
  readonly mode: 'openai' | 'qr' | 'off';
  /**
   * Checks type, size and pixels, rotates upright, scales down.
   * @throws UploadRefused; TooManyEnded; ExtractorFailed `unreachable` when no decoder process was available
   */
  prepare(uploads: readonly Upload[], caller: DecoderCaller): Promise<Pictures>;
  /**
   * One request to the AI model with all pictures. Empty: nothing found.
   * @throws ExtractorFailed; call only when `mode` is `openai`
   */
  ask(pictures: Pictures, signal?: AbortSignal): Promise<ReferenceCandidate[]>;
  /** Preloads what the first picture would wait for. */
  warm?(): void;
  close(): Promise<void>;
}
