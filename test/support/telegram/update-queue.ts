/** Updates on their way to a bot: kept until it confirms them, by polls that are held open or by a webhook. */
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Update, WebhookInfo } from '@grammyjs/types';
import { badRequest, otherPoller, webhookIsSet } from './api-errors.js';
import type { Args, UpdateKind } from './types.js';

/** Kinds a bot gets only when it asks for them. */
const onRequest: readonly UpdateKind[] = ['chat_member', 'message_reaction', 'message_reaction_count'];

/** Posts again after this long when the bot did not take an update, in milliseconds. */
const postAgainMs = 200;

interface Hook {
  url: string;
  secret: string | undefined;
  connections: number;
}

export interface Mailbox {
  /** Hands an update in; one of a kind the bot does not listen for is dropped, as Telegram does. */
  put(update: Omit<Update, 'update_id'>): number;
  /** Numbers the next updates after this one. */
  numberAfter(id: number): void;
  /** Delivers an update once more, also when it was confirmed. */
  again(id: number): void;
  /** @throws Refusal */
  poll(args: Args<'getUpdates'>, gone: AbortSignal): Promise<Update[]>;
  setWebhook(args: Args<'setWebhook'>): void;
  deleteWebhook(args: Args<'deleteWebhook'>): void;
  info(): WebhookInfo;
  /** Posts one update as a webhook call. @returns the status the bot answered */
  post(update: Update, secret: string | undefined): Promise<number>;
  /** Resolves once the bot has confirmed the update. */
  confirmed(id: number): Promise<void>;
  /** Updates not confirmed yet. */
  pending(): readonly Update[];
  /** Where webhook calls go instead of the origin the bot named: plays the proxy that ends TLS. */
  behind(origin: string): void;
  close(): void;
}

export function createMailbox(): Mailbox {
  const all = new Map<number, Update>();
  let queue: Update[] = [];
  /** Confirmed ones that come once more, whatever offset the bot names. */
  const repeats: Update[] = [];
  let last = 700_000;
  let allowed: readonly UpdateKind[] | null = null;
  let hook: Hook | null = null;
  let origin: string | null = null;
  let posting = 0;
  const posted = new Set<number>();
  const failures: { at: number; message: string }[] = [];
  const closing = new AbortController();
  // Every update that a webhook refused waits for its next post with a listener of its own, and takes it away afterwards.
  setMaxListeners(0, closing.signal);
  /** The poll that is held open; ends it early. */
  let held: ((why: 'news' | 'other') => void) | null = null;
  const waiting: (() => void)[] = [];
  const tell = () => {
    for (const check of waiting.splice(0)) check();
  };

  function wants(kind: UpdateKind): boolean {
    return allowed === null || allowed.length === 0 ? !onRequest.includes(kind) : allowed.includes(kind);
  }

  function enqueue(update: Update): void {
    queue.push(update);
    queue.sort((a, b) => a.update_id - b.update_id);
    held?.('news');
    deliver();
  }

  function confirm(matches: (update: Update) => boolean): void {
    queue = queue.filter((update) => !matches(update));
    tell();
  }

  function deliver(): void {
    if (!hook || closing.signal.aborted) return;
    for (const update of queue) {
      if (posting >= hook.connections) return;
      if (posted.has(update.update_id)) continue;
      posted.add(update.update_id);
      posting += 1;
      void postOne(hook, update).finally(() => {
        posting -= 1;
        posted.delete(update.update_id);
        deliver();
      });
    }
  }

  async function postOne({ secret }: Hook, update: Update): Promise<void> {
    const status = await mailbox.post(update, secret).catch(() => 0);
    if (status >= 200 && status < 300) {
      confirm((one) => one === update);
      return;
    }
    failures.push({ at: Date.now(), message: `Wrong response from the webhook: ${status}` });
    await sleep(postAgainMs, undefined, { signal: closing.signal }).catch(() => undefined);
  }

  async function hold(timeoutSeconds: number, gone: AbortSignal): Promise<void> {
    if (timeoutSeconds <= 0) return;
    await new Promise<void>((resolve, reject) => {
      const end = (why: 'news' | 'other' | 'over') => {
        clearTimeout(timer);
        if (held === mine) held = null;
        if (why === 'other') reject(otherPoller());
        else resolve();
      };
      const mine = (why: 'news' | 'other') => end(why);
      const timer = setTimeout(() => end('over'), timeoutSeconds * 1000);
      AbortSignal.any([gone, closing.signal]).addEventListener('abort', () => end('over'), { once: true });
      held = mine;
    });
  }

  const mailbox: Mailbox = {
    put(update) {
      last += 1;
      const whole: Update = { update_id: last, ...update };
      all.set(last, whole);
      const [kind] = Object.keys(update) as UpdateKind[];
      if (kind && wants(kind)) enqueue(whole);
      return last;
    },
    numberAfter(id) {
      last = id;
    },
    again(id) {
      const update = all.get(id);
      if (!update) throw new Error(`no update ${id}`);
      if (hook) {
        enqueue(update);
        return;
      }
      repeats.push(update);
      held?.('news');
    },
    async poll({ offset, limit = 100, timeout = 0, allowed_updates }: NonNullable<Args<'getUpdates'>>, gone) {
      if (hook) throw webhookIsSet();
      if (allowed_updates !== undefined) allowed = allowed_updates;
      held?.('other');
      if (offset !== undefined && offset < 0) {
        const kept = queue.slice(offset);
        confirm((update) => !kept.includes(update));
      } else if (offset !== undefined) {
        confirm(({ update_id }) => update_id < offset);
      }
      if (queue.length + repeats.length === 0) await hold(timeout, gone);
      return gone.aborted ? [] : [...repeats.splice(0), ...queue].slice(0, Math.min(limit, 100));
    },
    setWebhook({ url, secret_token, max_connections = 40, allowed_updates, drop_pending_updates }) {
      if (url !== '' && !url.startsWith('https://')) {
        throw badRequest('bad webhook: An HTTPS URL must be provided for webhook');
      }
      if (allowed_updates !== undefined) allowed = allowed_updates;
      if (drop_pending_updates) confirm(() => true);
      hook = url === '' ? null : { url, secret: secret_token, connections: max_connections };
      held?.('other');
      deliver();
    },
    deleteWebhook(args) {
      if (args?.drop_pending_updates) confirm(() => true);
      hook = null;
    },
    info() {
      const failure = failures.at(-1);
      return {
        url: hook?.url ?? '',
        has_custom_certificate: false,
        pending_update_count: queue.length,
        ...(failure && {
          last_error_date: Math.floor(failure.at / 1000),
          last_error_message: failure.message,
        }),
        ...(hook && { max_connections: hook.connections }),
        ...(allowed && { allowed_updates: [...allowed] }),
      };
    },
    async post(update, secret) {
      if (!hook) throw new Error('the bot has set no webhook');
      const { pathname, search } = new URL(hook.url);
      const response = await fetch(new URL(`${pathname}${search}`, origin ?? hook.url), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(secret !== undefined && { 'x-telegram-bot-api-secret-token': secret }),
        },
        body: JSON.stringify(update),
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(60_000)]),
      });
      await response.arrayBuffer();
      return response.status;
    },
    async confirmed(id) {
      while (queue.some(({ update_id }) => update_id === id)) {
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
    pending: () => queue,
    behind(address) {
      origin = address;
    },
    close: () => closing.abort(),
  };
  return mailbox;
}
