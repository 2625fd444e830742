import { expect, it } from 'vitest';
import { ReceiptCopies } from '../../../src/engine/store/receipt-copies.js';

const mebibyte = 2 ** 20;

it('the copies take no more memory than they may; the least recently used leave first', () => {
  const copies = new ReceiptCopies(mebibyte);
  const body = 'x'.repeat(10_000);
  copies.put('used', body);
  for (let nth = 0; nth < 1_000; nth += 1) {
    copies.put(String(nth), body);
    expect(copies.get('used')).toBeDefined();
  }
  const kept = Array.from({ length: 1_000 }, (_, nth) => copies.get(String(nth))).filter(Boolean);
  // A prepared answer beside each.
  expect(kept.length * 2 * body.length).toBeLessThan(mebibyte);
  expect(kept.length * 2 * body.length).toBeGreaterThan(0.9 * mebibyte);
  expect(copies.get('999')).toBeDefined();
  expect(copies.get('0')).toBeUndefined();
});

it('text that is not Latin counts twice', () => {
  const keptOf = (body: string) => {
    const copies = new ReceiptCopies(mebibyte);
    for (let nth = 0; nth < 1_000; nth += 1) copies.put(String(nth), body);
    return Array.from({ length: 1_000 }, (_, nth) => copies.get(String(nth))).filter(Boolean).length;
  };
  expect(keptOf('ደ'.repeat(10_000))).toBe(Math.floor(keptOf('d'.repeat(10_000)) / 2));
});

it('a receipt larger than all memory is served, and not kept', () => {
  const copies = new ReceiptCopies(mebibyte);
  expect(copies.put('large', 'x'.repeat(mebibyte))?.body).toHaveLength(mebibyte);
  expect(copies.get('large')).toBeUndefined();
});

it('without memory nothing is kept', () => {
  const copies = new ReceiptCopies(0);
  expect(copies.put('name', 'body')).toBeUndefined();
  expect(copies.get('name')).toBeUndefined();
});
