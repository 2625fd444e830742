/** The driver: simulates people who write, forward, press and read in a chat with the bot. */
import { randomUUID } from 'node:crypto';
import type { Message, MessageEntity, MessageOrigin, Update, User } from '@grammyjs/types';
import type { KnownChat } from './chat-history.js';
import type { World } from './methods.js';
import { transcript } from './transcript.js';
import type { Shown, Upload } from './types.js';

/** Default time to wait for the bot; generous for slow machines. */
const patienceMs = 60_000;

interface SendOptions {
  /** The message it replies to. Default: the bot's last message if that forces a reply; null for none. */
  replyTo?: Shown | number | null;
  /** Origin of a forwarded message: a person, or the name of a person who hides their account. */
  forwardFrom?: User | string;
  /** Sender in a group; default: the person the chat was opened with. */
  as?: User;
  /** An administrator writes as the group: the sender is a bot of Telegram's, whoever it is. */
  anonymous?: boolean;
  /** Forum topic: a message without a reply replies to the message that opened the topic. */
  topic?: number;
  /** Further members of the message: text links, buttons of a forwarded message, a quote. */
  more?: Partial<Message>;
}

interface FileOptions extends SendOptions {
  caption?: string;
  /** Of an album, where the caption does not stand at the first picture. */
  captions?: readonly string[];
  /** The message this very file was in before: forwarded, or sent again. */
  sameAs?: Shown;
  name?: string;
  type?: string;
  /** What Telegram says the size is, where a test needs it to be wrong or large. */
  size?: number;
  /** The album it belongs to, where its pictures come one by one. */
  album?: string;
}

/** Who Telegram names as the sender of a message that an administrator writes as the group. */
const groupAnonymousBot: User = {
  id: 1_087_968_824,
  is_bot: true,
  first_name: 'Group',
  username: 'GroupAnonymousBot',
};

/** A message a person has sent, and the update that carries it. */
export type Sent = Shown & { readonly update: number };

interface Sends {
  text(text: string, options?: SendOptions): Sent;
  photo(bytes: Buffer, options?: FileOptions): Sent;
  /** Several pictures in one go; the caption stands at the first, as in every client. */
  album(pictures: readonly Buffer[], options?: FileOptions): Sent[];
  document(bytes: Buffer, options?: FileOptions): Sent;
  pdf(bytes: Buffer, options?: FileOptions): Sent;
  /** Changes the text or caption of a message of one's own. */
  edited(message: Shown, text: string): Sent;
  /** An `edited_message` Telegram sends for what a bot does not see: nothing in it is new. */
  touched(message: Shown): number;
  /** Forwards a text as it came from somebody else. */
  forward(text: string, options?: SendOptions): Sent;
  /** Presses the button with this text, or that sends this. @returns the id of the press and its update */
  press(message: Shown, button: string | RegExp, options?: { as?: User }): { press: string; update: number };
}

export interface Scene {
  readonly id: number;
  readonly sends: Sends;
  /** Everything in the chat, in order. */
  readonly messages: readonly Shown[];
  /** What the bot has said. */
  readonly answers: readonly Shown[];
  /**
   * The first message of the bot that says, or satisfies, this; now or as soon as one does.
   * @throws Error with the transcript when none does in time
   */
  message(matches: RegExp | ((message: Shown) => boolean), options?: { timeoutMs?: number }): Promise<Shown>;
  /** Resolves once this holds; checked whenever something changes in any chat. */
  until(holds: () => boolean, options?: { timeoutMs?: number }): Promise<void>;
  transcript(): string;
  /** A person deletes a message, which Telegram tells no bot. */
  deletes(message: Shown): void;
  /** From now on the bot cannot write here: blocked by the user, or thrown out of the group. */
  shutsOut(): void;
  /** Lets it write again. */
  letsIn(): void;
}

export interface Group extends Scene {
  /**
   * The group becomes a supergroup; what is sent to its old id is refused with the new one.
   * @param options.late the bot is told of it by `announces`, after messages of the supergroup
   * @returns its new scene
   */
  migrates(options?: { late: boolean }): Supergroup;
  /** Somebody makes the bot a member: the service messages, and `/start` with the payload of the link. */
  adds(as: User, payload?: string): void;
}

interface Supergroup extends Group {
  /** Sends the notices of the change that `late` kept back. */
  announces(): void;
}

export function createScene(world: World, chat: KnownChat, person: User): Scene {
  const { ledger, files, mailbox, me } = world;

  function write(
    options: SendOptions,
    text: string,
    media: Partial<Message> = {},
    file: Upload | null = null,
  ): Sent {
    const { replyTo = asking(), forwardFrom, anonymous = false, topic, more = {} } = options;
    const as = anonymous ? groupAnonymousBot : (options.as ?? person);
    const shown = ledger.add(chat.id, {
      from: as,
      content: { text, entities: commandsIn(text) },
      more: {
        ...media,
        ...(anonymous && { sender_chat: chat }),
        ...(forwardFrom !== undefined && { forward_origin: origin(forwardFrom) }),
        ...(topic !== undefined &&
          inTopic(chat, as, topic, typeof replyTo === 'object' ? replyTo !== null : replyTo !== undefined)),
        ...more,
      },
      file,
      replyTo: typeof replyTo === 'object' ? replyTo?.id : replyTo,
    });
    return withUpdate(shown, mailbox.put({ message: shown.raw as NonNullable<Update['message']> }));
  }

  function asking(): Shown | undefined {
    const last = ledger.messages(chat.id).at(-1);
    return last?.asksReply ? last : undefined;
  }

  function photo(bytes: Buffer, options: FileOptions, more: Partial<Message> = {}): Sent {
    const { caption = '', name = 'photo.jpg', type = 'image/jpeg', size, sameAs } = options;
    const file = { name, type, bytes };
    const group = options.album === undefined ? {} : { media_group_id: options.album };
    const sizes = sameAs?.raw.photo ?? files.photo(file, size);
    return write(options, caption, { photo: sizes, ...group, ...more }, file);
  }

  function document(bytes: Buffer, options: FileOptions): Sent {
    const { caption = '', name = 'receipt.png', type = 'image/png', size } = options;
    const file = { name, type, bytes };
    return write(options, caption, { document: files.document(file, size) }, file);
  }

  async function until(holds: () => boolean, { timeoutMs = patienceMs } = {}): Promise<void> {
    const deadline = Date.now() + timeoutMs;
    while (!holds()) {
      const left = deadline - Date.now();
      if (left <= 0) throw new Error(`it did not come to this in ${timeoutMs} ms:\n${scene.transcript()}`);
      await changeWithin(left);
    }
  }

  /** Also looks every now and then: what a test waits for need not be a message. */
  function changeWithin(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        ledger.off('change', done);
        resolve();
      };
      const timer = setTimeout(done, Math.min(ms, 100));
      ledger.once('change', done);
    });
  }

  const answers = () => ledger.messages(chat.id).filter(({ byBot }) => byBot);

  const scene: Scene = {
    id: chat.id,
    sends: {
      text: (text, options = {}) => write(options, text),
      photo: (bytes, options = {}) => photo(bytes, options),
      album(pictures, options = {}) {
        const media_group_id = randomUUID();
        const { caption, captions = [caption ?? ''], ...others } = options;
        return pictures.map((bytes, nth) =>
          photo(bytes, { ...others, caption: captions[nth] ?? '' }, { media_group_id }),
        );
      },
      document: (bytes, options = {}) => document(bytes, options),
      pdf: (bytes, options = {}) =>
        document(bytes, { name: 'receipt.pdf', type: 'application/pdf', ...options }),
      edited(message, text) {
        const content = { text, entities: commandsIn(text) };
        const shown = ledger.edit(chat.id, message.id, content, [], false);
        return withUpdate(
          shown,
          mailbox.put({ edited_message: shown.raw as NonNullable<Update['edited_message']> }),
        );
      },
      touched: (message) =>
        mailbox.put({ edited_message: message.raw as NonNullable<Update['edited_message']> }),
      forward: (text, options = {}) => write({ forwardFrom: 'A customer', ...options }, text),
      press(message, button, { as = person } = {}) {
        const data = dataOf(message, button);
        const press = randomUUID();
        world.presses.add(press);
        const update = mailbox.put({
          callback_query: { id: press, from: as, message: message.raw, chat_instance: String(chat.id), data },
        });
        return { press, update };
      },
    },
    get messages() {
      return ledger.messages(chat.id);
    },
    get answers() {
      return answers();
    },
    async message(matches, options) {
      const test = matches instanceof RegExp ? ({ text }: Shown) => matches.test(text) : matches;
      await until(() => answers().some(test), options);
      const found = answers().find(test);
      if (!found) throw new Error('it was there a moment ago');
      return found;
    },
    until,
    transcript: () => transcript(ledger.messages(chat.id)),
    deletes: ({ id }) => ledger.delete(chat.id, id),
    shutsOut() {
      ledger.stands(chat.id, chat.type === 'private' ? 'blocked' : 'kicked');
      memberUpdate(world, chat, person, chat.type === 'private' ? 'kicked' : 'left');
    },
    letsIn() {
      ledger.stands(chat.id, 'open');
      memberUpdate(world, chat, person, 'member');
    },
  };
  return scene;

  function dataOf(message: Shown, button: string | RegExp): string {
    const fits = (text: string) => (button instanceof RegExp ? button.test(text) : text === button);
    const found = message.keyboard.flat().find(({ text, data }) => fits(text) || data === button);
    if (found?.data) return found.data;
    throw new Error(`no such button under #${message.id} of @${me.username}:\n${transcript([message])}`);
  }
}

export function createGroup(world: World, title: string, person: User, id: number): Group {
  const { ledger, mailbox } = world;
  const chat: KnownChat = { id, type: 'group', title };
  ledger.open(chat);
  const scene = createScene(world, chat, person);
  const service = (chat_: KnownChat, more: Partial<Message>) => {
    const shown = ledger.add(chat_.id, { from: person, content: { text: '', entities: [] }, more });
    mailbox.put({ message: shown.raw as NonNullable<Update['message']> });
  };
  return Object.assign(Object.create(scene, Object.getOwnPropertyDescriptors(scene)) as Scene, {
    migrates({ late = false } = {}): Supergroup {
      const to = Number(`-100${Math.abs(id)}`);
      const moved: KnownChat = { id: to, type: 'supergroup', title };
      // Its ids begin anew, so that its messages have those of other messages of the group.
      ledger.open(moved, 'open', ledger.messages(id)[0]?.id);
      ledger.stands(id, { movedTo: to });
      const announces = () => {
        service(chat, { migrate_to_chat_id: to });
        service(moved, { migrate_from_chat_id: id });
      };
      if (!late) announces();
      return Object.assign(createScene(world, moved, person), { migrates: refuse, adds: refuse, announces });
    },
    adds(as: User, payload?: string) {
      memberUpdate(world, chat, as, 'member');
      const start = payload === undefined ? '' : `/start@${world.me.username} ${payload}`;
      if (start) scene.sends.text(start, { as });
    },
  });
}

/** As in a forum: a message that answers nothing has the service message that opened its topic as the one it answers. */
function inTopic(chat: KnownChat, from: User, topic: number, answers: boolean): Partial<Message> {
  const created = { name: 'Receipts', icon_color: 7322096 } as const;
  const opened = {
    message_id: topic,
    from,
    chat,
    date: 1,
    is_topic_message: true,
    forum_topic_created: created,
  };
  return {
    is_topic_message: true,
    message_thread_id: topic,
    ...(!answers && { reply_to_message: opened as unknown as NonNullable<Message['reply_to_message']> }),
  };
}

function refuse(): never {
  throw new Error('a supergroup is for good');
}

function withUpdate(shown: Shown, update: number): Sent {
  return Object.assign(Object.create(shown) as Shown, { update });
}

function origin(from: User | string): MessageOrigin {
  const date = Math.floor(Date.now() / 1000) - 60;
  return typeof from === 'string'
    ? { type: 'hidden_user', date, sender_user_name: from }
    : { type: 'user', date, sender_user: from };
}

/** Telegram marks commands, and bots go by the marks. */
function commandsIn(text: string): MessageEntity[] {
  return [...text.matchAll(/(?<=^|\s)\/\w{1,32}(?:@\w+)?/g)].map(({ 0: command, index }) => ({
    type: 'bot_command' as const,
    offset: index,
    length: command.length,
  }));
}

function memberUpdate(world: World, chat: KnownChat, from: User, status: 'member' | 'left' | 'kicked'): void {
  const { is_bot, id, first_name, username } = world.me;
  const user: User = { is_bot, id, first_name, username };
  const member = (now: typeof status) =>
    now === 'kicked' ? { user, status: now, until_date: 0 } : { user, status: now };
  const date = Math.floor(Date.now() / 1000);
  world.mailbox.put({
    my_chat_member: {
      chat,
      from,
      date,
      old_chat_member: member(status === 'member' ? 'left' : 'member'),
      new_chat_member: member(status),
    },
  });
}
