/**
 * pdf.js needs `ArrayBuffer.prototype.transferToFixedLength` to draw pages with text; Node has it from version 22. Call it only
 * in processes that only read PDFs.
 */
export function provideTransferToFixedLength(): void {
  if ('transferToFixedLength' in ArrayBuffer.prototype) return;
  Object.defineProperty(ArrayBuffer.prototype, 'transferToFixedLength', { value: copyOfLength });
}

/** Copies instead of transferring, which suffices because pdf.js discards the original. */
function copyOfLength(this: ArrayBuffer, length: number = this.byteLength): ArrayBuffer {
  const copy = new ArrayBuffer(length);
  new Uint8Array(copy).set(new Uint8Array(this, 0, Math.min(length, this.byteLength)));
  return copy;
}
