/**
 * Receipts that this process has read before. It sends the version of its copy with the call, and the script sends the receipt
 * only if the stored one differs (`admit-request.lua`): a copy is never served without asking the store.
 */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

export interface ReceiptCopy {
  /** The stored form. */
  readonly body: string;
  /** SHA-1 of the body, as it is stored beside it. */
  readonly version: string;
  /** The constant beginning of cached answers with this receipt; set by `response.ts`. */
  prepared?: { resolvedUrl: string; text: string };
  /** When it was first shown to the account that asked last: ms, and ISO 8601; set by `authenticate.ts`. */
  firstShown?: { ms: string; iso: string };
}

/** Memory of the objects, key and version of a copy. */
const overheadBytes = 500;

export class ReceiptCopies {
  readonly #copies: LRUCache<string, ReceiptCopy> | null;

  /** @param bytesMax of all copies with their prepared answers; the least recently used are dropped first. 0: no copies are stored */
  constructor(bytesMax: number) {
    this.#copies = bytesMax === 0 ? null : new LRUCache({ maxSize: bytesMax, sizeCalculation: bytesOf });
  }

  /** @param name Redis key of the receipt */
  get(name: string): ReceiptCopy | undefined {
    return this.#copies?.get(name);
  }

  /** Stores a copy of a body that the store has sent. Undefined when no copies are stored. */
  put(name: string, body: string): ReceiptCopy | undefined {
    if (this.#copies === null) return undefined;
    const copy = { body, version: hash('sha1', body, 'hex') };
    this.#copies.set(name, copy);
    return copy;
  }

  drop(name: string): void {
    this.#copies?.delete(name);
  }
}

/** Twice the text: its prepared answer contains it once more. */
function bytesOf({ body }: ReceiptCopy, name: string): number {
  return overheadBytes + name.length + 2 * body.length * (wide.test(body) ? 2 : 1);
}

/** A text with one of these takes two bytes for every character. */
const wide = /[\u0100-\uffff]/;
