/** The outbox: derives from the stored state which message a chat must get next. Pure; no message is ever queued. */
import { createHash } from 'node:crypto';
import { card, type Message, noteText, type RenderContext } from './render.js';
import type { ChatState, SentMessage, StoredState } from './state-store.js';
import { type Incident, type IncidentNote, limits } from './types.js';

/** New messages per minute and chat; the rest is merged into the last one. */
const messagesPerMinute = 6;
const minuteMs = 60_000;
/** Minimum time between edits of a message: 1 s for changed facts, a minute if only the count of waiting lookups changed. */
const editMs = 1_000;
const editCountMs = 60_000;
/** An incident that ended this long ago is deleted, reported or not. */
const keepMs = 86_400_000;

/** Changes to the chat's state once the message was sent. */
interface SentEffects {
  cards: string[];
  notes: [incident: string, n: number][];
  notice: number | null;
  shown: string;
  core: string;
}

export type OutboxItem =
  | { do: 'edit'; post: SentMessage; message: Message; shown: string; core: string }
  | { do: 'send'; message: Message; replyTo: number | null; settles: SentEffects };

/** The next edit or message of a chat; null if there is none now. */
export function nextItem(context: RenderContext, stored: StoredState, chat: number): OutboxItem | null {
  const chatState = stored.chats[chat];
  if (!chatState?.on) return null;
  return nextEdit(context, chatState) ?? nextMessage(context, stored, chatState, chat);
}

function nextEdit(context: RenderContext, chatState: ChatState): OutboxItem | null {
  for (const post of chatState.posts) {
    const incidents = incidentsOf(context, post.incidents);
    if (incidents.length < post.incidents.length) continue;
    const rendered = renderIncidents(context, incidents);
    if (rendered.shown === post.shown) continue;
    const waitMs = rendered.core === post.core ? editCountMs : editMs;
    if (context.now - post.editedAt >= waitMs) return { do: 'edit', post, ...rendered };
  }
  return null;
}

function incidentsOf({ state }: RenderContext, ids: readonly string[]): Incident[] {
  return state.incidents.filter(({ id }) => ids.includes(id));
}

function renderIncidents(context: RenderContext, incidents: readonly Incident[]) {
  const message = card(context, incidents);
  const banks = Object.entries(context.view.banks).map(([key, bank]) => [key, { ...bank, waiting: 0 }]);
  const withoutCounts = { ...context, view: { ...context.view, banks: Object.fromEntries(banks) } };
  return { message, shown: digest(message), core: digest(card(withoutCounts, incidents)) };
}

function digest({ text, buttons }: Message): string {
  return createHash('sha256')
    .update(JSON.stringify([text, buttons]))
    .digest('base64url')
    .slice(0, 16);
}

function nextMessage(
  context: RenderContext,
  stored: StoredState,
  chatState: ChatState,
  chat: number,
): OutboxItem | null {
  const remaining = messagesPerMinute - chatState.sends.filter((at) => context.now - at < minuteMs).length;
  if (remaining <= 0) return null;
  const isLast = remaining === 1;
  const cards = unsentCards(context, chatState);
  if (cards.length > 0) return cardsMessage(context, isLast ? cards : cards.slice(0, 1));
  const notes = unsentNotes(context, chatState);
  const notices = stored.notices.filter(({ n, but }) => n > chatState.notice && but !== chat);
  const [first] = notes;
  if (first && !(isLast && notes.length + notices.length > 1)) return noteMessage(context, chatState, first);
  if (first === undefined && notices.length === 0) return null;
  return textsMessage(context, notes, isLast || notes.length > 0 ? notices : notices.slice(0, 1));
}

function unsentCards({ state }: RenderContext, { posts }: ChatState): Incident[] {
  const shown = new Set(posts.flatMap(({ incidents }) => incidents));
  return state.incidents.filter(({ id, toldAt }) => toldAt !== null && !shown.has(id));
}

interface UnsentNote {
  incident: Incident;
  note: IncidentNote;
}

/** The latest unsent note of each incident; it replaces earlier ones. */
function unsentNotes({ state }: RenderContext, { notes, posts }: ChatState): UnsentNote[] {
  const shown = new Set(posts.flatMap(({ incidents }) => incidents));
  return state.incidents.flatMap((incident) => {
    const note = incident.notes.at(-1);
    if (!note || note.n <= (notes[incident.id] ?? 0) || !shown.has(incident.id)) return [];
    const isObsolete = note.kind === 'reminder' && incident.acknowledged !== null;
    return isObsolete ? [] : [{ incident, note }];
  });
}

function cardsMessage(context: RenderContext, incidents: readonly Incident[]): OutboxItem {
  const { message, shown, core } = renderIncidents(context, incidents);
  const cards = incidents.map(({ id }) => id);
  const notes = incidents.map(({ id, notes: own }): [string, number] => [id, own.at(-1)?.n ?? 0]);
  return { do: 'send', message, replyTo: null, settles: { cards, notes, notice: null, shown, core } };
}

function noteMessage(
  context: RenderContext,
  { posts }: ChatState,
  { incident, note }: UnsentNote,
): OutboxItem {
  const post = posts.find(({ incidents }) => incidents.includes(incident.id));
  const message = noteText(context, incident, note);
  const settles = { ...noEffects, notes: [[incident.id, note.n]] as [string, number][] };
  return { do: 'send', message, replyTo: post?.message ?? null, settles };
}

const noEffects = { cards: [], notes: [], notice: null, shown: '', core: '' };

function textsMessage(
  context: RenderContext,
  notes: readonly UnsentNote[],
  notices: StoredState['notices'],
): OutboxItem {
  const messages = [...notes.map(({ incident, note }) => noteText(context, incident, note)), ...notices];
  const message = {
    text: messages
      .map(({ text }) => text)
      .join('\n\n')
      .slice(0, 3_900),
    buttons: [],
    silent: messages.every(({ silent }) => silent),
  };
  const sent = notes.map(({ incident, note }): [string, number] => [incident.id, note.n]);
  const settles = { ...noEffects, notes: sent, notice: notices.at(-1)?.n ?? null };
  return { do: 'send', message, replyTo: null, settles };
}

/** Records a message that Telegram has accepted. */
export function recordSent(
  chatState: ChatState,
  id: number,
  { cards, notes, notice, shown, core }: SentEffects,
  now: number,
): void {
  if (cards.length > 0) chatState.posts.push({ message: id, incidents: cards, shown, core, editedAt: now });
  for (const [incident, n] of notes) chatState.notes[incident] = Math.max(n, chatState.notes[incident] ?? 0);
  if (notice !== null) chatState.notice = Math.max(notice, chatState.notice);
  chatState.sends = [...chatState.sends.filter((at) => now - at < minuteMs), now];
}

/**
 * First start of a bot, after it has read the past events: keeps open incidents; drops ended ones, notes and the history of
 * changes, because unreported changes must not count as flapping.
 */
export function dropPast({ state }: StoredState): void {
  state.changes = {};
  state.incidents = state.incidents
    .filter(({ endedAt }) => endedAt === null)
    .map((incident) => {
      const { toldAt } = incident;
      const remindAt = toldAt === null ? null : toldAt + limits.remindersMs[0];
      return { ...incident, flapping: null, notes: [], remindAt };
    });
}

/** Deletes incidents that are over and fully reported in every chat, or ended more than `keepMs` ago. */
export function deleteReported(context: RenderContext, stored: StoredState): void {
  const chats = Object.values(stored.chats).filter(({ on }) => on);
  const isDone = (incident: Incident) => {
    if (incident.endedAt === null) return false;
    if (context.now - incident.endedAt > keepMs) return true;
    return chats.length > 0 && chats.every((chatState) => isFullyReported(context, chatState, incident));
  };
  const done = new Set(stored.state.incidents.filter(isDone).map(({ id }) => id));
  if (done.size === 0) return;
  stored.state.incidents = stored.state.incidents.filter(({ id }) => !done.has(id));
  for (const chatState of Object.values(stored.chats)) {
    chatState.posts = chatState.posts.filter(({ incidents }) => !incidents.every((id) => done.has(id)));
    for (const id of done) delete chatState.notes[id];
  }
}

function isFullyReported(context: RenderContext, chatState: ChatState, incident: Incident): boolean {
  const post = chatState.posts.find(({ incidents }) => incidents.includes(incident.id));
  if (!post || unsentNotes(context, chatState).some((unsent) => unsent.incident === incident)) return false;
  const incidents = incidentsOf(context, post.incidents);
  if (incidents.some(({ endedAt }) => endedAt === null)) return false;
  return incidents.length < post.incidents.length || renderIncidents(context, incidents).shown === post.shown;
}
