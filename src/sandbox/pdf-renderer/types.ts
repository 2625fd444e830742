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
  /** Date of the document. Given, never the clock's: the same receipt is the same file. */
  createdAt: Date;
}
