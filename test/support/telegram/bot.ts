/** One bot as the server knows it: its world, what it was told to refuse, what it has called. */
import { randomInt } from 'node:crypto';
import type { User } from '@grammyjs/types';
import { Refusal, unknownMethod } from './api-errors.js';
import { ChatHistory } from './chat-history.js';
import { createFiles } from './files.js';
import { LimitKeeper, type Limits } from './limits.js';
import { createMethods, isMethod, type Methods, type World } from './methods.js';
import type { Args, Call, MethodName, RestoredMessage } from './types.js';
import { createMailbox, type Mailbox } from './update-queue.js';
import { createGroup, createScene, type Group, type Scene } from './user-driver.js';

/** A scripted misfortune of the next calls of a method. */
interface Fault {
  /** What is answered; none: the call is carried out, only later. */
  refusal?: Refusal | undefined;
  /** Cuts the connection instead of answering. */
  drop?: 'before' | 'after' | undefined;
  /** Answers this much later. */
  delayMs?: number | undefined;
  /** How many calls it meets; one when absent. */
  times?: number | undefined;
  /** Only calls with such arguments. */
  when?: ((payload: Readonly<Record<string, unknown>>) => boolean) | undefined;
}

export interface FakeBot {
  readonly token: string;
  readonly username: string;
  /** Somebody with a Telegram account; Amharic unless said otherwise. */
  person(name: string, more?: Partial<User>): User;
  /** The private chat of a person with the bot. */
  chat(person: User): Scene;
  /** A group with the bot in it; `person` is who writes there unless a message says otherwise. */
  group(title: string, person: User): Group;
  /** Puts messages of an earlier run into their chats, by id; new updates are numbered after `lastUpdate`. */
  restores(messages: readonly RestoredMessage[], lastUpdate: number): void;
  /** The next calls of a method meet a fault; faults of one method are met in the order they were given. */
  fails(method: MethodName, fault: Fault): void;
  /** From now on Telegram's limits hold, for whatever is sent, edited or deleted; null: none do, as at first. */
  limits(limits: Limits | null): void;
  /** No more faults of this method. */
  heals(method: MethodName): void;
  /** Every call the bot made, in order, polls left out. */
  readonly calls: readonly Call[];
  callsOf(method: MethodName): readonly Call[];
  /** How often it has asked for updates. */
  readonly polls: number;
  /** What presses of buttons were answered with. */
  readonly pressAnswers: readonly Args<'answerCallbackQuery'>[];
  /** Command lists it has registered. */
  readonly commands: readonly Args<'setMyCommands'>[];
  /** Updates on their way: confirmation, redelivery, webhook. */
  readonly mailbox: Mailbox;
}

/** What the server needs of a bot beside what tests do. */
export interface ServedBot extends FakeBot {
  /** @throws Refusal; Dropped when the connection is to be cut */
  call(method: string, payload: Record<string, unknown>, gone: AbortSignal): Promise<unknown>;
  /** Bytes of a file link. */
  file(path: string): Buffer | null;
}

/** What counts against the limits of a chat. */
const limited = /^(send|edit|delete)/;

/** The connection is to be cut. */
export class Dropped extends Error {
  override readonly name = 'Dropped';
}

export function createBot(token: string, username: string): ServedBot {
  const world: World = {
    me: {
      id: Number(token.split(':')[0]),
      is_bot: true,
      first_name: username,
      username,
      can_join_groups: true,
      can_read_all_group_messages: true,
      supports_inline_queries: false,
      can_connect_to_business: false,
      has_main_web_app: false,
    } as World['me'],
    ledger: new ChatHistory(),
    files: createFiles(),
    mailbox: createMailbox(),
    presses: new Set(),
    answers: [],
    commands: [],
  };
  const methods = createMethods(world);
  const calls: Call[] = [];
  const faults = new Map<string, Fault[]>();
  const scenes = new Map<number, Scene>();
  let nextId = randomInt(100_000_000, 900_000_000);
  let polls = 0;
  let limits: LimitKeeper | null = null;

  function faultOf(method: string, payload: Record<string, unknown>): Fault | undefined {
    const list = faults.get(method) ?? [];
    const fault = list.find(({ when, times = 1 }) => times > 0 && (!when || when(payload)));
    if (fault) fault.times = (fault.times ?? 1) - 1;
    return fault;
  }

  async function carryOut(method: string, payload: Record<string, unknown>, gone: AbortSignal) {
    const fault = faultOf(method, payload);
    if (fault?.delayMs) await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
    if (fault?.drop === 'before') throw new Dropped();
    if (fault?.refusal) throw fault.refusal;
    if (!isMethod(methods, method)) throw unknownMethod();
    if (limited.test(method)) limits?.take(Number(payload.chat_id));
    const result = await (methods[method] as Methods['getMe'])(payload as never, gone);
    if (fault?.drop === 'after') throw new Dropped();
    return result;
  }

  return {
    token,
    username,
    person(name, more = {}) {
      nextId += 1;
      return { id: nextId, is_bot: false, first_name: name, language_code: 'am', ...more };
    },
    chat(person) {
      const known = scenes.get(person.id);
      if (known) return known;
      const chat = { id: person.id, type: 'private' as const, first_name: person.first_name };
      world.ledger.open(chat);
      const scene = createScene(world, chat, person);
      scenes.set(person.id, scene);
      return scene;
    },
    group(title, person) {
      nextId += 1;
      return createGroup(world, title, person, -nextId);
    },
    restores(messages, lastUpdate) {
      for (const { id, chat, byBot, text, entities, keyboard, replyTo } of messages) {
        const content = { text, entities: [...entities] };
        const from = byBot ? world.me : { id: chat, is_bot: false, first_name: 'Somebody' };
        const more = { keyboard: keyboard.map((row) => [...row]), replyTo: replyTo ?? undefined };
        const restored = world.ledger.add(chat, { from, content, ...more });
        if (restored.id !== id) throw new Error(`message ${id} would be ${restored.id}`);
      }
      world.mailbox.numberAfter(lastUpdate);
    },
    fails(method, fault) {
      faults.set(method, [...(faults.get(method) ?? []), { ...fault }]);
    },
    limits(now) {
      limits = now && new LimitKeeper(now);
    },
    heals: (method) => void faults.delete(method),
    calls,
    callsOf: (method) => calls.filter((call) => call.method === method),
    get polls() {
      return polls;
    },
    pressAnswers: world.answers,
    commands: world.commands,
    mailbox: world.mailbox,
    async call(method, payload, gone) {
      if (method === 'getUpdates') {
        polls += 1;
        return carryOut(method, payload, gone);
      }
      const call: Call = { method, payload, at: Date.now(), ok: true, error: null };
      calls.push(call);
      try {
        return await carryOut(method, payload, gone);
      } catch (error) {
        call.ok = false;
        if (error instanceof Refusal) call.error = { code: error.code, description: error.description };
        throw error;
      }
    },
    file: (path) => world.files.at(path)?.bytes ?? null,
  };
}
