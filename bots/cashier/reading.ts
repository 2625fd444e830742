/** What a message holds, for whoever verifies receipts: amount, texts, files. Pure. */
import type { Message } from 'grammy/types';
import { parseBirr } from '../../src/engine/index.js';
import { fileBytesMax } from './files.js';
import type { InputProblem } from './render/index.js';

/** As people write what is owed: `500`, `1,250.50 birr`, `ETB 500`. A bare number of that size is no reference. */
const number = String.raw`\d{1,3}(?:[, ]\d{3})+(?:\.\d{1,2})?|\d{1,7}(?:\.\d{1,2})?`;
const unit = String.raw`birr|br\.?|etb|ብር|qarshii|qar\.?`;
const bareAmount = new RegExp(String.raw`^(?:(?:${unit})\s*)?(${number})\s*(?:${unit})?$`, 'iu');
const amountWithUnit = new RegExp(
  String.raw`^(?:(?:${unit})\s*(${number})|(${number})\s*(?:${unit}))$`,
  'iu',
);
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
 * own, which needs a unit where the text itself is what is to be verified.
 * @param beside the text stands beside a receipt: under a picture, or in answer to a message
 */
export function readAmount(whole: string, { beside }: { beside: boolean }): Written {
  const asked = command.exec(whole);
  if (asked) {
    const rest = whole.slice(asked[0].length);
    const [, amount = '', text = ''] =
      new RegExp(String.raw`^(${number})(?:\s*(?:${unit}))?(?:\s+|$)([\s\S]*)$`, 'iu').exec(rest) ?? [];
    return amount === ''
      ? { expected: null, text: rest, problem: 'bad_amount' }
      : { expected: plainAmount(amount), text, problem: null };
  }
  const form = beside ? bareAmount : amountWithUnit;
  const lines = whole.split('\n');
  const at = lines.findIndex((line) => form.test(line.trim()));
  const found = at < 0 ? null : form.exec(lines[at]?.trim() ?? '');
  const expected = plainAmount(found?.[1] ?? found?.[2] ?? '');
  if (expected === null) return { expected: null, text: whole, problem: null };
  return { expected, text: lines.filter((_, line) => line !== at).join('\n'), problem: null };
}

function plainAmount(written: string): string | null {
  const plain = written.replace(/[, ]/g, '');
  return plain !== '' && parseBirr(plain) !== null ? plain : null;
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
    if (!readable.test(mime_type)) return { problem: 'wrong_type' };
    return file_size > fileBytesMax ? { problem: 'too_big' } : { file, unique };
  }
  if (message.photo) return { problem: 'too_big' };
  const { video, animation, voice, audio, video_note, contact, location, poll } = message;
  return (video ?? animation ?? voice ?? audio ?? video_note ?? contact ?? location ?? poll)
    ? { problem: 'wrong_type' }
    : null;
}
