/** Classifies error responses of the Bot API. */

export type Refusal =
  /** Not carried out; may be retried. `afterMs` is Telegram's `retry_after`, null if it gave none. */
  | { kind: 'wait'; afterMs: number | null }
  /** Unknown whether it was carried out. */
  | { kind: 'unsure' }
  /** The message already has this content. */
  | { kind: 'unchanged' }
  /** The message was deleted, or can no longer be edited. */
  | { kind: 'gone' }
  /** The bot may not write to the chat: blocked, removed, or without rights. */
  | { kind: 'shut' }
  /** The group has another id now. */
  | { kind: 'moved'; chat: number }
  /** The token is wrong, or another process polls. */
  | { kind: 'conflict' }
  /** Telegram rejects the content of the message. */
  | { kind: 'refused' };

/** A response with `ok: false`. */
interface ErrorResponse {
  code: number;
  description: string;
  parameters: { retry_after?: number | undefined; migrate_to_chat_id?: number | undefined } | undefined;
}

const isGone = /message (to edit not found|can't be edited)|MESSAGE_ID_INVALID/i;
/** Status 400 with one of these means the same as 403: the bot may not write to the chat. */
const isShut = /chat not found|(not enough|have no) rights to send|CHAT_WRITE_FORBIDDEN/i;

export function classifyError({ code, description, parameters }: ErrorResponse): Refusal {
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
