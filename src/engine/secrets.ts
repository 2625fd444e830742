/** Secrets of the service's own making: drawn from a cryptographic source, kept only as SHA-256. */
import { hash, randomInt } from 'node:crypto';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Characters drawn evenly. */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => base62[randomInt(base62.length)]).join('');
}

export function sha256(secret: string): string {
  return hash('sha256', secret, 'hex');
}
