/** Questions that a person answers by typing: their next message within ten minutes is the answer. */
import * as z from 'zod';
import type { BotStore } from '../../src/engine/index.js';

const keepMs = 600_000;

/** A question; `about` names its subject, for example a job or a member. */
export interface Prompt {
  what: string;
  about: Record<string, string>;
}

const schema = z.object({ what: z.string(), about: z.record(z.string(), z.string()) });

export interface Prompts {
  /** Stores a question; replaces the person's earlier one in this chat. */
  open(chat: number, user: number, prompt: Prompt): Promise<void>;
  /** The person's open question in this chat. */
  pending(chat: number, user: number): Promise<Prompt | null>;
  /** Deletes the open question. */
  close(chat: number, user: number): Promise<void>;
}

export function createPrompts(botStore: BotStore): Prompts {
  const nameOf = (chat: number, user: number) => `ask:${chat}:${user}`;
  return {
    open: (chat, user, prompt) => botStore.setTemporary(nameOf(chat, user), prompt, keepMs),
    async pending(chat, user) {
      return schema.safeParse(await botStore.getTemporary(nameOf(chat, user))).data ?? null;
    },
    close: (chat, user) => botStore.deleteTemporary(nameOf(chat, user)),
  };
}
