/** One run of text on a PDF page, in points from the upper left corner. */
export interface PrintedText {
  text: string;
  x: number;
  y: number;
  /** Font size in points. */
  size: number;
  bold?: boolean;
}

export interface PrintedPage {
  /** Drawn in this order, which is also the order of the text in the file. */
  texts: readonly PrintedText[];
  /** Date of the document, never taken from the clock, so that the same receipt gives the same file. */
  createdAt: Date;
}
