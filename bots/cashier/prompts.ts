/** Questions that a person answers by typing: their next message within ten minutes is the answer. */
import { z } from 'zod';
import type { BotStore } from '../../src/engine/index.js';

const keepMs = 600_000;

/** A question; `about` names its subject, for example a job or a member. */
export interface Ask {
  what: string;
  about: Record<string, string>;
}

const schema = z.object({ what: z.string(), about: z.record(z.string(), z.string()) });

export interface Asks {
  /** Stores a question; replaces the person's earlier one in this chat. */
  ask(chat: number, user: number, ask: Ask): Promise<void>;
  /** The person's open question in this chat. */
  pending(chat: number, user: number): Promise<Ask | null>;
  /** Deletes the open question. */
  over(chat: number, user: number): Promise<void>;
}

export function createAsks(notebook: BotStore): Asks {
  const nameOf = (chat: number, user: number) => `ask:${chat}:${user}`;
  return {
    ask: (chat, user, ask) => notebook.setTemporary(nameOf(chat, user), ask, keepMs),
    async pending(chat, user) {
      const read = schema.safeParse(await notebook.getTemporary(nameOf(chat, user)));
      return read.success ? read.data : null;
    },
    over: (chat, user) => notebook.deleteTemporary(nameOf(chat, user)),
  };
}
