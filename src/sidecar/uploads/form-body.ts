/** Multipart bodies with pictures, read as they arrive. */
import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { Failure, Withdrawn } from '../../engine/api/errors.js';
import { forbiddenMember, malformed } from '../to-error.js';
import { reservedChunks, type UploadLease } from './memory-budget.js';

interface Form {
  pictures: Uint8Array[];
  /** Text fields; JSON values are parsed. */
  members: Record<string, unknown>;
}

/** One more than allowed, so that too many files are noticed. */
const filesMax = 6;
const fieldsMax = 20;
const fieldBytesMax = 16 * 1024;

/**
 * @param fileBytesMax a file is read to one byte more, so that the extractor finds it too large
 * @throws Failure `payload_too_large`, `invalid_request`
 */
export async function readForm(
  request: FastifyRequest,
  fileBytesMax: number,
  totalBytesMax: number,
  take: UploadLease['take'],
): Promise<Form> {
  const form: Form = { pictures: [], members: Object.create(null) };
  const limits = {
    fileSize: fileBytesMax + 1,
    files: filesMax,
    fields: fieldsMax,
    parts: filesMax + fieldsMax,
    fieldSize: fieldBytesMax,
  };
  let total = 0;
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') {
        const picture = await bytesOf(part, totalBytesMax - total, take);
        total += picture.byteLength;
        form.pictures.push(picture);
        if (form.pictures.length === filesMax) return form;
      } else {
        addField(form.members, part);
      }
    }
    return form;
  } catch (error) {
    throw asFailure(error);
  } finally {
    // Discard the rest, so that the request can end.
    request.raw.unpipe();
    request.raw.resume();
  }
}

/** One file of a form. @throws Failure `payload_too_large`, `invalid_request` */
export async function readPicture(
  picture: MultipartFile,
  bytesMax: number,
  take: UploadLease['take'],
): Promise<Uint8Array> {
  try {
    return await bytesOf(picture, bytesMax, take);
  } catch (error) {
    throw asFailure(error);
  }
}

function asFailure(error: unknown): Failure | Withdrawn {
  if (error instanceof Failure || error instanceof Withdrawn) return error;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === 'FST_PROTO_VIOLATION') return forbiddenMember();
  if (statusCode === 413) return new Failure('payload_too_large');
  return malformed('The form is malformed or incomplete.');
}

async function bytesOf(
  { file }: MultipartFile,
  bytesMax: number,
  take: UploadLease['take'],
): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of reservedChunks(file, bytesMax, take)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * Of several fields with one name the first counts. `expect` is JSON, or one field per member: `expect.amount`. Unknown names
 * that begin with `expect.` are kept for the schema to reject.
 */
function addField(members: Form['members'], part: MultipartValue): void {
  const { fieldname, value, valueTruncated } = part;
  if (valueTruncated) throw new Failure('payload_too_large');
  const [, inner] = /^expect(?:\.(\w+)|\[(\w+)\]|([.[].*))$/s.exec(fieldname)?.filter(Boolean) ?? [];
  if (inner !== undefined) {
    members.expect ??= Object.create(null);
    const expect = members.expect as Record<string, unknown>;
    expect[inner] ??= inner === 'maxAgeHours' ? numberOf(value) : value;
  } else {
    members[fieldname] ??= fieldname === 'expect' ? jsonOf(value) : value;
  }
}

/** An empty text is not a number, and not absent: it stays a text, which the schema rejects. */
function numberOf(value: unknown): unknown {
  return String(value).trim() === '' ? value : Number(value);
}

/** Invalid JSON stays a text, which the schema rejects. */
function jsonOf(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}
