/** Reads bodies with pictures into the engine's `ImageRequest` (docs/api.md#pictures). */
import multipart from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure, type Issue } from '../../engine/api/errors.js';
import type { ImageCaller, ImageRequest, ResolveRequest } from '../../engine/api/index.js';
import { multipartOptions } from '../../http/forms.js';
import type { PageTools } from '../../http/pages.js';
import { disconnectSignal } from '../reply.js';
import type { ImageBody, RequestSchemas } from '../schemas/requests.js';
import { validated } from '../to-error.js';
import type { App } from '../types.js';
import { readForm, readPicture } from './form-body.js';
import { readJson } from './json-body.js';
import { createUploadMemory, type UploadLease, type UploadMemory } from './memory-budget.js';
import type { Unpacked } from './unpack.js';

/** Upload limits of an endpoint. */
interface UploadLimits {
  /** All pictures of a request together, decoded. */
  picturesBytesMax: number;
  /** Bodies of all requests together. */
  memoryBytesMax: number;
}

/** Limit of one picture, decoded. */
const pictureBytesMax = 5 * 1024 * 1024;
/** Limit of the other members and the multipart framing. */
const otherPartsBytesMax = 64 * 1024;

const mebibyte = 1024 * 1024;

/** The demo has its own memory, so that it cannot block callers with a key. */
const uploadLimits = {
  keyed: { picturesBytesMax: 5 * pictureBytesMax, memoryBytesMax: 64 * mebibyte },
  demo: { picturesBytesMax: pictureBytesMax, memoryBytesMax: 32 * mebibyte },
} as const satisfies Record<string, UploadLimits>;

/** A message with other members than a request's own. Pictures are in it wherever a member is called `imageBase64`. */
export interface Message {
  /** Each picture is replaced by a short text. */
  members: unknown;
  /** The pictures that the body of a request in the message names. @throws Failure `invalid_request` */
  picturesIn(body: ImageBody): ImageRequest;
}

/** A receipt to be handed in, as text or as pictures. */
type ReceiptBody = { receipt: ResolveRequest } | { pictures: ImageRequest };

export interface Uploads {
  /**
   * Runs `work` with a body that stays unread until `read` is called. Its memory is released when the pictures have been
   * prepared (`onPrepared`), at the latest when `work` ends.
   * @throws Failure of the body, or the error of `work`
   */
  with<T>(
    request: FastifyRequest,
    reply: FastifyReply,
    endpoint: keyof typeof uploadLimits,
    work: (body: UploadBody) => Promise<T>,
  ): Promise<T>;
  /** The same, for callers with a key, with a body that may name a receipt instead of showing it. */
  withReceipt<T>(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (body: UploadBody<ReceiptBody>) => Promise<T>,
  ): Promise<T>;
  /** The same with JSON for the caller to validate. */
  withMessage<T>(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (body: UploadBody<Message>) => Promise<T>,
  ): Promise<T>;
}

/** A body that stays unread until `read` is called. */
export interface UploadBody<B = ImageRequest> {
  /** @param caller the caller; bodies of one caller take turns. @throws Failure */
  read(caller: ImageCaller): Promise<B>;
  /** The uploaded bytes are no longer needed. */
  onPrepared(): void;
}

type UploadMemories = Readonly<Record<keyof typeof uploadLimits, UploadMemory>>;

export function createUploadMemories(): UploadMemories {
  const { keyed, demo } = uploadLimits;
  return {
    keyed: createUploadMemory({ bytesMax: keyed.memoryBytesMax }),
    demo: createUploadMemory({ bytesMax: demo.memoryBytesMax }),
  };
}

/**
 * Reads the picture of the demo's form; turns and memory are shared with the demo endpoint.
 * @throws Failure `payload_too_large`, `invalid_request`, `unavailable`, or the error of `work`
 */
export function withPicture(memories: UploadMemories): PageTools['withPicture'] {
  return (picture, request, reply, work) =>
    leased(memories.demo, request, reply, (take) => readPicture(picture, pictureBytesMax, take), work);
}

/** Leaves bodies of `scope` unread until `read` is called; accepts JSON and multipart only. */
export function takeUploads(scope: App, schemas: RequestSchemas, memories: UploadMemories): Uploads {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('application/json', (_request, _body, done) => done(null));
  scope.register(multipart, multipartOptions);

  const picturesIn = (unpacked: Unpacked) =>
    imageRequestOf(validated(schemas.image, unpacked.members), unpacked);

  const messageIn = (unpacked: Unpacked): Message => ({
    members: unpacked.members,
    picturesIn: (body) => imageRequestOf(body, unpacked),
  });

  const receiptIn = (unpacked: Unpacked): ReceiptBody =>
    hasPicture(unpacked.members)
      ? { pictures: picturesIn(unpacked) }
      : { receipt: validated(schemas.resolve, unpacked.members) };

  async function fromForm(
    request: FastifyRequest,
    bytesMax: number,
    take: UploadLease['take'],
  ): Promise<ImageRequest> {
    const { pictures, members } = await readForm(request, pictureBytesMax, bytesMax, take);
    const names = pictures.map((_, index) => `files.${index}`);
    if (pictures.length === 0) throw refused({ path: 'files', code: 'too_small', message: noFile });
    if (pictures.length > 5) throw refused({ path: 'files', code: 'too_big', message: tooMany });
    return { ...validated(schemas.imageFields, members), pictures, names };
  }

  /** @param ofJson, ofForm make the body from what was read */
  async function run<B, T>(
    request: FastifyRequest,
    reply: FastifyReply,
    endpoint: keyof typeof uploadLimits,
    { ofJson, ofForm }: { ofJson: (unpacked: Unpacked) => B; ofForm: (pictures: ImageRequest) => B },
    work: (body: UploadBody<B>) => Promise<T>,
  ): Promise<T> {
    const { picturesBytesMax } = uploadLimits[endpoint];
    const isForm = request.isMultipart();
    const jsonBytesMax = Math.ceil(picturesBytesMax / 3) * 4 + otherPartsBytesMax;
    const bytesMax = isForm ? picturesBytesMax + otherPartsBytesMax : jsonBytesMax;
    const arrive = async (take: UploadLease['take']) =>
      isForm
        ? ofForm(await fromForm(request, picturesBytesMax, take))
        : ofJson(await readJson(request.raw, pictureBytesMax, bytesMax, take));
    return await leased(memories[endpoint], request, reply, arrive, ({ read, onPrepared }) => {
      const readIfSmall = async (caller: ImageCaller) => {
        const announced = Number(request.headers['content-length'] ?? bytesMax);
        if (announced > bytesMax) throw new Failure('payload_too_large');
        return await read(caller);
      };
      return work({ read: readIfSmall, onPrepared });
    });
  }

  return {
    with: (request, reply, endpoint, work) =>
      run(request, reply, endpoint, { ofJson: picturesIn, ofForm: (pictures) => pictures }, work),
    withReceipt: (request, reply, work) =>
      run(request, reply, 'keyed', { ofJson: receiptIn, ofForm: (pictures) => ({ pictures }) }, work),
    async withMessage(request, reply, work) {
      const refuseForm = () => {
        throw new Failure('unsupported_media_type');
      };
      if (request.isMultipart()) refuseForm();
      if (!isSmall(request)) {
        return await run(request, reply, 'keyed', { ofJson: messageIn, ofForm: refuseForm }, work);
      }
      const read = async () =>
        messageIn(await readJson(request.raw, pictureBytesMax, otherPartsBytesMax, unmetered));
      return await work({ read, onPrepared: () => undefined });
    },
  };
}

/** True for a body as small as one without pictures: it need not wait for other callers' pictures. */
function isSmall({ headers }: FastifyRequest): boolean {
  return Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) <= otherPartsBytesMax;
}

const unmetered = async () => undefined;

function hasPicture(members: unknown): boolean {
  return typeof members === 'object' && members !== null && ('imageBase64' in members || 'images' in members);
}

/** Runs `work`, then releases the body's memory if `onPrepared` has not done so. */
async function leased<B, T>(
  memory: UploadMemory,
  request: FastifyRequest,
  reply: FastifyReply,
  arrive: (take: UploadLease['take']) => Promise<B>,
  work: (body: UploadBody<B>) => Promise<T>,
): Promise<T> {
  let lease: UploadLease | undefined;
  const read = async ({ name }: ImageCaller) => {
    lease = await memory.open(name, disconnectSignal(reply));
    const body = await unlessEvicted(arrive(lease.take), lease.evicted, request, reply);
    lease.complete();
    return body;
  };
  try {
    return await work({ read, onPrepared: () => lease?.release() });
  } finally {
    lease?.release();
  }
}

/** Discards the rest of an evicted body; its connection closes after the response. */
async function unlessEvicted<T>(
  arriving: Promise<T>,
  evicted: AbortSignal,
  { raw }: FastifyRequest,
  reply: FastifyReply,
): Promise<T> {
  let giveUp = () => {};
  const eviction = new Promise<never>((_resolve, reject) => {
    giveUp = () => {
      raw.unpipe();
      raw.resume();
      reply.header('connection', 'close');
      reject(evicted.reason as Failure);
    };
    evicted.addEventListener('abort', giveUp);
  });
  try {
    return await Promise.race([arriving, eviction]);
  } finally {
    evicted.removeEventListener('abort', giveUp);
  }
}

const noFile = 'Send one to five pictures of one receipt as files.';
const tooMany = 'Send at most five pictures of one receipt.';
const notBase64 = 'must be a picture in base64, plain or as a data: URL';

/** Pictures in the order sent, with the names of their members. */
function imageRequestOf(body: ImageBody, { pictures }: Unpacked): ImageRequest {
  const { imageBase64, images, ...rest } = body;
  const places =
    imageBase64 === undefined
      ? (images ?? []).map((image, index) => ({
          place: image.imageBase64,
          name: `images.${index}.imageBase64`,
        }))
      : [{ place: imageBase64, name: 'imageBase64' }];
  const found = places.map(({ place, name }) => {
    const picture = pictures[Number(place)];
    if (!picture) throw refused({ path: name, code: 'invalid_format', message: notBase64 });
    return picture;
  });
  return { ...rest, pictures: found, names: places.map(({ name }) => name) };
}

function refused(issue: Issue): Failure {
  return new Failure('invalid_request', { issues: [issue] });
}
