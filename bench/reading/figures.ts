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
  /** Pictures that are read alone and were not read in the row. */
  lost: number;
  hostile: number;
  /** Reading processes that were needed. */
  processes: number;
  /** The largest reading process, in MB: while honest pictures are read, and at all. */
  peak: { honest: number; hostile: number };
  held: Hold;
}

export interface Figures {
  /** By QR codes alone, of the pictures that have one which leads to a receipt. */
  clean: Share;
  photo: Share;
  /** Of each damaged picture, in their order. */
  damaged: Reading[];
  /** One picture after the other, without a rest, hostile files among them. */
  row: Row;
  /** Codes that led to another receipt than the one in the picture, in any picture. */
  wrong: number;
  /** Pictures that were refused or could not be read at all, by what was said of them; counted as not read. */
  faults: Record<string, number>;
  /** By the AI model alone, of all pictures of a style; null where there is no endpoint. */
  ai: Record<'screen' | 'photo' | 'sms', Share> | null;
  /** Milliseconds a picture, one after the other. */
  ms: { clean: number[]; photo: number[]; without: number[]; decode: number[]; ai: number[] };
  /** The event loop while pictures are read, and idle beside as busy a machine, in milliseconds. */
  held: { reading: Hold; baseline: number };
  /** Resident memory of the process and all it started, in MB. */
  memory: { before: number; peak: number; after: number; settledAfterSeconds: number };
}
