/** What a message holds, for whoever verifies receipts: texts, links behind words, files. Pure. */
import type { ExternalReplyInfo, Message } from 'grammy/types';
import { fileBytesMax } from './files.js';
import type { InputProblem } from './render/index.js';

/** Kinds of documents that are pictures of receipts; without a type it is looked at all the same. */
const readable = /^(image\/(jpeg|jpg|png|webp)|application\/(pdf|octet-stream))$/i;

/** What a message answers; absent where it only stands in a topic of a forum, which Telegram hands out the same way. */
export function repliedOf(message: Message): Message | undefined {
  const { reply_to_message: replied, is_topic_message = false, message_thread_id } = message;
  if (replied?.forum_topic_created !== undefined) return undefined;
  return is_topic_message && replied?.message_id === message_thread_id ? undefined : (replied as Message);
}

/** Links nobody sees: behind words, on the buttons of a forwarded message, in the preview. Each once. */
export function hiddenLinks({
  entities = [],
  caption_entities = [],
  reply_markup,
  link_preview_options,
}: Pick<Message, 'entities' | 'caption_entities' | 'reply_markup' | 'link_preview_options'>): string[] {
  const behindWords = [...entities, ...caption_entities].flatMap((entity) =>
    entity.type === 'text_link' ? [entity.url] : [],
  );
  const onButtons = (reply_markup?.inline_keyboard ?? [])
    .flat()
    .flatMap((button) => ('url' in button && button.url !== undefined ? [button.url] : []));
  return [...new Set([...behindWords, ...onButtons, ...[link_preview_options?.url ?? []].flat()])];
}

/** `unique` is the same for the same file, always; `file` is what it is downloaded by. */
export interface ReadableFile {
  file: string;
  unique: string;
}

/** The file of a message, a reason why it cannot be read, or null where there is none. */
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
      // A phone's own format, HEIC for instance: sent as a photo, Telegram makes a JPEG of it.
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
