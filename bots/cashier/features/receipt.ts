/** Turns messages into jobs: finds the receipts in a message and opens a job for each. */
import { Composer } from 'grammy';
import type { Message } from 'grammy/types';
import { command, readAmount } from '../amount.js';
import type { FeatureDeps } from '../deps.js';
import { type CashierContext, mayActFor } from '../identify.js';
import { contentOf, type Job, type JobRequest, newJob, type Piece, printOf, unread } from '../jobs/job.js';
import { albumMs } from '../jobs/jobs.js';
import { hiddenLinks, type ReadableFile, readFile, repliedOf } from '../parse-message.js';
import {
  asOptions,
  type InputProblem,
  renderHint,
  renderInputProblem,
  renderShopChoice,
  renderText,
} from '../render/index.js';
import { Corrections, picturesMax, picturesOf, piecesAfter, referenceIn } from './corrections.js';
import { createSplitPayments } from './split-payments.js';

/** Maximum of receipts in one message. */
const receiptsMax = 20;

type Where = Pick<Job, 'chat' | 'group' | 'message' | 'person' | 'shop' | 'locale' | 'parts'>;

/** Parsed content of a message. */
interface ParsedText {
  /** The text as written, followed by its hidden links. */
  whole: string;
  /** The same without the amount. */
  text: string;
  /** As in `Job`. */
  expected: string | null;
  note: string | undefined;
  edited: boolean;
}

export function createReceipts(deps: FeatureDeps): Composer<CashierContext> {
  const { engine, jobs, now } = deps;
  const rests = createSplitPayments(deps);
  const corrections = new Corrections(deps);
  const composer = new Composer<CashierContext>();

  composer.on(['message', 'edited_message'], async (ctx) => {
    const message = ctx.msg;
    if (isService(message)) return;
    const where = whereOf(ctx);
    if (where === null) return await replyNoShop(ctx, message);
    const problem = await openJobs(ctx, message, where);
    if (problem !== null && shouldReport(ctx, message, problem)) await reportProblem(ctx, message, problem);
  });
  return composer;

  /** @returns the problem to report; null if there is none */
  async function openJobs(ctx: CashierContext, message: Message, where: Where): Promise<InputProblem | null> {
    const read = parseText(message, ctx.editedMessage !== undefined);
    const file = readFile(message);
    if (file !== null && 'problem' in file) return file.problem;
    const asked = file === null ? engine.receiptsIn(read.text) : [];
    if (file !== null || asked.length > 0)
      return await openReceipts(ctx, message, where, read, file ?? asked);
    const replied = repliedOf(message);
    if (replied !== undefined && read.expected !== null)
      return await openAmount(ctx, message, replied, where, { expected: read.expected, note: read.note });
    const quoted = await openQuoted(message, where, read);
    if (quoted !== 'nothing_found') return quoted;
    return command.test(read.whole) && read.expected === unread ? 'bad_amount' : 'nothing_found';
  }

  /** Opens a job per receipt. Only a single receipt can pay the rest of another: of several it is unknown which one does. */
  async function openReceipts(
    ctx: CashierContext,
    message: Message,
    where: Where,
    read: ParsedText,
    what: ReadableFile | readonly JobRequest[],
  ): Promise<InputProblem | null> {
    const isOne = 'file' in what ? message.media_group_id === undefined : what.length === 1;
    const rest = isOne && !read.edited ? await rests.of(ctx, message, where.shop, read.expected) : null;
    const problem =
      'file' in what
        ? await openPictures(message, { ...where, ...rest }, { ...read, ...rest }, what)
        : await openTexts({ ...where, ...rest }, what, { ...read, ...rest });
    if (rest !== null) await rests.close(ctx);
    return problem;
  }

  function parseText(message: Message, edited: boolean): ParsedText {
    const own = message.text ?? message.caption ?? '';
    const beside =
      message.text === undefined || repliedOf(message) !== undefined || message.external_reply !== undefined;
    const { text, expected, problem, note } = readAmount(own, {
      beside,
      forwarded: message.forward_origin !== undefined,
    });
    const links = hiddenLinks(message).filter((url) => !own.includes(url) && leadsToReceipt(url));
    return {
      whole: [own, ...links].join('\n'),
      text: [text, ...links].join('\n'),
      expected: problem === null ? expected : unread,
      note,
      edited,
    };
  }

  /** Buttons under a forwarded message also lead elsewhere. */
  function leadsToReceipt(url: string): boolean {
    return engine.receiptsIn(url).some((request) => referenceIn(engine, request) !== null);
  }

  async function openTexts(
    where: Where,
    asked: readonly JobRequest[],
    { whole, expected, note, edited }: ParsedText,
  ): Promise<InputProblem | null> {
    // It is not known which of them the amount is for.
    if (asked.length > 1 && expected !== null) return 'shared_amount';
    const print = printOf(whole, expected ?? '');
    const piece = { message: where.message, content: contentOf(whole), print, expected, note };
    const named = asked.slice(0, receiptsMax).map((request, nth) => {
      const what = { kind: 'text' as const, request };
      return newJob({ ...where, part: String(nth), what, expected, note, pieces: [piece] }, now());
    });
    if (edited) await corrections.texts(named, piece);
    else for (const job of named) await jobs.open(job);
    return asked.length > receiptsMax ? 'too_many' : null;
  }

  /** The first picture of an album opens the job; the others join it while it waits. */
  async function openPictures(
    { media_group_id: group, message_id }: Message,
    where: Where,
    { whole, text, expected, note, edited }: ParsedText,
    { file, unique }: ReadableFile,
  ): Promise<InputProblem | null> {
    const print = printOf(unique, whole, expected ?? '');
    const content = contentOf(unique);
    const piece = { message: message_id, content, print, expected, file, caption: text, note };
    const given = { ...where, what: picturesOf([piece]), expected, note, pieces: [piece] };
    if (group === undefined) {
      const job = newJob({ ...given, part: '0' }, now());
      if (edited) return await corrections.picture(job, piece);
      await jobs.open(job);
      return null;
    }
    // All pictures of an album must find the same job, so its id is derived from the album alone.
    const job = {
      ...newJob({ ...given, message: 0, part: `album ${group}` }, now()),
      message: where.message,
      album: true,
    };
    const alone = newJob({ ...given, part: '0' }, now());
    if (edited)
      return await corrections.picture((await corrections.known(alone)) === null ? job : alone, piece);
    if (await jobs.open({ ...job, readyAt: now() + albumMs })) return null;
    return await joinAlbum(job.id, piece, alone);
  }

  /** @param alone a job for this picture alone */
  async function joinAlbum(id: string, piece: Piece, alone: Job): Promise<InputProblem | null> {
    let problem: InputProblem | null = null;
    const joined = await jobs.update(id, ({ pieces, what }) => {
      if (pieces.some(({ message }) => message === piece.message)) return {};
      if (what.kind !== 'pictures') return null;
      if (pieces.length >= picturesMax) {
        problem = 'too_many';
        return {};
      }
      const all = [...pieces, piece];
      const note = all.find((one) => one.note !== undefined)?.note;
      const said = { expected: expectedOf(all), note };
      return { pieces: all, what: picturesOf(all), ...said, readyAt: now() + albumMs };
    });
    if (!joined) await openLate(await jobs.find(id), alone);
    return problem;
  }

  /** A picture that arrives after the album was answered gets its own answer; the amount applies to all. */
  async function openLate(album: Job | null, alone: Job): Promise<void> {
    const { expected } = alone;
    if (album !== null && expected !== null && album.expected === null) {
      await jobs.replace({ ...album, expected, undone: false });
    }
    const { shared, expected: said = null } = album ?? {};
    await jobs.open({ ...alone, expected: expected ?? said, ...(shared && { shared }) });
  }

  /** An amount in reply to a receipt or its answer: that answer is updated. */
  async function openAmount(
    ctx: CashierContext,
    { quote }: Message,
    replied: Message,
    where: Where,
    { expected, note }: { expected: string; note: string | undefined },
  ): Promise<InputProblem | null> {
    const fromBot = replied.from?.id === ctx.me.id;
    const words = { ...parseText(replied, ctx.editedMessage !== undefined), expected, note };
    const isQuoted = quotedIn(quote?.text ?? '');
    const asked = fromBot ? [] : chosen(engine.receiptsIn(words.text), isQuoted);
    const all = (await jobs.about(where.chat, replied.message_id)).filter((job) => mayActFor(ctx, job.shop));
    const content = contentNow(replied, words);
    const about = chosen(all, ({ pieces }) =>
      pieces.some((one) => one.message === replied.message_id && one.content === content),
    );
    const [before, ...others] = chosen(about, ({ what }) => what.kind === 'text' && isQuoted(what.request));
    if (asked.length > 1 || others.length > 0) return 'shared_amount';
    if (before !== undefined) {
      // The existing answer stays.
      if (expected === unread) return 'bad_amount';
      if (before.shared) return 'shared_amount';
      const print = note === undefined ? printOf(expected) : printOf(expected, note);
      const piece = { message: where.message, content: '', print, expected, note };
      // An edit without a new amount must not override amounts given later.
      if (before.pieces.some((one) => one.message === piece.message && one.print === print)) return null;
      const said = { expected, note: note ?? before.note, pieces: piecesAfter(before, piece) };
      const { person, locale } = where;
      await jobs.replace({ ...before, ...said, person, locale, undone: false });
      return null;
    }
    if (fromBot) return 'nothing_found';
    // By webhook a reply may be handled before the person's message itself, which is then answered with the amount.
    const isOwn = replied.from?.id === ctx.from?.id && replied.media_group_id === undefined;
    const answered = isOwn ? { ...where, message: replied.message_id } : where;
    return await openForeign(answered, asked, words, readFile(replied));
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
  ): Promise<InputProblem | null> {
    if (file === null) return asked.length > 0 ? await openTexts(where, asked, read) : 'nothing_found';
    if ('problem' in file) return file.problem;
    return await openPictures({ message_id: where.message } as Message, where, read, file);
  }
}

/** The chosen ones; all if none is chosen. */
function chosen<T>(all: readonly T[], isChosen: (one: T) => boolean): T[] {
  const some = all.filter(isChosen);
  return some.length > 0 ? some : [...all];
}

/** The amount of an album, whichever piece has it; `unread` if there are two. */
function expectedOf(pieces: readonly Piece[]): string | null {
  const amounts = new Set(pieces.flatMap(({ expected }) => expected ?? []));
  return amounts.size > 1 ? unread : ([...amounts][0] ?? null);
}

function whereOf({ sender, chat, msgId }: CashierContext): Where | null {
  const { membership, place, person, words } = sender;
  if (membership === null || place === 'unbound' || !chat || msgId === undefined) return null;
  return {
    chat: chat.id,
    group: place === 'shop',
    message: msgId,
    person: person.person,
    shop: membership.shop.id,
    locale: words.locale,
  };
}

/** Service messages: members joining or leaving, pinned messages and so on. */
function isService(message: Message): boolean {
  const { text, caption, photo, document, sticker } = message;
  return (
    text === undefined &&
    caption === undefined &&
    photo === undefined &&
    document === undefined &&
    sticker === undefined &&
    readFile(message) === null
  );
}

/**
 * Whether to report a problem. In a group only for messages clearly meant for the bot. Not for "Thanks" in reply to a
 * verdict: that would put "not confirmed" under an accepted payment.
 */
function shouldReport({ sender, me }: CashierContext, message: Message, problem: InputProblem): boolean {
  if (sender.place === 'private' || problem === 'shared_amount') return true;
  const { text } = message;
  const replied = repliedOf(message);
  if (problem === 'bad_amount' && replied !== undefined) return true;
  if (text !== undefined && command.test(text)) return true;
  return replied?.from?.id === me.id && (text === undefined || /\d/.test(text));
}

async function replyNoShop(ctx: CashierContext, message: Message): Promise<void> {
  const { place, person, words } = ctx.sender;
  if (place !== 'private') return;
  const shops = person.memberships.map(({ shop }) => shop);
  const drawn = shops.length > 0 ? renderShopChoice(words, shops) : renderText(words, 'no-shop');
  await ctx.reply(drawn.text, { ...asOptions(drawn), reply_parameters: replyTo(message) });
}

async function reportProblem(ctx: CashierContext, message: Message, problem: InputProblem): Promise<void> {
  // The sign ⏳ is only for a receipt in this message that is not checked.
  const isReceipt =
    problem === 'too_big' || (problem === 'shared_amount' && repliedOf(message) === undefined);
  const drawn = (isReceipt ? renderInputProblem : renderHint)(ctx.sender.words, problem);
  await ctx.reply(drawn.text, { ...asOptions(drawn), reply_parameters: replyTo(message) });
}

function replyTo({ message_id }: Message) {
  return { message_id, allow_sending_without_reply: true };
}
