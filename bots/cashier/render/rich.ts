/** Text with entities instead of markup, so that text from outside can never become markup. */
import type { MessageEntity } from 'grammy/types';
import type { Rich } from './types.js';

/** Telegram's limits on one message, in UTF-16 units and entities. */
const maxText = 4096;
const maxEntities = 100;

const nothing: Rich = { text: '', entities: [] };

export const plain = (text: string): Rich => ({ text, entities: [] });

/** Text that is copied by a tap. */
export const code = (text: string): Rich => whole(text, { type: 'code' });

/** A text link; use only with URLs made by the bot. */
export const link = (text: string, url: string): Rich => whole(text, { type: 'text_link', url });

type Kind = { type: 'code' } | { type: 'text_link'; url: string };

function whole(text: string, kind: Kind): Rich {
  return { text, entities: text === '' ? [] : [{ ...kind, offset: 0, length: text.length }] };
}

/** Joins pieces; skips empty ones. */
export function join(pieces: readonly Rich[], separator = '\n'): Rich {
  return pieces
    .filter(({ text }) => text !== '')
    .reduce((all, piece, at) => append(all, piece, at, separator), nothing);
}

function append(all: Rich, piece: Rich, at: number, separator: string): Rich {
  const text = at === 0 ? '' : all.text + separator;
  const moved = piece.entities.map((entity) => ({ ...entity, offset: entity.offset + text.length }));
  return { text: text + piece.text, entities: [...all.entities, ...moved] };
}

/** Replaces placeholders by pieces. Each placeholder is one UTF-16 unit that occurs in no piece. */
export function fill(pattern: string, pieces: ReadonlyMap<string, Rich>): Rich {
  const parts: Rich[] = [];
  let from = 0;
  for (let at = 0; at < pattern.length; at++) {
    const piece = pieces.get(pattern.charAt(at));
    if (piece === undefined) continue;
    parts.push(plain(pattern.slice(from, at)), piece);
    from = at + 1;
  }
  return join([...parts, plain(pattern.slice(from))], '');
}

/** Cuts a text to Telegram's limit, with an ellipsis, and its entities accordingly. */
export function bounded({ text, entities }: Rich, limit = maxText): Rich {
  const cut = text.length <= limit ? text : `${clip(text, limit - 1)}…`;
  return {
    text: cut,
    entities: entities.slice(0, maxEntities).flatMap((entity) => within(entity, cut.length)),
  };
}

function within(entity: MessageEntity, end: number): MessageEntity[] {
  const length = Math.min(entity.length, end - entity.offset);
  return length > 0 ? [{ ...entity, length }] : [];
}

/** The first units of a text, without half of a pair at the end. */
export function clip(text: string, units: number): string {
  const end = /[\uD800-\uDBFF]/.test(text.charAt(units - 1)) ? units - 1 : units;
  return text.slice(0, Math.max(0, end));
}
