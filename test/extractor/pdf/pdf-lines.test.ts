import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printedLines, type TextPiece } from '../../../src/extractor/pdf/pdf-lines.js';

function piece(text: string, x: number, y: number, width = text.length * 5): TextPiece {
  return { text, x, y, width, size: 10 };
}

describe('printed lines', () => {
  it('are read from top to bottom and left to right, whatever the order in the file', () => {
    const pieces = [piece('Account', 40, 680), piece('ABEBE', 260, 700), piece('1****0001', 260, 680)];
    expect(printedLines([...pieces, piece('Payer', 40, 700)])).toEqual(['Payer ABEBE', 'Account 1****0001']);
  });

  it('are one line where baselines differ by a hair', () => {
    expect(printedLines([piece('Payer', 40, 700), piece('ABEBE', 260, 698.5)])).toEqual(['Payer ABEBE']);
  });

  it('are two lines at an ordinary line height', () => {
    expect(printedLines([piece('Payer', 40, 700), piece('Account', 40, 688)])).toEqual(['Payer', 'Account']);
  });

  it('are not swallowed by large type just below them', () => {
    const large = { ...piece('COPY', 100, 688), size: 48 };
    expect(printedLines([piece('Payer', 40, 700), large])).toEqual(['Payer', 'COPY']);
  });

  it('join letters that touch and part words that do not', () => {
    const word = [piece('FT26', 40, 700, 20), piece('140A', 60.4, 700, 20), piece('Birr', 83, 700, 20)];
    expect(printedLines(word)).toEqual(['FT26140A Birr']);
  });

  it('leave out blank pieces and make every run of white space one blank', () => {
    const pieces = [piece('  ', 40, 720), piece('A  B', 40, 700), piece(' ', 60, 700), piece('C ', 64, 700)];
    expect(printedLines(pieces)).toEqual(['A B C']);
  });

  it('come out of any pieces, also with positions that are no numbers', () => {
    const anything = fc.record({
      text: fc.string(),
      x: fc.double(),
      y: fc.double(),
      width: fc.double(),
      size: fc.double(),
    });
    fc.assert(
      fc.property(fc.array(anything), (pieces) => {
        const shown = pieces.filter(({ text }) => text.trim() !== '');
        expect(printedLines(pieces).length).toBeLessThanOrEqual(shown.length);
      }),
    );
  });
});
