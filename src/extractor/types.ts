import type { PdfText } from '../providers/types.js';

/** Reads documents away from the event loop. */
export interface DocumentReader {
  /** Text of the first pages of a PDF, by position; null when the bytes are not a PDF that can be read. */
  pdfText(bytes: Uint8Array): Promise<PdfText | null>;
  close(): Promise<void>;
}
