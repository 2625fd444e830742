/** What a refused call of the Bot API means for whoever made it. */

export type Refusal =
  /** Not carried out for now; `afterMs` where Telegram says how long. */
  | { kind: 'wait'; afterMs: number | null }
  /** Nobody knows whether it was carried out. */
  | { kind: 'unsure' }
  /** It stands there already. */
  | { kind: 'unchanged' }
  /** The message is gone, or can no longer be edited. */
  | { kind: 'gone' }
  /** The chat is closed to the bot, or the bot may not write there. */
  | { kind: 'shut' }
  /** The group has another id now. */
  | { kind: 'moved'; chat: number }
  /** The token is wrong, or somebody else polls. */
  | { kind: 'conflict' }
  /** Telegram does not take the message as it is. */
  | { kind: 'refused' };

/** The members of an answer with `ok: false`. */
export interface RefusedAnswer {
  code: number;
  description: string;
  parameters: { retry_after?: number | undefined; migrate_to_chat_id?: number | undefined } | undefined;
}

const isGone = /message (to edit not found|can't be edited)|MESSAGE_ID_INVALID/i;
/** Said with 400 beside the 403 of a chat that has blocked the bot. */
const isShut = /chat not found|(not enough|have no) rights to send|CHAT_WRITE_FORBIDDEN/i;

export function readRefusal({ code, description, parameters }: RefusedAnswer): Refusal {
  if (parameters?.migrate_to_chat_id !== undefined) {
    return { kind: 'moved', chat: parameters.migrate_to_chat_id };
  }
  if (code === 429) return { kind: 'wait', afterMs: (parameters?.retry_after ?? 1) * 1000 };
  if (code >= 500) return { kind: 'unsure' };
  if (code === 401 || code === 404 || code === 409) return { kind: 'conflict' };
  if (/message is not modified/i.test(description)) return { kind: 'unchanged' };
  if (isGone.test(description)) return { kind: 'gone' };
  if (code === 403 || isShut.test(description)) return { kind: 'shut' };
  return { kind: 'refused' };
}
