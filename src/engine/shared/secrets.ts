/** Secrets of the service's own making: drawn from a cryptographic source, kept only as SHA-256. */
import { hash, randomInt, timingSafeEqual } from 'node:crypto';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Characters drawn evenly. */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => base62[randomInt(base62.length)]).join('');
}

export function sha256(secret: string): string {
  return hash('sha256', secret, 'hex');
}

/**
 * Checks what somebody sends against one secret, the only way a secret is compared in this project:
 * digests have one length, and the time it takes tells nothing of how much was right. What is no text is wrong.
 */
export function createSecretCheck(secret: string): (sent: unknown) => boolean {
  const expected = digest(secret);
  return (sent) => typeof sent === 'string' && timingSafeEqual(digest(sent), expected);
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
