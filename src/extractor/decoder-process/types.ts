/** Messages between the service and a decoder process. */

import type { Kind } from '../detect-file-type.js';
import type { PdfParts } from '../pdf/pdf-parts.js';
import type { PreparedPicture } from '../prepare.js';
import type { QrScan, ReadCode } from '../qr/scan.js';

/** Jobs and their results. */
export interface Works {
  /** An uploaded picture, one result per frame; see `prepare`. */
  picture: { task: { bytes: Uint8Array; kind: Exclude<Kind, 'pdf'> }; result: PreparedPicture[] };
  pdf: { task: { bytes: Uint8Array }; result: PdfParts };
  /** See `scanCodes`. */
  codes: { task: { jpeg: Uint8Array; from: number; seen: readonly ReadCode[] }; result: QrScan };
  /** See `tilesOf`. */
  tiles: { task: { jpeg: Uint8Array }; result: Uint8Array[] };
}

export type JobKind = keyof Works;

export type DecodeTask = { [W in JobKind]: { work: W } & Works[W]['task'] }[JobKind];

/** `refusal` is a message for the caller (upload-errors.ts). */
export type JobOutcome = { value: Works[JobKind]['result'] } | { refusal: string } | { failed: true };

/** Sent when loaded, when a job starts, when it ends, and after garbage collection. */
export type DecoderMessage =
  | { kind: 'ready'; rssBytes: number }
  | { kind: 'begun' }
  | { kind: 'done'; outcome: JobOutcome }
  | { kind: 'tidied'; rssBytes: number };
