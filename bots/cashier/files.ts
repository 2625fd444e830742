/** Files of a chat: their bytes, and nothing else, leave this room. Links to them hold the token. */
import { setTimeout as sleep } from 'node:timers/promises';
import { bulkhead } from 'cockatiel';
import { type Api, GrammyError } from 'grammy';
import type { Config } from '../../src/config/index.js';
import { within } from '../../src/deadline.js';
import { apiRoot, forGrammy } from './telegram.js';

/** A picture or document of at most this size is read: docs/api.md#pictures. */
export const fileBytesMax = 5 * 1024 * 1024;
/** All attempts together. */
const downloadMs = 20_000;
const attemptsMax = 3;
const pauseMs = 500;
/** Downloads at a time, all chats together; each ends soon, so that none keeps others waiting for long. */
const atOnce = 32;

/** Why there are no bytes. Carries no cause: whatever failed may quote the link. */
export class DownloadFailed extends Error {
  override readonly name = 'DownloadFailed';
  constructor(readonly why: 'too_big' | 'download_failed') {
    super(why);
  }
}

export interface Files {
  /** @throws DownloadFailed; the reason of `signal` when that ends it */
  bytes(fileId: string, signal: AbortSignal): Promise<Uint8Array>;
}

export function createFiles(api: Api, token: string, config: Pick<Config, 'TELEGRAM_API_ROOT'>): Files {
  const queue = bulkhead(atOnce, Number.POSITIVE_INFINITY);

  async function download(fileId: string, signal: AbortSignal): Promise<Uint8Array> {
    const { file_path: path, file_size: size = 0 } = await api.getFile(fileId, forGrammy(signal));
    if (path === undefined) throw new DownloadFailed('download_failed');
    if (size > fileBytesMax) throw new DownloadFailed('too_big');
    const link = `${apiRoot(config)}/file/bot${token}/${path.split('/').map(encodeURIComponent).join('/')}`;
    const response = await fetch(link, { signal, redirect: 'error' });
    if (!response.ok || response.body === null) throw new DownloadFailed('download_failed');
    return await bounded(response.body);
  }

  async function patiently(fileId: string, signal: AbortSignal): Promise<Uint8Array> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await download(fileId, signal);
      } catch (error) {
        if (attempt === attemptsMax || !mayPass(error)) throw error;
        const asked = error instanceof GrammyError ? (error.parameters.retry_after ?? 0) * 1000 : 0;
        await sleep(Math.max(asked, pauseMs * attempt), undefined, { signal });
      }
    }
  }

  return {
    async bytes(fileId, signal) {
      try {
        return await queue.execute(
          () => within(downloadMs, [signal], (limited) => patiently(fileId, limited)),
          signal,
        );
      } catch (error) {
        signal.throwIfAborted();
        throw error instanceof DownloadFailed ? error : new DownloadFailed('download_failed');
      }
    },
  };
}

/** Telegram's own troubles, and those on the way to it; not what it refuses, and not what is too large. */
function mayPass(error: unknown): boolean {
  if (error instanceof GrammyError) return error.error_code === 429 || error.error_code >= 500;
  return !(error instanceof DownloadFailed && error.why === 'too_big');
}

async function bounded(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (length > fileBytesMax) throw new DownloadFailed('too_big');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}
