/** How much runs at a time: little enough for each chat, and so much for all that banks which hang cannot fill it. */
import { type BulkheadPolicy, bulkhead } from 'cockatiel';

export interface Limits {
  /** Runs a task when its chat has room for it; first come, first served within the chat. */
  run<T>(chat: number, task: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

export function createLimits({ perChat, inAll }: { perChat: number; inAll: number }): Limits {
  const all = bulkhead(inAll, Number.POSITIVE_INFINITY);
  const chats = new Map<number, { policy: BulkheadPolicy; tasks: number }>();

  return {
    async run(chat, task, signal) {
      const known = chats.get(chat) ?? { policy: bulkhead(perChat, Number.POSITIVE_INFINITY), tasks: 0 };
      chats.set(chat, known);
      known.tasks += 1;
      try {
        return await known.policy.execute(() => all.execute(task, signal), signal);
      } finally {
        known.tasks -= 1;
        if (known.tasks === 0) chats.delete(chat);
      }
    },
  };
}
