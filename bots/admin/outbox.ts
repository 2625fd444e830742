/** The outbox: derives from the stored state which message a chat must get next. Pure; no message is ever queued. */
import { createHash } from 'node:crypto';
import { card, type Message, noteText, type RenderContext } from './render.js';
import type { ChatBook, Post, StateStore } from './state-store.js';
import { type Incident, type IncidentNote, limits } from './types.js';

/** New messages per minute and chat; the rest is merged into the last one. */
const messagesPerMinute = 6;
const minuteMs = 60_000;
/** Minimum time between edits of a message: 1 s for changed facts, a minute if only the count of waiting lookups changed. */
const editMs = 1_000;
const editMovingMs = 60_000;
/** An incident that ended this long ago is deleted, reported or not. */
const forgetMs = 86_400_000;

/** Changes to the chat's state once the message was sent. */
export interface Settles {
  cards: string[];
  notes: [incident: string, n: number][];
  notice: number | null;
  shown: string;
  core: string;
}

export type Owed =
  | { do: 'edit'; post: Post; message: Message; shown: string; core: string }
  | { do: 'send'; message: Message; replyTo: number | null; settles: Settles };

/** The next edit or message of a chat; null if there is none now. */
export function owed(canvas: RenderContext, book: StateStore, chat: number): Owed | null {
  const told = book.chats[chat];
  if (!told?.on) return null;
  return editOf(canvas, told) ?? sendOf(canvas, book, told, chat);
}

function editOf(canvas: RenderContext, told: ChatBook): Owed | null {
  for (const post of told.posts) {
    const incidents = incidentsOf(canvas, post.incidents);
    if (incidents.length < post.incidents.length) continue;
    const drawn = draw(canvas, incidents);
    if (drawn.shown === post.shown) continue;
    const waitMs = drawn.core === post.core ? editMovingMs : editMs;
    if (canvas.now - post.editedAt >= waitMs) return { do: 'edit', post, ...drawn };
  }
  return null;
}

function incidentsOf({ state }: RenderContext, ids: readonly string[]): Incident[] {
  return state.incidents.filter(({ id }) => ids.includes(id));
}

function draw(canvas: RenderContext, incidents: readonly Incident[]) {
  const message = card(canvas, incidents);
  const banks = Object.entries(canvas.view.banks).map(([key, bank]) => [key, { ...bank, waiting: 0 }]);
  const still = { ...canvas, view: { ...canvas.view, banks: Object.fromEntries(banks) } };
  return { message, shown: digest(message), core: digest(card(still, incidents)) };
}

function digest({ text, buttons }: Message): string {
  return createHash('sha256')
    .update(JSON.stringify([text, buttons]))
    .digest('base64url')
    .slice(0, 16);
}

function sendOf(canvas: RenderContext, book: StateStore, told: ChatBook, chat: number): Owed | null {
  const left = messagesPerMinute - told.sends.filter((at) => canvas.now - at < minuteMs).length;
  if (left <= 0) return null;
  const isLast = left === 1;
  const cards = untoldCards(canvas, told);
  if (cards.length > 0) return cardsMessage(canvas, isLast ? cards : cards.slice(0, 1));
  const notes = untoldNotes(canvas, told);
  const notices = book.notices.filter(({ n, but }) => n > told.notice && but !== chat);
  const [first] = notes;
  if (first && !(isLast && notes.length + notices.length > 1)) return noteMessage(canvas, told, first);
  if (first === undefined && notices.length === 0) return null;
  return textsMessage(canvas, notes, isLast || notes.length > 0 ? notices : notices.slice(0, 1));
}

function untoldCards({ state }: RenderContext, { posts }: ChatBook): Incident[] {
  const shown = new Set(posts.flatMap(({ incidents }) => incidents));
  return state.incidents.filter(({ id, toldAt }) => toldAt !== null && !shown.has(id));
}

interface Untold {
  incident: Incident;
  note: IncidentNote;
}

/** The latest unsent note of each incident; it replaces earlier ones. */
function untoldNotes({ state }: RenderContext, { notes, posts }: ChatBook): Untold[] {
  const shown = new Set(posts.flatMap(({ incidents }) => incidents));
  return state.incidents.flatMap((incident) => {
    const note = incident.notes.at(-1);
    if (!note || note.n <= (notes[incident.id] ?? 0) || !shown.has(incident.id)) return [];
    const isIdle = note.kind === 'reminder' && incident.acknowledged !== null;
    return isIdle ? [] : [{ incident, note }];
  });
}

function cardsMessage(canvas: RenderContext, incidents: readonly Incident[]): Owed {
  const { message, shown, core } = draw(canvas, incidents);
  const cards = incidents.map(({ id }) => id);
  const notes = incidents.map(({ id, notes: said }): [string, number] => [id, said.at(-1)?.n ?? 0]);
  return { do: 'send', message, replyTo: null, settles: { cards, notes, notice: null, shown, core } };
}

function noteMessage(canvas: RenderContext, { posts }: ChatBook, { incident, note }: Untold): Owed {
  const post = posts.find(({ incidents }) => incidents.includes(incident.id));
  const message = noteText(canvas, incident, note);
  const settles = { ...nothing, notes: [[incident.id, note.n]] as [string, number][] };
  return { do: 'send', message, replyTo: post?.message ?? null, settles };
}

const nothing = { cards: [], notes: [], notice: null, shown: '', core: '' };

function textsMessage(canvas: RenderContext, notes: readonly Untold[], notices: StateStore['notices']): Owed {
  const said = [...notes.map(({ incident, note }) => noteText(canvas, incident, note)), ...notices];
  const message = {
    text: said
      .map(({ text }) => text)
      .join('\n\n')
      .slice(0, 3_900),
    buttons: [],
    silent: said.every(({ silent }) => silent),
  };
  const told = notes.map(({ incident, note }): [string, number] => [incident.id, note.n]);
  const settles = { ...nothing, notes: told, notice: notices.at(-1)?.n ?? null };
  return { do: 'send', message, replyTo: null, settles };
}

/** Records a message that Telegram has accepted. */
export function settle(
  told: ChatBook,
  id: number,
  { cards, notes, notice, shown, core }: Settles,
  now: number,
): void {
  if (cards.length > 0) told.posts.push({ message: id, incidents: cards, shown, core, editedAt: now });
  for (const [incident, n] of notes) told.notes[incident] = Math.max(n, told.notes[incident] ?? 0);
  if (notice !== null) told.notice = Math.max(notice, told.notice);
  told.sends = [...told.sends.filter((at) => now - at < minuteMs), now];
}

/**
 * First start of a bot, after it read the past events: keeps open incidents, drops ended ones, notes and the history of
 * changes (unreported changes must not count as flapping).
 */
export function forgetPast({ state }: StateStore): void {
  state.changes = {};
  state.incidents = state.incidents
    .filter(({ endedAt }) => endedAt === null)
    .map((incident) => {
      const { toldAt } = incident;
      const remindAt = toldAt === null ? null : toldAt + limits.remindersMs[0];
      return { ...incident, flapping: null, notes: [], remindAt };
    });
}

/** Deletes incidents that are over and fully reported in every chat, or ended more than `forgetMs` ago. */
export function forget(canvas: RenderContext, book: StateStore): void {
  const chats = Object.values(book.chats).filter(({ on }) => on);
  const isDone = (incident: Incident) => {
    if (incident.endedAt === null) return false;
    if (canvas.now - incident.endedAt > forgetMs) return true;
    return chats.length > 0 && chats.every((told) => knowsAll(canvas, told, incident));
  };
  const done = new Set(book.state.incidents.filter(isDone).map(({ id }) => id));
  if (done.size === 0) return;
  book.state.incidents = book.state.incidents.filter(({ id }) => !done.has(id));
  for (const told of Object.values(book.chats)) {
    told.posts = told.posts.filter(({ incidents }) => !incidents.every((id) => done.has(id)));
    for (const id of done) delete told.notes[id];
  }
}

function knowsAll(canvas: RenderContext, told: ChatBook, incident: Incident): boolean {
  const post = told.posts.find(({ incidents }) => incidents.includes(incident.id));
  if (!post || untoldNotes(canvas, told).some((one) => one.incident === incident)) return false;
  const incidents = incidentsOf(canvas, post.incidents);
  if (incidents.some(({ endedAt }) => endedAt === null)) return false;
  return incidents.length < post.incidents.length || draw(canvas, incidents).shown === post.shown;
}
