/** Files people have sent and bots have uploaded, with their real bytes. */
import { randomBytes } from 'node:crypto';
import type { Document, File, PhotoSize } from '@grammyjs/types';
import { badRequest } from './api-errors.js';
import type { Upload } from './types.js';

/** Telegram hands a bot no file larger than this. */
const downloadMax = 20 * 1024 * 1024;

interface Kept extends Upload {
  path: string;
  /** What Telegram says the size is. */
  size: number;
}

export interface Files {
  /** @param size what Telegram says it is; the real one when absent */
  keep(file: Upload, kind: 'photos' | 'documents', size?: number): string;
  photo(file: Upload, size?: number): PhotoSize[];
  document(file: Upload, size?: number): Document;
  /** @throws Refusal */
  info(id: unknown): File;
  /** The bytes behind the path of a download link; null when there are none. */
  at(path: string): Upload | null;
}

export function createFiles(): Files {
  const kept = new Map<string, Kept>();
  const unique = (id: string) => id.slice(0, 15);
  const files: Files = {
    keep(file, kind, size = file.bytes.length) {
      const id = `AgACAgQAAx${randomBytes(24).toString('base64url')}`;
      const extension = /\.\w+$/.exec(file.name)?.[0] ?? '';
      kept.set(id, { ...file, size, path: `${kind}/file_${kept.size + 1}${extension}` });
      return id;
    },
    photo(file, size = file.bytes.length) {
      const large = files.keep(file, 'photos', size);
      const small = files.keep({ ...file, bytes: Buffer.from('a thumbnail') }, 'photos');
      return [
        { file_id: small, file_unique_id: unique(small), width: 90, height: 160, file_size: 11 },
        { file_id: large, file_unique_id: unique(large), width: 720, height: 1280, file_size: size },
      ];
    },
    document(file, size = file.bytes.length) {
      const id = files.keep(file, 'documents', size);
      const { name: file_name, type: mime_type } = file;
      return { file_id: id, file_unique_id: unique(id), file_name, mime_type, file_size: size };
    },
    info(id) {
      const file = kept.get(String(id));
      if (!file) throw badRequest('wrong file_id or the file is temporarily unavailable');
      if (file.size > downloadMax) throw badRequest('file is too big');
      const file_id = String(id);
      return { file_id, file_unique_id: unique(file_id), file_size: file.size, file_path: file.path };
    },
    at(path) {
      return [...kept.values()].find((file) => file.path === path) ?? null;
    },
  };
  return files;
}
