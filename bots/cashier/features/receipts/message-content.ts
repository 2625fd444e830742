/** Content of a message as jobs need it: who asks where, the text with its hidden links, the amount. */
import type { Message } from 'grammy/types';
import type { Engine } from '../../../../src/engine/index.js';
import { readAmount } from '../../amount.js';
import { type Job, unread } from '../../jobs/job.js';
import { hiddenLinks, repliedOf } from '../../parse-message.js';
import { referenceIn } from './corrections.js';

export type Where = Pick<Job, 'chat' | 'group' | 'message' | 'person' | 'shop' | 'locale' | 'parts'>;

/** Parsed content of a message. */
export interface ParsedText {
  /** The text as written, followed by its hidden links. */
  whole: string;
  /** The same without the amount. */
  text: string;
  /** As in `Job`. */
  expected: string | null;
  note: string | undefined;
  edited: boolean;
}

export function parseText(engine: Engine, message: Message, edited: boolean): ParsedText {
  const own = message.text ?? message.caption ?? '';
  const ofReceipt =
    message.text === undefined || repliedOf(message) !== undefined || message.external_reply !== undefined;
  const { text, expected, problem, note } = readAmount(own, {
    ofReceipt,
    forwarded: message.forward_origin !== undefined,
  });
  const links = hiddenLinks(message).filter((url) => !own.includes(url) && leadsToReceipt(engine, url));
  return {
    whole: [own, ...links].join('\n'),
    text: [text, ...links].join('\n'),
    expected: problem === null ? expected : unread,
    note,
    edited,
  };
}

/** Buttons under a forwarded message also lead elsewhere. */
function leadsToReceipt(engine: Engine, url: string): boolean {
  return engine.receiptsIn(url).some((request) => referenceIn(engine, request) !== null);
}
