/** What a bot sends: JSON, a form, or a form with files; each becomes the arguments of one method. */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Busboy } from '@fastify/busboy';
import { badRequest } from './api-errors.js';
import type { Upload } from './types.js';

/** @throws Refusal for a body Telegram could not read */
export async function readArguments(request: IncomingMessage, query: URLSearchParams) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const type = request.headers['content-type'] ?? '';
  const fromQuery = plain(query.entries());
  if (body.length === 0) return fromQuery;
  if (type.startsWith('application/json')) return { ...fromQuery, ...readJson(body) };
  if (type.startsWith('application/x-www-form-urlencoded')) {
    return { ...fromQuery, ...plain(new URLSearchParams(body.toString()).entries()) };
  }
  if (type.startsWith('multipart/form-data')) return { ...fromQuery, ...(await readForm(body, type)) };
  throw badRequest('unsupported content type');
}

function readJson(body: Buffer): Record<string, unknown> {
  try {
    return JSON.parse(body.toString()) as Record<string, unknown>;
  } catch {
    throw badRequest("can't parse JSON object");
  }
}

/** Not with `Response.formData`, which is stricter than Telegram about how parts are named. */
async function readForm(body: Buffer, type: string): Promise<Record<string, unknown>> {
  const files = new Map<string, Upload>();
  const texts: [string, string][] = [];
  const form = new Busboy({ headers: { 'content-type': type } });
  form.on('field', (name, value) => texts.push([name, value]));
  form.on('file', (field, stream, name, _encoding, mime) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => files.set(field, { name, type: mime, bytes: Buffer.concat(chunks) }));
  });
  form.end(body);
  await once(form, 'finish');
  const given = plain(texts);
  for (const [name, value] of Object.entries(given)) {
    const attached = typeof value === 'string' ? /^attach:\/\/(.+)$/.exec(value)?.[1] : undefined;
    if (attached !== undefined) given[name] = files.get(attached);
  }
  return { ...Object.fromEntries(files), ...given };
}

const textMembers = new Set([
  'text',
  'caption',
  'parse_mode',
  'callback_query_id',
  'file_id',
  'url',
  'secret_token',
]);

/** In a form everything but texts is JSON. */
function plain(entries: Iterable<[string, string]>): Record<string, unknown> {
  return Object.fromEntries([...entries].map(([name, value]) => [name, asValue(name, value)]));
}

function asValue(name: string, value: string): unknown {
  if (textMembers.has(name)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
