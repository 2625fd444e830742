/** What Telegram checks of a message before it takes it: length, entities, buttons. */
import type { InlineKeyboardMarkup, MessageEntity } from '@grammyjs/types';
import { badRequest } from './api-errors.js';
import type { Button } from './types.js';

/** In UTF-16 units, after entities are taken out. */
const textLengthMax = 4096;
const captionLengthMax = 1024;
/** In bytes of UTF-8. */
const callbackDataMax = 64;
const buttonsMax = 100;
/** Half a character. */
const loneSurrogate = /\p{Surrogate}/u;

export interface Formatted {
  text: string;
  entities: MessageEntity[];
}

interface Written {
  text: string | undefined;
  parse_mode?: string | undefined;
  entities?: readonly MessageEntity[] | undefined;
}

/** @throws Refusal */
export function readText(written: Written): Formatted {
  const formatted = format(written);
  if (formatted.text.trim() === '') throw badRequest('message text is empty');
  if (formatted.text.length > textLengthMax) throw badRequest('message is too long');
  return formatted;
}

/** @throws Refusal */
export function readCaption(written: Written): Formatted {
  const formatted = format(written);
  if (formatted.text.length > captionLengthMax) throw badRequest('message caption is too long');
  return formatted;
}

function format({ text = '', parse_mode, entities }: Written): Formatted {
  if (typeof text !== 'string' || loneSurrogate.test(text))
    throw badRequest('strings must be encoded in UTF-8');
  if (parse_mode === undefined || parse_mode === '')
    return { text, entities: checkEntities(text, entities ?? []) };
  if (parse_mode.toUpperCase() === 'HTML') return parseHtml(text);
  throw badRequest('unsupported parse_mode');
}

/** Telegram mends some of what is refused here; a bot that relies on that is wrong anyway. */
function checkEntities(text: string, entities: readonly MessageEntity[]): MessageEntity[] {
  for (const { type, offset, length } of entities) {
    const whole = Number.isInteger(offset) && Number.isInteger(length);
    if (!whole || offset < 0 || length <= 0 || offset + length > text.length) {
      throw badRequest(`can't parse entities: ${type} is out of the text's bounds`);
    }
    if (loneSurrogate.test(text.slice(offset, offset + length))) {
      throw badRequest(`can't parse entities: ${type} cuts a character in two`);
    }
  }
  return [...entities];
}

const tags: Record<string, MessageEntity.CommonMessageEntity['type']> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
  ins: 'underline',
  s: 'strikethrough',
  del: 'strikethrough',
  code: 'code',
  blockquote: 'blockquote',
  'tg-spoiler': 'spoiler',
};

const characters: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"' };

function parseHtml(html: string): Formatted {
  const entities: MessageEntity[] = [];
  const open: { tag: string; offset: number; url: string }[] = [];
  let text = '';
  for (const [piece] of html.matchAll(/<[^<>]*>|&\w+;|[^<&]+|[<&]/gu)) {
    if (piece.startsWith('&')) text += characters[piece] ?? piece;
    else if (!piece.startsWith('<')) text += piece;
    else if (piece.startsWith('</')) close(piece.slice(2, -1).trim().toLowerCase());
    else openTag(piece);
  }
  if (open.length > 0) throw badRequest(`can't parse entities: Can't find end tag of "${open.at(-1)?.tag}"`);
  return { text, entities: entities.sort((a, b) => a.offset - b.offset || b.length - a.length) };

  function openTag(piece: string): void {
    const [, name = '', url = ''] = /^<([a-z-]+)(?:\s+href="([^"]*)")?(?:\s[^>]*)?>$/i.exec(piece) ?? [];
    const tag = name.toLowerCase();
    if (!(tag in tags) && tag !== 'a' && tag !== 'pre') {
      throw badRequest(`can't parse entities: Unsupported start tag "${tag}" at byte offset ${text.length}`);
    }
    open.push({ tag, offset: text.length, url: url.replace(/&\w+;/g, (one) => characters[one] ?? one) });
  }

  function close(tag: string): void {
    const opened = open.pop();
    if (opened?.tag !== tag)
      throw badRequest(`can't parse entities: Unmatched end tag at byte offset ${text.length}`);
    const place = { offset: opened.offset, length: text.length - opened.offset };
    if (place.length === 0) return;
    const type = tags[tag];
    if (type) entities.push({ type, ...place });
    else if (tag === 'pre') entities.push({ type: 'pre', ...place });
    else if (opened.url !== '') entities.push({ type: 'text_link', url: opened.url, ...place });
  }
}

/** The buttons of an inline keyboard; none where another kind of keyboard, or none, was given. @throws Refusal */
export function readKeyboard(markup: unknown): Button[][] {
  if (!isInline(markup)) return [];
  const rows = markup.inline_keyboard.map((row) => row.map(readButton)).filter((row) => row.length > 0);
  if (rows.flat().length > buttonsMax) throw badRequest('reply markup is too long');
  return rows;
}

function isInline(markup: unknown): markup is InlineKeyboardMarkup {
  return typeof markup === 'object' && markup !== null && 'inline_keyboard' in markup;
}

function readButton(button: InlineKeyboardMarkup['inline_keyboard'][number][number]): Button {
  if (!button.text) throw badRequest('can\'t parse inline keyboard button: Field "text" must be non-empty');
  const data = 'callback_data' in button ? button.callback_data : null;
  const url = 'url' in button ? button.url : null;
  if (data !== null && (data === '' || Buffer.byteLength(data) > callbackDataMax)) {
    throw badRequest('BUTTON_DATA_INVALID');
  }
  if (url !== null && !isWebAddress(url))
    throw badRequest('inline keyboard button URL is invalid: Wrong HTTP URL');
  const another = 'copy_text' in button || 'switch_inline_query' in button;
  if (data === null && url === null && !another) {
    throw badRequest("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard");
  }
  return { text: button.text, data, url };
}

/** Hosts without a dot, such as `localhost`, are not links to Telegram. */
function isWebAddress(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'tg:' || (/^https?:$/.test(protocol) && hostname.includes('.'));
}
