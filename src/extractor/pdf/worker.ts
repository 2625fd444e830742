/** Worker thread that reads PDF text: pdf.js is slow with large files, and hostile files can make it loop. */
import type { MessagePort } from 'node:worker_threads';
import { getResolvedPDFJS } from 'unpdf';
import type { PdfText } from '../../providers/types.js';
import { linesOf, withPdf } from './index.js';

export interface ReadTask {
  bytes: Uint8Array;
  /** Notified when reading begins, so that the wait for a free thread does not count. */
  started: MessagePort;
}

// Loaded before the first task, because loading pdf.js takes longer than reading a receipt.
await getResolvedPDFJS();

/** Null when the PDF cannot be read: damaged, password-protected, or not a PDF. */
export default async function readPdfText({ bytes, started }: ReadTask): Promise<PdfText | null> {
  started.postMessage('started');
  try {
    return { lines: await withPdf(bytes, linesOf) };
  } catch {
    return null;
  } finally {
    started.close();
  }
}
