/** The worker thread that reads PDF text: pdf.js is slow with large files and can be made to loop by hostile ones. */
import type { MessagePort } from 'node:worker_threads';
import { getResolvedPDFJS } from 'unpdf';
import type { PdfText } from '../../providers/types.js';
import { linesOf, withPdf } from './index.js';

export interface ReadTask {
  bytes: Uint8Array;
  /** Told when reading begins, so that waiting for a free thread does not count as reading. */
  started: MessagePort;
}

// Loading pdf.js takes longer than reading a receipt: it is done before the first task comes.
await getResolvedPDFJS();

/** Null when the bytes are no PDF that can be read: damaged, locked with a password, something else. */
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
