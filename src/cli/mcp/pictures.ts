/**
 * Pictures as files: a model cannot write base64, so `verify_screenshot` also takes paths of this machine. Only files that begin as a
 * picture or a PDF are sent.
 */
import { readFile, stat } from 'node:fs/promises';
import type { RpcMessage } from './message.js';

/** Says what is wrong with a file; its content is not in the message. */
export class FileError extends Error {
  override readonly name = 'FileError';
}

const picturesMax = 5;
const bytesMax = 5 * 1024 * 1024;
/** JPEG, PNG, WebP, PDF. */
const signatures = [/^\xff\xd8\xff/, /^\x89PNG\r\n/, /^RIFF[\s\S]{4}WEBP/, /^%PDF-/];
const heicSignature = /^[\s\S]{4}ftyp(?:hei|hev|mif1|msf1)/;

const paths = {
  type: 'array',
  items: { type: 'string' },
  maxItems: picturesMax,
  description: 'Paths of the pictures or PDFs on this machine, instead of imageBase64 and images',
};

/** Adds `paths` to the tool in a list of tools. */
export function offerPaths(body: RpcMessage): RpcMessage {
  for (const { name, inputSchema } of body.result?.tools ?? []) {
    if (name === 'verify_screenshot') inputSchema.properties = { paths, ...inputSchema.properties };
  }
  return body;
}

/** Replaces `paths` by the files. @throws FileError */
export async function readPaths(message: RpcMessage): Promise<RpcMessage> {
  const { paths: given, ...rest } = message.params?.arguments ?? {};
  if (message.params?.name !== 'verify_screenshot' || given === undefined) return message;
  if (!Array.isArray(given) || given.length < 1 || given.length > picturesMax) {
    throw new FileError('paths must name one to five files.');
  }
  const images = await Promise.all(given.map(async (path) => ({ imageBase64: await read(String(path)) })));
  return { ...message, params: { ...message.params, arguments: { ...rest, images } } };
}

async function read(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw new FileError('One of the paths is not a file.');
  if (found.size > bytesMax) throw new FileError('One of the files is larger than 5 MiB.');
  const bytes = await readFile(path).catch(() => null);
  const beginning = bytes?.toString('latin1', 0, 16) ?? '';
  if (heicSignature.test(beginning)) throw new FileError('HEIC pictures are not supported; use a JPEG.');
  if (bytes === null || !signatures.some((signature) => signature.test(beginning))) {
    throw new FileError('One of the files is not a readable JPEG, PNG, WebP or PDF.');
  }
  return bytes.toString('base64');
}
