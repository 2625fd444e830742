const shape = /^[A-Za-z0-9+/]+={0,2}$/;

/** Decodes strict base64; null for anything else, which Node would decode partly. */
export function base64Bytes(text: string): Buffer | null {
  return text.length % 4 === 0 && shape.test(text) ? Buffer.from(text, 'base64') : null;
}
