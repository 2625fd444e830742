/** Whatever a person sends as a receipt: read, written down as a job, and worked on elsewhere. */
import { Composer } from 'grammy';
import type { Message } from 'grammy/types';
import type { CashierContext } from '../access.js';
import { type Asked, type Job, newJob, printOf, unread } from '../jobs/job.js';
import { albumMs } from '../jobs/jobs.js';
import type { Kit } from '../kit.js';
import { command, type ReadableFile, readAmount, readFile, type Written } from '../reading.js';
import {
  asOptions,
  type InputProblem,
  renderHint,
  renderInputProblem,
  renderShopChoice,
  renderText,
} from '../render/index.js';

/** Pictures of one receipt: docs/api.md#pictures. */
const picturesMax = 5;
/** Receipts in one message. */
const receiptsMax = 20;

type Where = Pick<Job, 'chat' | 'group' | 'message' | 'person' | 'shop' | 'locale'>;

export function createReceipts(kit: Kit): Composer<CashierContext> {
  const { engine, jobs, said, now } = kit;
  const composer = new Composer<CashierContext>();

  composer.on(['message', 'edited_message'], async (ctx) => {
    const message = ctx.msg;
    if (isService(message)) return;
    const where = whereOf(ctx);
    if (where === null) return await sayNoShop(ctx, message);
    const problem = await takeIn(ctx, message, where);
    if (problem !== null && speaksUp(ctx, message, problem)) await complain(ctx, message, problem);
  });
  return composer;

  /** @returns what there is to complain about; null where there is nothing */
  async function takeIn(ctx: CashierContext, message: Message, where: Where): Promise<InputProblem | null> {
    const replied = message.reply_to_message as Message | undefined;
    const beside = replied !== undefined || message.text === undefined;
    const read = readAmount(message.text ?? message.caption ?? '', { beside });
    const written = read.problem === null ? read : { ...read, expected: unread };
    const edited = ctx.editedMessage !== undefined;
    const file = readFile(message);
    if (file !== null) {
      return 'problem' in file
        ? file.problem
        : await openPictures(message, where, { ...file, written, edited });
    }
    const asked = engine.receiptsIn(written.text);
    if (asked.length > 0) return await openTexts(where, { asked, written, edited });
    if (replied === undefined || written.expected === null) return read.problem ?? 'nothing_found';
    return await openAmount(ctx, replied, where, written.expected);
  }

  async function openTexts(
    where: Where,
    { asked, written, edited }: { asked: readonly Asked[]; written: Written; edited: boolean },
  ): Promise<InputProblem | null> {
    const { expected } = written;
    // Which of them it is owed for nobody has said.
    if (asked.length > 1 && expected !== null) return 'shared_amount';
    for (const [nth, request] of asked.slice(0, receiptsMax).entries()) {
      const what = { kind: 'text' as const, request };
      const job = newJob({ ...where, part: String(nth), what, expected }, now());
      if (edited) await correct(job);
      else await jobs.open(job);
    }
    return asked.length > receiptsMax ? 'too_many' : null;
  }

  /** A changed message is answered where it was answered before, if it says something else now. */
  async function correct(job: Job): Promise<void> {
    const before = await known(job);
    const same = ({ what, expected }: Job) => JSON.stringify([what, expected]);
    if (before !== null && same(before) === same(job)) return;
    const isSame = JSON.stringify(before?.what) === JSON.stringify(job.what);
    await jobs.instead({
      ...job,
      answer: before?.answer ?? null,
      ...(isSame && { givenUp: before?.givenUp }),
    });
  }

  /** What became of the same job before. */
  async function known({ id, chat }: Job): Promise<Job | null> {
    return (await jobs.find(id)) ?? (await said.find(chat, (job) => job.id === id));
  }

  /** The first picture of an album opens the job, the others join it while it waits for them. */
  async function openPictures(
    message: Message,
    where: Where,
    { file, unique, written, edited }: ReadableFile & { written: Written; edited: boolean },
  ): Promise<InputProblem | null> {
    const { text, expected } = written;
    const group = message.media_group_id;
    const what = { kind: 'pictures' as const, files: [file], caption: text };
    if (group === undefined) {
      const print = printOf(unique, text);
      const job = newJob({ ...where, part: '0', what, print, expected }, now());
      if (edited) await correctPicture(job);
      else await jobs.open(job);
      return null;
    }
    // All pictures of an album have to find the same job: it is named by the album alone.
    const album = newJob({ ...where, message: 0, part: `album ${group}`, what, expected }, now());
    const job = { ...album, message: where.message };
    if (edited) await correctPicture(job);
    else if (!(await jobs.open({ ...job, readyAt: now() + albumMs }))) {
      return await joinAlbum(job.id, file, written, { ...where, print: printOf(unique, text) });
    }
    return null;
  }

  async function joinAlbum(
    id: string,
    file: string,
    { text, expected }: Written,
    given: Where & { print: string },
  ): Promise<InputProblem | null> {
    let problem: InputProblem | null = null;
    const joined = await jobs.amend(id, ({ what, expected: owed }) => {
      if (what.kind !== 'pictures') return null;
      if (what.files.includes(file)) return {};
      if (what.files.length >= picturesMax) problem = 'too_many';
      return {
        what: {
          ...what,
          files: [...what.files, file].slice(0, picturesMax),
          caption: what.caption || text,
        },
        expected: owed ?? expected,
        readyAt: now() + albumMs,
      };
    });
    // What the others show is said already: it is answered by itself.
    const what = { kind: 'pictures' as const, files: [file], caption: text };
    if (!joined) await jobs.open(newJob({ ...given, part: '0', what, expected }, now()));
    return problem;
  }

  /** Another picture or text is read anew; where only the amount is another, what the picture shows is known. */
  async function correctPicture(job: Job): Promise<void> {
    const before = await known(job);
    if (before === null) return void (await jobs.open(job));
    if (before.print !== job.print) return await jobs.instead({ ...job, answer: before.answer });
    if (before.expected !== job.expected) await jobs.instead({ ...before, expected: job.expected });
  }

  /** An amount in answer to a receipt, or to what the bot said of it: that very answer is given anew. */
  async function openAmount(
    ctx: CashierContext,
    replied: Message,
    where: Where,
    expected: string,
  ): Promise<InputProblem | null> {
    const fromBot = replied.from?.id === ctx.me.id;
    const asked = fromBot ? [] : engine.receiptsIn(replied.text ?? '');
    if (asked.length > 1) return 'shared_amount';
    const before = await jobs.about(where.chat, replied.message_id);
    if (before !== null && before.shop === where.shop) {
      // What was said of the receipt before stands.
      if (expected === unread) return 'bad_amount';
      await jobs.instead({ ...before, expected, person: where.person, locale: where.locale });
      return null;
    }
    if (fromBot) return 'nothing_found';
    const file = readFile(replied);
    if (file !== null && 'file' in file) {
      const what = { kind: 'pictures' as const, files: [file.file], caption: replied.caption ?? '' };
      await jobs.open(newJob({ ...where, part: '0', what, expected }, now()));
      return null;
    }
    const [request] = asked;
    if (request === undefined) return 'nothing_found';
    await jobs.open(newJob({ ...where, part: '0', what: { kind: 'text', request }, expected }, now()));
    return null;
  }
}

function whereOf({ asker, chat, msgId }: CashierContext): Where | null {
  const { membership, place, person, words } = asker;
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

/** Members coming and going, pinned messages and the like. */
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
 * In a group people also talk to each other; only what was clearly meant for the bot is answered with a complaint. "Thanks"
 * in answer to a verdict is not: a complaint would put "do not treat as paid" under a payment that was accepted.
 */
function speaksUp({ asker, me }: CashierContext, message: Message, problem: InputProblem): boolean {
  if (asker.place === 'private' || problem === 'shared_amount') return true;
  const { text, reply_to_message: replied } = message;
  if (problem === 'bad_amount' && replied !== undefined) return true;
  if (text !== undefined && command.test(text)) return true;
  return replied?.from?.id === me.id && (text === undefined || /\d/.test(text));
}

async function sayNoShop(ctx: CashierContext, message: Message): Promise<void> {
  const { place, person, words } = ctx.asker;
  if (place !== 'private') return;
  const shops = person.memberships.map(({ shop }) => shop);
  const drawn = shops.length > 0 ? renderShopChoice(words, shops) : renderText(words, 'no-shop');
  await ctx.reply(drawn.text, { ...asOptions(drawn), reply_parameters: replyTo(message) });
}

async function complain(ctx: CashierContext, message: Message, problem: InputProblem): Promise<void> {
  // A sign is for a receipt that came with this message and is not checked.
  const isReceipt =
    problem === 'too_big' || (problem === 'shared_amount' && message.reply_to_message === undefined);
  const drawn = (isReceipt ? renderInputProblem : renderHint)(ctx.asker.words, problem);
  await ctx.reply(drawn.text, { ...asOptions(drawn), reply_parameters: replyTo(message) });
}

function replyTo({ message_id }: Message) {
  return { message_id, allow_sending_without_reply: true };
}
