/** Messages between the service and a decoder process. */

import type { Kind } from '../detect-file-type.js';
import type { PdfParts } from '../pdf/pdf-parts.js';
import type { Looked } from '../qr/qr-strategies.js';

/** Jobs and their results. */
export interface Works {
  /** An uploaded picture to JPEGs, one per frame; see `prepare`. */
  picture: { task: { bytes: Uint8Array; kind: Exclude<Kind, 'pdf'> }; result: Uint8Array[] };
  pdf: { task: { bytes: Uint8Array }; result: PdfParts };
  /** See `lookForCodes`. */
  codes: { task: { jpeg: Uint8Array; from: number }; result: Looked };
  /** See `tilesOf`. */
  tiles: { task: { jpeg: Uint8Array }; result: Uint8Array[] };
}

export type Work = keyof Works;

export type Order = { [W in Work]: { work: W } & Works[W]['task'] }[Work];

/** `refusal` is a message for the caller (upload-errors.ts). */
export type Outcome = { value: Works[Work]['result'] } | { refusal: string } | { failed: true };

/** Sent when loaded, when a job starts, when it ends, and after garbage collection. */
export type Word =
  | { said: 'ready'; rssBytes: number }
  | { said: 'begun' }
  | { said: 'done'; outcome: Outcome }
  | { said: 'tidied'; rssBytes: number };
