/** Builds printed lines from text runs with positions. Pure, safe with any document. */

/** One run of glyphs as pdf.js reports it: position in points from the lower left corner of the page. */
export interface TextPiece {
  text: string;
  x: number;
  y: number;
  width: number;
  /** Font size in points. */
  size: number;
}

interface Line {
  /** Baseline and font size of its first run. */
  y: number;
  size: number;
  pieces: TextPiece[];
}

/** Runs are on one line when their baselines differ by less than this share of the smaller font size. */
const sameBaseline = 0.4;
/** A gap wider than this share of the font size is a blank; kerning is less, a word space about 0.25. */
const blankGap = 0.15;

/** Lines from top to bottom, each from left to right; every gap and run of white space becomes one blank. */
export function printedLines(pieces: readonly TextPiece[]): string[] {
  const visible = pieces.filter(isVisible).sort((a, b) => b.y - a.y);
  return groupByBaseline(visible)
    .map(readLeftToRight)
    .filter((text) => text !== '');
}

function isVisible(piece: TextPiece): boolean {
  return piece.text.trim() !== '' && [piece.x, piece.y, piece.width, piece.size].every(Number.isFinite);
}

/** @param pieces sorted from top to bottom */
function groupByBaseline(pieces: readonly TextPiece[]): Line[] {
  const lines: Line[] = [];
  for (const piece of pieces) {
    const line = lines.at(-1);
    if (line && line.y - piece.y <= sameBaseline * Math.min(line.size, piece.size)) line.pieces.push(piece);
    else lines.push({ y: piece.y, size: piece.size, pieces: [piece] });
  }
  return lines;
}

function readLeftToRight(line: Line): string {
  let text = '';
  let end = Number.NEGATIVE_INFINITY;
  for (const piece of line.pieces.sort((a, b) => a.x - b.x)) {
    text += piece.x - end > blankGap * piece.size ? ` ${piece.text}` : piece.text;
    end = piece.x + piece.width;
  }
  return text.replace(/\s+/g, ' ').trim();
}
