/** What a message holds, for whoever verifies receipts: amount, texts, files. Pure. */
import type { Message } from 'grammy/types';
import { parseBirr } from '../../src/engine/index.js';
import { fileBytesMax } from './files.js';
import type { InputProblem } from './render/index.js';

const unit = String.raw`birr|br\.?|etb|ብር|qarshii|qar\.?`;
const grouped = String.raw`\d{1,3}(?:[, ]\d{3})+(?:\.\d{1,2})?`;
/** As people write what is owed: `500`, `1,250.50`. A bare number of that size is no reference. */
const number = String.raw`${grouped}|\d{1,7}(?:\.\d{1,2})?`;
/** What some write behind it: `500/=`, `500/-`, `500=`. */
const close = String.raw`(?:\s*\/[=-]|\s*=)?`;
const bare = new RegExp(String.raw`^=?\s*(${number})${close}$`);
const named = new RegExp(String.raw`^=?\s*(${grouped}|\d{1,12}(?:\.\d{1,2})?)${close}$`);
const afterCommand = new RegExp(
  String.raw`^(?:(?:${unit})\s*)?=?(${number})${close}(?:\s*(?:${unit}))?[.,!።]?(?:\s+|$)([\s\S]*)$`,
  'iu',
);
const units = new RegExp(String.raw`^(?:${unit})\s*|\s*(?:${unit})$`, 'giu');
/** Longer lines are no amounts. */
const lineLengthMax = 48;

/** Figures of any script and what stands among them: whoever writes only that means an amount, or one of the others. */
const figures = /^[\p{N}\s.,'’=+/–−-]+$/u;
const date = /^(?:\d{1,2}([/.-])\d{1,2}\1(?:\d{2}|\d{4})|\d{4}([/.-])\d{1,2}\2\d{1,2})$/;
const phone = /^(?:\+?251|0)?[79]\d{8}$/;
/** So many digits are a reference, an account or a phone number. */
const otherDigits = 10;

/** `/v`, in front of an amount and a receipt. */
export const command = /^\/v(?:@\w+)?(?:\s+|$)/i;

/** Kinds of documents that are pictures of receipts; without a type it is looked at all the same. */
const readable = /^(image\/(jpeg|jpg|png|webp)|application\/(pdf|octet-stream))$/i;

export interface Written {
  /** What is owed, in birr, as it was written; null where nothing is said of it. */
  expected: string | null;
  /** The rest. */
  text: string;
  problem: InputProblem | null;
}

/**
 * Cuts the amount off a text. Of `/v` and what follows it the first word is the amount; otherwise it is a line of its
 * own, which needs a unit where the text itself is what is to be verified. A line that is clearly meant as an amount
 * and can be read in two ways, or in none, is cut off too: `bad_amount`.
 * @param beside the text stands beside a receipt: under a picture, or in answer to a message
 */
export function readAmount(whole: string, { beside }: { beside: boolean }): Written {
  const asked = command.exec(whole);
  if (asked) {
    const rest = whole.slice(asked[0].length);
    const [, amount = '', text = ''] = afterCommand.exec(rest) ?? [];
    return amount === ''
      ? { expected: null, text: rest, problem: 'bad_amount' }
      : { expected: plainAmount(amount), text, problem: null };
  }
  const lines = whole.split('\n');
  const said = lines.map((line) => amountOf(line, beside));
  const read = said.findIndex((amount) => amount !== null && amount !== unclear);
  const at = read < 0 ? said.indexOf(unclear) : read;
  const amount = said[at] ?? null;
  if (amount === null) return { expected: null, text: whole, problem: null };
  const text = lines.filter((_, line) => line !== at).join('\n');
  return amount === unclear
    ? { expected: null, text, problem: 'bad_amount' }
    : { expected: amount, text, problem: null };
}

const unclear = 'unclear';

/** What a line says is owed, `unclear` where it means to; null where it says nothing of the kind. */
function amountOf(line: string, beside: boolean): string | null {
  if (line.length > lineLengthMax) return null;
  const written = line
    .replace(/\p{Cf}/gu, '')
    .replace(/[\s.,!።]+$/, '')
    .trim();
  const sum = written.replace(units, '');
  const hasUnit = sum !== written;
  if (!/\p{N}/u.test(sum) || !figures.test(sum) || !(hasUnit || beside)) return null;
  const [, amount = ''] = (hasUnit ? named : bare).exec(sum) ?? [];
  return plainAmount(amount) ?? (hasUnit || !isOther(sum) ? unclear : null);
}

/** A date, a phone number, a reference, an account. */
function isOther(written: string): boolean {
  const digits = written.replace(/\P{N}/gu, '').length;
  return digits >= otherDigits || date.test(written) || phone.test(written.replace(/[\s.-]/g, ''));
}

function plainAmount(written: string): string | null {
  return parseBirr(written) === null ? null : written.replace(/[,\s]/g, '');
}

/** `unique` is the same for the same file, always; `file` is what it is downloaded by. */
export interface ReadableFile {
  file: string;
  unique: string;
}

/** The file of a message, a reason why it cannot be read, or null where there is none. */
export function readFile(message: Message): ReadableFile | { problem: InputProblem } | null {
  const photo = message.photo?.findLast(({ file_size: size = 0 }) => size <= fileBytesMax);
  if (photo) return { file: photo.file_id, unique: photo.file_unique_id };
  const { document } = message;
  if (document && !message.animation) {
    const {
      file_id: file,
      file_unique_id: unique,
      file_size = 0,
      mime_type = 'application/octet-stream',
    } = document;
    if (!readable.test(mime_type)) {
      // A phone's own format, HEIC for instance: sent as a photo, Telegram makes a JPEG of it.
      return { problem: /^image\//i.test(mime_type) ? 'not_as_file' : 'wrong_type' };
    }
    return file_size > fileBytesMax ? { problem: 'too_big' } : { file, unique };
  }
  if (message.photo) return { problem: 'too_big' };
  const { video, animation, voice, audio, video_note, contact, location, poll } = message;
  return (video ?? animation ?? voice ?? audio ?? video_note ?? contact ?? location ?? poll)
    ? { problem: 'wrong_type' }
    : null;
}
