/**
 * Immediate alerts to owners: one message per event. An alert is stored before the update that caused it is answered; if
 * the same event repeats, its message is edited.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ShopError } from '../../src/engine/index.js';
import { type Alert, AlertStore, hourMs } from './alert-store.js';
import type { MessengerDeps } from './broadcast.js';
import { chatOfPerson } from './identify.js';
import { ignoreUnreachable, isTransient } from './jobs/deliver.js';
import { type Message, ofShop, renderAlert, type Words } from './render/index.js';

/** Repetitions within this time are reported in one edit. */
const countMs = 5_000;
/** Pause before a retry when the store did not answer. */
const retryMs = 2_000;
/** Highest count in that message. */
const countedMax = 500;

export type Raised = Pick<Alert, 'shop' | 'kind' | 'about' | 'by' | 'times' | 'link'> & {
  /** Business day: the same event on another day is another alert. */
  date: string;
};

export interface Alerts {
  /** Stores an alert and sends it later. Safe to repeat. @throws Failure `unavailable` */
  raise(raised: Raised): Promise<void>;
  /** Sends stored alerts until `lost` aborts. May be called again if it failed. @throws Failure `unavailable` */
  run(lost: AbortSignal): Promise<void>;
  /** Deletes a person's data, and all alerts of the `shops`, which are being closed. */
  forget(person: string, shops: readonly string[]): Promise<void>;
}

export function createAlerts(deps: MessengerDeps): Alerts {
  const { engine, log } = deps;
  const { shops } = engine;
  const store = new AlertStore(engine.botStore('cashier'));
  const { inMemory } = store;
  const working = new Set<string>();
  /** Aborted while this process is not the leader. */
  let term = AbortSignal.abort();

  async function countFurther({ shop, kind, about }: Raised): Promise<void> {
    const id = `alert:more:${shop}:${Math.floor(Date.now() / hourMs)}`;
    const before = await store.find(id);
    const counted = [...new Set([...(before?.counted ?? []), `${kind}:${about}`])].slice(0, countedMax);
    const blank = { shop, kind: 'more', about: '', by: '', link: null, at: Date.now(), told: {} } as const;
    await store.change(id, { ...(before ?? blank), counted, times: counted.length });
    start(id);
  }

  function start(id: string): void {
    if (term.aborted || working.has(id)) return;
    // A signal per task: thousands of sleeping tasks must not add listeners to the term's signal.
    const signal = AbortSignal.any([term]);
    working.add(id);
    work(id, signal).catch((error: unknown) => {
      if (signal.aborted) return;
      log.warn({ component: 'cashier-bot', err: error }, 'alert could not be sent');
      working.delete(id);
    });
  }

  async function work(id: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        if (await sendLatest(id, signal)) return;
        await sleep(countMs, undefined, { signal });
      } catch (error) {
        // The shop was closed.
        if (error instanceof ShopError) return await drop(id);
        if (!isTransient(error) || signal.aborted) throw error;
        await sleep(retryMs, undefined, { signal });
      }
    }
  }

  /** Sends the latest state to owners who do not have it. @returns true if all had it already */
  async function sendLatest(id: string, signal: AbortSignal): Promise<boolean> {
    const { shop, by } = inMemory.get(id) ?? {};
    if (shop === undefined) return true;
    const owners = (await shops.members(shop)).filter(
      ({ role, id: member }) => role === 'owner' && member !== by,
    );
    signal.throwIfAborted();
    const latest = inMemory.get(id);
    const due = owners.filter(({ person }) => (latest?.told[person]?.times ?? 0) < (latest?.times ?? 0));
    if (due.length === 0) {
      // Synchronously, so that a later raise() starts a new task.
      working.delete(id);
      return true;
    }
    for (const { person } of due) await sendToOwner(deps, store, id, person, signal);
    return false;
  }

  async function drop(id: string): Promise<void> {
    working.delete(id);
    await store.remove(id);
  }

  return {
    async raise(raised) {
      const { date, times, ...rest } = raised;
      const id = `alert:${raised.kind}:${raised.shop}:${raised.about}:${date}`;
      const before = await store.find(id);
      if (before === null && store.isOverLimit(raised.shop) && raised.kind !== 'shift')
        return await countFurther(raised);
      if (before === null || before.times < times) {
        const { told = {} } = before ?? {};
        await store.change(id, { ...rest, times, told, at: Date.now() });
      } else inMemory.set(id, before);
      start(id);
    },

    async run(lost) {
      if (term !== lost) {
        inMemory.clear();
        working.clear();
        term = lost;
      }
      for (const record of await store.all()) {
        const { id } = record;
        const latest = store.latest(record);
        if (latest === undefined) await store.remove(id);
        else inMemory.set(id, latest);
        start(id);
      }
    },

    async forget(person, ended) {
      for (const record of await store.all()) {
        const { id } = record;
        const latest = store.latest(record);
        if (latest === undefined || ended.includes(latest.shop)) await drop(id);
        else if (latest.told[person] !== undefined) {
          const { [person]: _, ...told } = latest.told;
          await store.change(id, { ...latest, told });
        }
      }
    },
  };
}

/** Sends the latest state to one owner, or edits the message that shows an earlier one. */
async function sendToOwner(
  deps: MessengerDeps,
  store: AlertStore,
  id: string,
  person: string,
  signal: AbortSignal,
): Promise<void> {
  const latest = store.inMemory.get(id);
  const chat = chatOfPerson(person);
  if (latest === undefined) return;
  const message = chat === null ? null : await messageFor(deps, latest, person);
  // If leadership is lost, the next leader sends it.
  signal.throwIfAborted();
  const before = latest.told[person]?.message ?? null;
  const shownIn =
    chat === null || message === null ? null : await sendOrEdit(deps, chat, before, message, signal);
  const now = store.inMemory.get(id);
  if (now === undefined) return;
  const told = { ...now.told, [person]: { message: shownIn, times: latest.times } };
  await store.change(id, { ...now, told });
}

/** Null if the subject no longer exists. */
async function messageFor(deps: MessengerDeps, latest: Alert, person: string): Promise<Message | null> {
  const { shops } = deps.engine;
  const [{ language, memberships }, shop] = await Promise.all([
    shops.ofPerson(person),
    shops.get(latest.shop),
  ]);
  const words = deps.vocabulary.of(language ?? shop.settings.language);
  const message = await renderLatest(deps, words, latest);
  return message && memberships.length > 1 ? ofShop(words, shop, message) : message;
}

async function renderLatest(
  { engine, setting }: MessengerDeps,
  words: Words,
  { shop, kind, about, by, times, link, at }: Alert,
): Promise<Message | null> {
  const { shops } = engine;
  if (kind === 'more') return renderAlert(words, { kind, times }, setting());
  if (kind === 'shift') {
    const [date = '', start = ''] = about.split(':');
    const { shifts } = await shops.memberDay(shop, by, date);
    const shift = shifts.find(({ startedAt }) => Date.parse(startedAt) === Number(start));
    return shift ? renderAlert(words, { kind, shift }, setting()) : null;
  }
  const row = await shops.row(shop, about);
  const who = (await shops.members(shop)).find(({ id }) => id === by)?.name ?? null;
  return row && renderAlert(words, { kind, row, who, times, link, at }, setting());
}

/** @returns the message that shows it now; null if the person cannot be reached */
async function sendOrEdit(
  { delivery }: MessengerDeps,
  chat: number,
  before: number | null,
  message: Message,
  signal: AbortSignal,
): Promise<number | null> {
  if (before === null) {
    const sent = await delivery.send(chat, message, null, signal).catch(ignoreUnreachable);
    return sent?.message ?? null;
  }
  await delivery.edit(chat, before, () => message, signal).catch(ignoreUnreachable);
  return before;
}
