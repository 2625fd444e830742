/** A Telegram Bot API server for tests; bots of any framework, in any process, meet it over real HTTP. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { startServer } from '../servers.js';
import { Refusal, unauthorized, unknownMethod } from './api-errors.js';
import { readArguments } from './body.js';
import { createBot, Dropped, type FakeBot, type ServedBot } from './bot.js';

export * from './api-errors.js';
export type { FakeBot } from './bot.js';
export { documentedLimits, type Limits } from './limits.js';
export type { RestoredMessage, Shown } from './types.js';
export type { Group, Scene, Sent } from './user-driver.js';

export interface FakeTelegram {
  /** What TELEGRAM_API_ROOT would be. */
  root: string;
  /** Adds a bot. Tokens look like Telegram's: the bot's number, a colon, letters. */
  bot(token: string, username?: string): FakeBot;
  close(): Promise<void>;
}

export async function startTelegram(): Promise<FakeTelegram> {
  const bots = new Map<string, ServedBot>();
  const server = await startServer((request, response) => {
    answer(bots, request, response).catch(() => response.destroy());
  });
  return {
    root: `http://127.0.0.1:${server.port}`,
    bot(token, username = `bot${bots.size + 1}_test_bot`) {
      const bot = createBot(token, username);
      bots.set(token, bot);
      return bot;
    },
    async close() {
      for (const { mailbox } of bots.values()) mailbox.close();
      await server.close();
    },
  };
}

async function answer(
  bots: ReadonlyMap<string, ServedBot>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://telegram');
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  try {
    const [, files, token = '', rest = ''] = /^\/(file\/)?bot([^/]+)\/(.+)$/.exec(pathname) ?? [];
    const bot = bots.get(token);
    if (!bot) throw unauthorized();
    if (files) sendFile(response, bot.file(rest));
    else {
      const result = await bot.call(rest, await readArguments(request, searchParams), gone.signal);
      sendJson(response, 200, { ok: true, result });
    }
  } catch (error) {
    if (error instanceof Dropped) response.destroy();
    else if (error instanceof Refusal) refuse(response, error);
    else throw error;
  }
}

function sendFile(response: ServerResponse, bytes: Buffer | null): void {
  if (bytes === null) throw unknownMethod();
  response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': bytes.length });
  response.end(bytes);
}

function refuse(response: ServerResponse, { code, description, parameters }: Refusal): void {
  sendJson(response, code, { ok: false, error_code: code, description, ...(parameters && { parameters }) });
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  if (response.destroyed) return;
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
