/** Answers that are a PDF, and the text of one. */
import type { BankResponse } from '../types.js';

const signature = '%PDF';

/** True for bytes that begin like a PDF. */
export function isPdf(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, signature.length)) === signature;
}

/** The body if it is a PDF, for banks without an envelope. */
export function pdfBody({ body }: Pick<BankResponse, 'body'>): Uint8Array | null {
  return isPdf(body) ? body : null;
}

/** The printed lines, without blank ones; empty when the PDF could not be read. */
export function pdfLines({ pdf }: Pick<BankResponse, 'pdf'>): string[] {
  return (pdf?.lines ?? [])
    .map((line) => line.replaceAll('\u00a0', ' ').trim())
    .filter((line) => line !== '');
}
