/** The report of the reading process, one line of JSON. */
import type { Hold } from './loop.js';

export interface Share {
  right: number;
  of: number;
}

/** How one picture was read. */
export interface Reading {
  right: boolean;
  /** It led to a receipt that is not in the picture. */
  wrong: boolean;
  ms: number;
}

export interface Row {
  of: number;
  /** Pictures that are read alone but were not read in the row. */
  lost: number;
  hostile: number;
  /** Reading processes that were needed. */
  processes: number;
  /** Peak memory of a reading process, in MB: while honest pictures are read, and in all. */
  peak: { honest: number; hostile: number };
  held: Hold;
}

export interface Figures {
  /** Read by QR codes alone, of the pictures with a code that leads to a receipt. */
  clean: Share;
  photo: Share;
  /** Of each damaged picture, in order. */
  damaged: Reading[];
  /** One picture after the other, without a rest, hostile files among them. */
  row: Row;
  /** Codes that led to another receipt than the one in the picture, in any picture. */
  wrong: number;
  /** Pictures that were refused or could not be read at all, by error message; counted as not read. */
  faults: Record<string, number>;
  /** Read by the AI model alone, of all pictures of a style; null without an endpoint. */
  ai: Record<'screen' | 'photo' | 'sms', Share> | null;
  /** Milliseconds a picture, one after the other. */
  ms: { clean: number[]; photo: number[]; without: number[]; decode: number[]; ai: number[] };
  /** Delay of the event loop while pictures are read, and of an idle loop on an equally busy machine, in milliseconds. */
  held: { reading: Hold; baseline: number };
  /** Resident memory of the process and all it started, in MB. */
  memory: { before: number; peak: number; after: number; settledAfterSeconds: number };
}
