import type { PdfText } from '../providers/types.js';

/** Reads documents away from the event loop. */
export interface DocumentReader {
  /** Text of the first pages of a PDF, by position; null when the bytes are not a PDF that can be read. */
  pdfText(bytes: Uint8Array): Promise<PdfText | null>;
  close(): Promise<void>;
}

/** A picture or document as the caller sent it. */
export type Upload = Uint8Array;

/**
 * Something in a picture that names a receipt. A hint and never a fact: the bank is still asked, and nothing of
 * it is shown as read from a receipt.
 */
export interface Sighting {
  /** To be resolved like anything else a person sends (providers/resolve.ts): exactly one of the first three. */
  request: {
    url?: string;
    reference?: string;
    text?: string;
    provider?: string;
    account?: string;
  };
  /** From 0 to 1. A code that was read is 1. */
  confidence: number;
  /** A QR code, the AI model, or the text layer of a PDF. */
  by: 'qr' | 'ai' | 'text';
}

/** Who wants pictures read: askers take turns. */
export interface Asker {
  /** An account, or the group of addresses that a stranger comes from. */
  name: string;
  /** Without an account. */
  stranger: boolean;
  /** Ends what is read for nobody; its reason is thrown. */
  gone?: AbortSignal | undefined;
}

/** This asker's files took too much time or memory too often. */
export class TooManyEnded extends Error {
  override readonly name = 'TooManyEnded';
  constructor(readonly retryAfterSeconds: number) {
    super(`Too many files ended their reader: again in ${retryAfterSeconds} s.`);
  }
}

/** Why an upload is no picture that can be read. `message` is fit for the caller. */
export class UploadRefused extends Error {
  override readonly name = 'UploadRefused';
  constructor(
    /** Which of the uploads, from 0. */
    readonly index: number,
    message: string,
    /**
     * `heic`, a phone's own format, and `unsupported_type`: a JPEG of the same picture is read. `unread_pages`: the
     * receipt may be on a later page than those that were read.
     */
    readonly why: 'heic' | 'unsupported_type' | 'unread_pages' | 'custom' = 'custom',
  ) {
    super(message);
  }
}

/** Nobody could look: the AI endpoint failed or gave no answer, or no process was free to read. Nothing is charged for it. */
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
   * One request with all the pictures, 20 s in all, one retry included. What no bank knows is left out, so that
   * every sighting resolves to something; the most confident one first. Empty: nothing was found.
   * @throws ExtractorFailed; the reason of `signal` when that has ended the call
   */
  read(jpegs: readonly Uint8Array[], signal?: AbortSignal): Promise<Sighting[]>;
  /** Ends what is running. */
  close(): Promise<void>;
}

/** What came of asking the model once, a retry included. */
export interface AiCall {
  model: string;
  /** `abandoned`: the caller left. */
  outcome: 'answered' | 'abandoned' | ExtractorFailed['fault'];
  /** Of the last HTTP response that was an error; null when there was none. */
  status: number | null;
  /** As the endpoint counts them; 0 where it does not say. */
  promptTokens: number;
  completionTokens: number;
  ms: number;
}

/** What this process has asked the model so far, all doors together. */
export interface AiFigures {
  readonly model: string;
  readonly calls: ReadonlyMap<AiCall['outcome'], number>;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Of a million tokens; undefined where the operator has told none. */
  readonly prices: { prompt: number; completion: number } | undefined;
}

/** Uploads that have been looked at and made ready for reading. */
export interface Pictures {
  /** Who had them prepared. */
  asker: Asker;
  /** SHA-256 of every upload, hex, in their order. */
  digests: readonly string[];
  /** JPEGs of bounded size for the AI model: upright, flattened, pictures and pages of scanned PDFs alike. */
  jpegs: readonly Uint8Array[];
  /**
   * What the uploads show to who looks at pixels and text layers without AI: QR codes first, then texts of PDFs.
   * @throws ExtractorFailed `unreachable` where nobody could look
   */
  sightings(): Promise<Sighting[]>;
}

/** Pictures and PDFs to sightings: docs/api.md#pictures. */
export interface Extractor {
  readonly mode: 'openai' | 'qr' | 'off';
  /**
   * Checks type, size and pixels, turns upright, scales down.
   * @throws UploadRefused; TooManyEnded; ExtractorFailed `unreachable` where nothing can be said of the uploads
   */
  prepare(uploads: readonly Upload[], asker: Asker): Promise<Pictures>;
  /**
   * One request to the AI model with all the pictures. Empty: it looked and found nothing.
   * @throws ExtractorFailed; only to be called where `mode` is `openai`
   */
  ask(pictures: Pictures, signal?: AbortSignal): Promise<Sighting[]>;
  /** Loads ahead what the first picture would have to wait for. */
  warm?(): void;
  close(): Promise<void>;
}
