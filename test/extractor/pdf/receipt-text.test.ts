import { describe, expect, it } from 'vitest';
import { receiptText } from '../../../src/extractor/pdf/receipt-text.js';

describe('what can name a receipt in a document', () => {
  it('is its links, then the lines with a digit in them, in their order', () => {
    const lines = ['Commercial Bank', 'Reference No. FT26123ABCDE', 'Thank you', 'Amount 250.00'];
    expect(receiptText(['https://bank.example/1'], lines)).toBe(
      'https://bank.example/1\nReference No. FT26123ABCDE\nAmount 250.00',
    );
  });

  it('is never longer than a text a person may send, and leaves out what is too long by itself', () => {
    const lines = ['1'.repeat(5_000), ...Array.from({ length: 900 }, (_, index) => `Line ${index + 1000}`)];
    const text = receiptText([], lines);
    expect(text.length).toBeLessThanOrEqual(4_096);
    expect(text.startsWith('Line 1000\nLine 1001\n')).toBe(true);
  });

  it('is nothing where nothing has a digit', () => {
    expect(receiptText([], ['Welcome', ''])).toBe('');
  });
});
