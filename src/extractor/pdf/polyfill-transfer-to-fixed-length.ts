/**
 * pdf.js needs `ArrayBuffer.prototype.transferToFixedLength` as soon as a page has letters and is drawn, and Node
 * has it from version 22 on. To be called in processes that do nothing but read.
 */
export function provideTransferToFixedLength(): void {
  if ('transferToFixedLength' in ArrayBuffer.prototype) return;
  Object.defineProperty(ArrayBuffer.prototype, 'transferToFixedLength', { value: copyOfLength });
}

/** A copy is as good to who throws the original away, which pdf.js does. */
function copyOfLength(this: ArrayBuffer, length: number = this.byteLength): ArrayBuffer {
  const copy = new ArrayBuffer(length);
  new Uint8Array(copy).set(new Uint8Array(this, 0, Math.min(length, this.byteLength)));
  return copy;
}
