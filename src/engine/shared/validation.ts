/** Validates and cleans text that people enter about their shop. */
import { decimal } from '../../money.js';
import { ShopError } from '../api/shops.js';
import { parseBirr } from './money.js';

const nameLengthMax = 64;
const noteLengthMax = 100;
/** Longer than any name that is shown; the rest is ignored. */
const readMax = 1_000;

/** One line without invisible characters. @throws ShopError `invalid` when nothing is left */
export function cleanName(text: string, field: string): string {
  const name = visibleLine(text, nameLengthMax);
  if (name === '') throw new ShopError('invalid', field);
  return name;
}

/** A cashier's note in one line; null when it has no visible characters. */
export function cleanNote(text: string): string | null {
  return visibleLine(text, noteLengthMax) || null;
}

function visibleLine(text: string, lengthMax: number): string {
  const line = text
    .slice(0, readMax)
    .replace(/[\p{C}\p{Z}\s]+/gu, ' ')
    .trim();
  return Array.from(line).slice(0, lengthMax).join('').trim();
}

/** Checks ids of people and chats, which become parts of Redis keys. @throws ShopError `invalid` */
export function checkedHandle(handle: string, field: string): string {
  if (!/^[\w:.-]{1,64}$/.test(handle)) throw new ShopError('invalid', field);
  return handle;
}

/** An account or phone number as people write it. @throws ShopError `invalid` */
export function cleanNumber(text: string): string {
  const number = text.slice(0, readMax).replace(/[\s+().-]/g, '');
  if (!/^[0-9A-Za-z]{5,34}$/.test(number) || !/\d{4}/.test(number)) throw new ShopError('invalid', 'number');
  return number;
}

/** Birr with two decimals, below a million. @throws ShopError `invalid` */
export function cleanBirr(amount: number | string, field: string): string {
  const cents = parseBirr(amount);
  if (cents === null || cents >= 100_000_000n) throw new ShopError('invalid', field);
  return decimal(cents);
}

/** @throws ShopError `invalid` */
export function checkedRange(value: number, min: number, max: number, field: string): number {
  if (!Number.isInteger(value) || value < min || value > max) throw new ShopError('invalid', field);
  return value;
}

/** `HH:MM`; also accepts `9:05` and `0905`. @throws ShopError `invalid` */
export function cleanTime(text: string, field: string): string {
  const match = /^([01]?\d|2[0-3]):?([0-5]\d)$/.exec(text.trim());
  if (!match?.[1]) throw new ShopError('invalid', field);
  return `${match[1].padStart(2, '0')}:${match[2]}`;
}
