/** Messages between the service and a decoder process. */

import type { Kind } from '../detect-file-type.js';
import type { PdfParts } from '../pdf/pdf-parts.js';
import type { PreparedPicture } from '../prepare.js';
import type { QrScan, ReadCode } from '../qr/scan.js';

/** Jobs and their results. The file is sent apart from the rest of a task. */
export interface Works {
  /** An uploaded picture, one result per frame; see `prepare`. */
  picture: { task: { kind: Exclude<Kind, 'pdf'> }; result: { digest: string; frames: PreparedPicture[] } };
  pdf: { task: object; result: { digest: string; parts: PdfParts } };
  /** See `scanCodes`. */
  codes: { task: { from: number; seen: readonly ReadCode[] }; result: QrScan };
  /** See `tilesOf`. */
  tiles: { task: object; result: Uint8Array[] };
}

export type JobKind = keyof Works;

export type TaskOf<W extends JobKind> = { work: W; bytes: Uint8Array } & Works[W]['task'];

export type DecodeTask = { [W in JobKind]: TaskOf<W> }[JobKind];

/** A task as it is announced: its file follows through the process's standard input. */
export type AnnouncedTask = { [W in JobKind]: { size: number; task: Omit<TaskOf<W>, 'bytes'> } }[JobKind];

/** `refusal` is a message for the caller (upload-errors.ts). */
export type JobOutcome = { value: Works[JobKind]['result'] } | { refusal: string } | { failed: true };

/** Sent when loaded, when a job starts, when it ends, and after garbage collection. */
export type DecoderMessage =
  | { kind: 'ready'; rssBytes: number }
  | { kind: 'begun' }
  | { kind: 'done'; outcome: JobOutcome }
  | { kind: 'tidied'; rssBytes: number };
