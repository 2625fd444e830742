/** What is said between the service and a process of the reading room. */

import type { Kind } from '../detect-file-type.js';
import type { PdfParts } from '../pdf/pdf-parts.js';
import type { Looked } from '../qr/qr-strategies.js';

/** Work, and what comes of it. */
export interface Works {
  /** An uploaded picture to JPEGs, one of each frame; see `prepare`. */
  picture: { task: { bytes: Uint8Array; kind: Exclude<Kind, 'pdf'> }; result: Uint8Array[] };
  pdf: { task: { bytes: Uint8Array }; result: PdfParts };
  /** See `lookForCodes`. */
  codes: { task: { jpeg: Uint8Array; from: number }; result: Looked };
  /** See `tilesOf`. */
  tiles: { task: { jpeg: Uint8Array }; result: Uint8Array[] };
}

export type Work = keyof Works;

export type Order = { [W in Work]: { work: W } & Works[W]['task'] }[Work];

/** `refusal` is a sentence for the caller (refusals.ts). */
export type Outcome = { value: Works[Work]['result'] } | { refusal: string } | { failed: true };

/** Told when everything is loaded, when an order is begun, when it is done, and when what it left is cleared away. */
export type Word =
  | { said: 'ready'; rssBytes: number }
  | { said: 'begun' }
  | { said: 'done'; outcome: Outcome }
  | { said: 'tidied'; rssBytes: number };
