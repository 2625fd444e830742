/** A fake OpenAI-compatible endpoint: a real HTTP server with scripted responses. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { startServer } from './servers.js';

export interface AiEndpoint {
  baseURL: string;
  /** Requests in order of arrival. */
  calls: AiRequest[];
  /** Requests without a complete response whose caller is still connected. */
  readonly waiting: number;
  /** Next responses in order; the last one repeats. */
  next(...outcomes: AiOutcome[]): void;
  close(): Promise<void>;
}

interface AiRequest {
  authorization: string | undefined;
  /** The instructions and the question. */
  texts: string[];
  /** As they were sent, decoded. */
  pictures: Buffer[];
  body: {
    model: string;
    response_format?: { type: string; json_schema?: { strict: boolean; schema: object } };
    [name: string]: unknown;
  };
  /** When it arrived, ms. */
  at: number;
}

/** Answers one request. */
export type AiOutcome = (request: AiRequest, response: ServerResponse) => void;

export interface Detection {
  bank: string | null;
  reference: string | null;
  link: string | null;
  account: string | null;
  amount: string | null;
  confidence: number;
}

/** Token usage in every response. */
export const usage = { prompt_tokens: 1_200, completion_tokens: 80, total_tokens: 1_280 };

export async function startAiEndpoint(...outcomes: AiOutcome[]): Promise<AiEndpoint> {
  let script = outcomes;
  let waiting = 0;
  const server = await startServer(async (request, response) => {
    const call = await readCall(request).catch(() => null);
    // The caller has left in the middle of its request.
    if (call === null) return void response.destroy();
    calls.push(call);
    waiting += 1;
    response.on('close', () => {
      waiting -= 1;
    });
    const [outcome = finds()] = script.length > 1 ? script.splice(0, 1) : script;
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions')
      return fails(404)(call, response);
    outcome(call, response);
  });
  const calls: AiRequest[] = [];
  return {
    baseURL: `http://127.0.0.1:${server.port}/v1`,
    calls,
    get waiting() {
      return waiting;
    },
    next(...following) {
      script = following;
    },
    close: () => server.close(),
  };
}

/** One receipt in the picture. */
export function detection(fields: Partial<Detection> = {}): Detection {
  return { bank: null, reference: null, link: null, account: null, amount: null, confidence: 0.9, ...fields };
}

/** The right answer: these receipts. */
export function finds(...detections: Detection[]): AiOutcome {
  return says(JSON.stringify({ detections }));
}

/** A completion with this text. */
export function says(content: string, finish = 'stop'): AiOutcome {
  return completes({ role: 'assistant', content, refusal: null }, finish);
}

/** The model refuses to read the picture. */
export function refuses(): AiOutcome {
  return completes({ role: 'assistant', content: null, refusal: "I'm sorry, I cannot help with that." });
}

/** An HTTP error in the protocol's form. It quotes the API key, as real endpoints do. */
export function fails(status: number, headers: Record<string, string> = {}, error: object = {}): AiOutcome {
  return ({ authorization }, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(
      JSON.stringify({ error: { message: `Incorrect: ${authorization}`, type: 'error', ...error } }),
    );
  };
}

/** Bytes that are no completion. */
export function sends(body: string, contentType = 'application/json'): AiOutcome {
  return (_, response) => void response.writeHead(200, { 'content-type': contentType }).end(body);
}

/** Never answers. */
export function hangs(): AiOutcome {
  return () => {};
}

/** Starts a response and sends the rest as single blanks. */
export function trickles(everyMs = 20): AiOutcome {
  return (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const timer = setInterval(() => response.write(' '), everyMs);
    response.on('close', () => clearInterval(timer));
  };
}

/** An endless response, as fast as it is read. */
export function pours(): AiOutcome {
  return (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const more = () => {
      while (!response.destroyed && response.write(' '.repeat(65_536)));
      response.once('drain', more);
    };
    more();
  };
}

/** Breaks the connection in the middle of an answer. */
export function breaksOff(): AiOutcome {
  return (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"choices":[', () => response.socket?.destroy());
  };
}

function completes(message: object, finish = 'stop'): AiOutcome {
  return ({ body: { model } }, response) => {
    const choices = [{ index: 0, message, finish_reason: finish }];
    const completion = { id: 'chatcmpl-1', object: 'chat.completion', created: 1, model, choices, usage };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(completion));
  };
}

interface Part {
  text?: string;
  image_url?: { url: string };
}

async function readCall(request: IncomingMessage): Promise<AiRequest> {
  const body: AiRequest['body'] & { messages: { content: string | Part[] }[] } = JSON.parse(
    await text(request),
  );
  const parts = body.messages.flatMap(({ content }) =>
    typeof content === 'string' ? [{ text: content }] : content,
  );
  return {
    authorization: request.headers.authorization,
    texts: parts.flatMap((part: Part) => part.text ?? []),
    pictures: parts.flatMap((part: Part) => (part.image_url ? [decoded(part.image_url.url)] : [])),
    body,
    at: performance.now(),
  };
}

function decoded(url: string): Buffer {
  return Buffer.from(url.replace(/^data:image\/jpeg;base64,/, ''), 'base64');
}
