/** Questions a person has been asked and answers by typing: the next message is the answer, for ten minutes. */
import { z } from 'zod';
import type { Notebook } from '../../src/engine/index.js';

const keepMs = 600_000;

/** What was asked; `about` says of what, for example a job or a member. */
export interface Ask {
  what: string;
  about: Record<string, string>;
}

const schema = z.object({ what: z.string(), about: z.record(z.string(), z.string()) });

export interface Asks {
  /** Takes the place of whatever the person was asked in this chat before. */
  ask(chat: number, user: number, ask: Ask): Promise<void>;
  /** What the person is being asked in this chat. */
  pending(chat: number, user: number): Promise<Ask | null>;
  /** It is answered, or no longer wanted. */
  over(chat: number, user: number): Promise<void>;
}

export function createAsks(notebook: Notebook): Asks {
  const nameOf = (chat: number, user: number) => `ask:${chat}:${user}`;
  return {
    ask: (chat, user, ask) => notebook.remember(nameOf(chat, user), ask, keepMs),
    async pending(chat, user) {
      const read = schema.safeParse(await notebook.recall(nameOf(chat, user)));
      return read.success ? read.data : null;
    },
    over: (chat, user) => notebook.forget(nameOf(chat, user)),
  };
}
