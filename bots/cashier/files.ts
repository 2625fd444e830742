/** Downloads files from Telegram. Returns bytes only: the links contain the token. */
import { setTimeout as sleep } from 'node:timers/promises';
import { bulkhead } from 'cockatiel';
import { type Api, GrammyError } from 'grammy';
import type { Config } from '../../src/config/index.js';
import { within } from '../../src/deadline.js';
import { apiRoot, forGrammy } from './telegram.js';

/** Maximum size of a picture or document (docs/api.md#pictures). */
export const fileBytesMax = 5 * 1024 * 1024;
/** Time-out of all attempts together. */
const downloadMs = 20_000;
const attemptsMax = 3;
const pauseMs = 500;
/** Concurrent downloads of all chats together. */
const atOnce = 32;

/** A failed download. Has no `cause`, because the original error may contain the link. */
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
    return await readBounded(response.body);
  }

  async function downloadWithRetry(fileId: string, signal: AbortSignal): Promise<Uint8Array> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await download(fileId, signal);
      } catch (error) {
        if (attempt === attemptsMax || !isWorthRetry(error)) throw error;
        const asked = error instanceof GrammyError ? (error.parameters.retry_after ?? 0) * 1000 : 0;
        await sleep(Math.max(asked, pauseMs * attempt), undefined, { signal });
      }
    }
  }

  return {
    async bytes(fileId, signal) {
      try {
        return await queue.execute(
          () => within(downloadMs, [signal], (limited) => downloadWithRetry(fileId, limited)),
          signal,
        );
      } catch (error) {
        signal.throwIfAborted();
        throw error instanceof DownloadFailed ? error : new DownloadFailed('download_failed');
      }
    },
  };
}

/** Whether a retry may help: server errors and connection errors, but not refusals or files that are too large. */
function isWorthRetry(error: unknown): boolean {
  if (error instanceof GrammyError) return error.error_code === 429 || error.error_code >= 500;
  return !(error instanceof DownloadFailed && error.why === 'too_big');
}

/** @throws DownloadFailed `too_big` */
async function readBounded(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (length > fileBytesMax) throw new DownloadFailed('too_big');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}
