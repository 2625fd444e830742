/** Receipts in another message: an amount in reply to a receipt, a receipt quoted from another chat. */
import type { Message } from 'grammy/types';
import type { FeatureDeps } from '../../deps.js';
import { type CashierContext, mayActFor } from '../../identify.js';
import {
  askedIn,
  contentOf,
  isSamePiece,
  type JobRequest,
  type Piece,
  printOf,
  unread,
} from '../../jobs/job.js';
import { readFile } from '../../parse-message.js';
import type { InputProblem } from '../../render/index.js';
import { piecesAfter, referenceIn } from './corrections.js';
import { type ParsedText, parseText, type Where } from './message-content.js';
import type { JobOpener } from './open-jobs.js';

export function createQuotedReceipts({ engine, jobs }: FeatureDeps, { openTexts, openPictures }: JobOpener) {
  return { openAmount, openQuoted };

  /** An amount in reply to a receipt or its answer: that answer is updated. */
  async function openAmount(
    ctx: CashierContext,
    answered: Message,
    replied: Message,
    where: Where,
    given: { expected: string; note: string | undefined },
  ): Promise<InputProblem | null> {
    const { expected, note } = given;
    const fromBot = replied.from?.id === ctx.me.id;
    const parsed = { ...parseText(engine, replied, ctx.editedMessage !== undefined), expected, note };
    const isQuoted = quotedIn(answered.quote?.text ?? '');
    const asked = fromBot ? [] : matchingOrAll(engine.receiptsIn(parsed.text), isQuoted);
    const all = (await jobs.about(where.chat, replied.message_id)).filter((job) => mayActFor(ctx, job.shop));
    const content = contentNow(replied, parsed);
    const about = matchingOrAll(all, ({ pieces }) =>
      pieces.some((piece) => piece.message === replied.message_id && piece.content === content),
    );
    const [before, ...others] = matchingOrAll(
      about,
      ({ what }) => what.kind === 'text' && isQuoted(what.request),
    );
    if (asked.length > 1 || others.length > 0) return 'shared_amount';
    if (before !== undefined) {
      // The existing answer stays.
      if (expected === unread) return 'bad_amount';
      if (before.shared) return 'shared_amount';
      const print = note === undefined ? printOf(expected) : printOf(expected, note);
      const chat = where.chat === askedIn(before) ? undefined : where.chat;
      const writtenAt = { at: answered.edit_date ?? answered.date, update: ctx.update.update_id };
      const piece = { message: where.message, chat, content: '', print, expected, note, said: writtenAt };
      // An edit without a new amount must not override amounts given later.
      if (before.pieces.some((earlier) => isSamePiece(earlier, piece) && earlier.print === print))
        return null;
      const pieces = piecesAfter(before, piece);
      // By webhook an earlier reply may be handled after a later one, which counts.
      if (before.pieces.some((earlier) => isLater(earlier, writtenAt))) {
        await jobs.keep({ ...before, pieces });
        return null;
      }
      const { person, locale } = where;
      const update = { expected, note: note ?? before.note, pieces, person, locale, undone: false };
      await jobs.replace({ ...before, ...update });
      return null;
    }
    if (fromBot) return 'nothing_found';
    if (replied.from?.id !== ctx.from?.id) return await openForeign(where, asked, parsed, readFile(replied));
    // By webhook a reply may be handled before the person's message itself, which is then opened here.
    const own = parseText(engine, replied, false);
    const { message_id: message, media_group_id: album } = replied;
    const named = engine.receiptsIn(own.text);
    const problem = await openForeign({ ...where, message }, named, own, readFile(replied), album);
    if (problem !== null) return problem;
    const isOpened = (await jobs.about(where.chat, message)).some((job) => mayActFor(ctx, job.shop));
    return isOpened ? await openAmount(ctx, answered, replied, where, given) : 'nothing_found';
  }

  /** Digest of the current content: for an edited message only the answers to it are meant. */
  function contentNow(message: Message, { whole }: ParsedText): string {
    const file = readFile(message);
    return contentOf(file !== null && 'unique' in file ? file.unique : whole);
  }

  /** Selects the receipt that is quoted. */
  function quotedIn(quote: string): (request: JobRequest) => boolean {
    const referenceOf = (request: JobRequest) => referenceIn(engine, request);
    const quoted = new Set(engine.receiptsIn(quote).map(referenceOf));
    return (request) => quoted.has(referenceOf(request));
  }

  /** A receipt quoted from another chat, usually with an amount. */
  async function openQuoted(message: Message, where: Where, read: ParsedText): Promise<InputProblem | null> {
    const { external_reply: external, quote } = message;
    if (external === undefined) return 'nothing_found';
    const whole = quote?.text ?? '';
    return await openForeign(
      where,
      engine.receiptsIn(whole),
      { ...read, whole, text: whole },
      readFile(external),
    );
  }

  /** A receipt in another person's message: the answer replies to the person who asks. */
  async function openForeign(
    where: Where,
    asked: readonly JobRequest[],
    read: ParsedText,
    file: ReturnType<typeof readFile>,
    album?: string,
  ): Promise<InputProblem | null> {
    if (file === null) return asked.length > 0 ? await openTexts(where, asked, read) : 'nothing_found';
    if ('problem' in file) return file.problem;
    return await openPictures({ message_id: where.message, media_group_id: album }, where, read, file);
  }
}

/** Whether its amount was given after this. Updates within one second are ordered by their ids. */
function isLater({ said }: Piece, { at, update }: NonNullable<Piece['said']>): boolean {
  return said !== undefined && (said.at > at || (said.at === at && said.update > update));
}

/** The items that match; all items if none does. */
function matchingOrAll<T>(all: readonly T[], isMatch: (item: T) => boolean): T[] {
  const matching = all.filter(isMatch);
  return matching.length > 0 ? matching : [...all];
}
