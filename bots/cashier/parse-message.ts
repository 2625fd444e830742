/** Extracts links and files from a message. Pure. */
import type { ExternalReplyInfo, Message } from 'grammy/types';
import { fileBytesMax } from './files.js';
import type { InputProblem } from './render/index.js';

/** MIME types of readable documents; a document without a type counts as `application/octet-stream`. */
const readable = /^(image\/(jpeg|jpg|png|webp)|application\/(pdf|octet-stream))$/i;

/** The message it replies to. In a forum topic Telegram sets the same member to the topic's first message; that is no reply. */
export function repliedOf(message: Message): Message | undefined {
  const { reply_to_message: replied, is_topic_message = false, message_thread_id } = message;
  if (replied?.forum_topic_created !== undefined) return undefined;
  return is_topic_message && replied?.message_id === message_thread_id ? undefined : (replied as Message);
}

/** Links outside the visible text: text links, buttons of a forwarded message, the preview. Without duplicates. */
export function hiddenLinks({
  entities = [],
  caption_entities = [],
  reply_markup,
  link_preview_options,
}: Pick<Message, 'entities' | 'caption_entities' | 'reply_markup' | 'link_preview_options'>): string[] {
  const textLinks = [...entities, ...caption_entities].flatMap((entity) =>
    entity.type === 'text_link' ? [entity.url] : [],
  );
  const buttonLinks = (reply_markup?.inline_keyboard ?? [])
    .flat()
    .flatMap((button) => ('url' in button && button.url !== undefined ? [button.url] : []));
  return [...new Set([...textLinks, ...buttonLinks, ...[link_preview_options?.url ?? []].flat()])];
}

/** `unique` identifies the file permanently; `file` is the id for downloading. */
export interface ReadableFile {
  file: string;
  unique: string;
}

/** The file of a message, the reason why it cannot be read, or null if it has none. */
export function readFile(
  message: Message | ExternalReplyInfo,
): ReadableFile | { problem: InputProblem } | null {
  const photo = message.photo?.findLast(({ file_size: size = 0 }) => size <= fileBytesMax);
  if (photo) return { file: photo.file_id, unique: photo.file_unique_id };
  const { document } = message;
  if (document && !message.animation) {
    const {
      file_id: file,
      file_unique_id: unique,
      file_size = 0,
      mime_type = 'application/octet-stream',
    } = document;
    if (!readable.test(mime_type)) {
      // Another image format, for example HEIC: sent as a photo, Telegram converts it to JPEG.
      return { problem: /^image\//i.test(mime_type) ? 'not_as_file' : 'wrong_type' };
    }
    return file_size > fileBytesMax ? { problem: 'too_big' } : { file, unique };
  }
  if (message.photo) return { problem: 'too_big' };
  const { video, animation, voice, audio, video_note, contact, location, poll } = message;
  return (video ?? animation ?? voice ?? audio ?? video_note ?? contact ?? location ?? poll)
    ? { problem: 'wrong_type' }
    : null;
}
