/** Streaming reader of the demo form: text fields first, then a picture, read once its sender is admitted. */
import multipart, { type MultipartFile, type MultipartValue } from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure, parseBirr, type VerifyRequest } from '../../../engine/index.js';
import { multipartOptions } from '../../../http/forms.js';
import { csrfField } from '../../components/form.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null when the body is not a form. */
    submittedReceipt: SentForm | null;
  }
}

/** The submitted text fields. */
export interface ReceiptInput {
  text: string;
  provider: string;
  account: string;
  phone: string;
  amount: string;
}

export interface SentForm {
  input: ReceiptInput;
  /** Null when no file was chosen. Not read yet. */
  picture: MultipartFile | null;
}

export const emptyInput: ReceiptInput = { text: '', provider: '', account: '', phone: '', amount: '' };

/** Limit of one picture, decoded. */
const pictureBytesMax = 5 * 1024 * 1024;
const limits = { fieldSize: 16 * 1024, fields: 20, files: 4, parts: 24, fileSize: pictureBytesMax + 1 };
const lengthsMax: Readonly<Record<keyof ReceiptInput, number>> = {
  text: 4096,
  provider: 64,
  account: 64,
  phone: 64,
  amount: 40,
};

/**
 * A route for forms with a receipt that have a valid CSRF token.
 * @param take gets the form with its picture unread
 */
export function receiptFormRoute(
  site: FastifyInstance,
  url: string,
  take: (form: SentForm, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  site.register(async (scope) => {
    acceptReceiptForms(scope);
    const options = {
      schema: { hide: true },
      config: { verification: true },
      preHandler: scope.csrfProtection,
    };
    scope.post(url, options, async (request, reply) => {
      if (!request.submittedReceipt) throw new Failure('unsupported_media_type');
      return await take(request.submittedReceipt, request, reply);
    });
  });
}

/** Routes of this scope get forms with a receipt, as `request.submittedReceipt`, before the CSRF check. */
function acceptReceiptForms(scope: FastifyInstance): void {
  scope.register(multipart, multipartOptions);
  // A body that is not a form stays unread: without a token the CSRF check fails first.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _body, done) => done(null));
  scope.decorateRequest('submittedReceipt', null);
  scope.addHook('preHandler', async (request) => {
    if (request.isMultipart()) request.submittedReceipt = await readReceiptForm(request);
  });
  // Discard the rest, so that the request can end.
  scope.addHook('onSend', async (request) => {
    if (!request.isMultipart()) return;
    request.raw.unpipe();
    request.raw.resume();
  });
}

/**
 * Reads up to the first picture, or to the end. The CSRF token becomes the body, where the CSRF protection looks for it.
 * The caller must discard the unread rest.
 * @throws Failure `payload_too_large`, `invalid_request`
 */
async function readReceiptForm(request: FastifyRequest): Promise<SentForm> {
  const fields = new Map<string, string>();
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') addField(fields, part);
      else if (part.filename) return formOf(request, fields, part);
      else part.file.resume();
    }
  } catch (error) {
    throw asFailure(error);
  }
  return formOf(request, fields, null);
}

/** The engine request for a text. @throws Failure `invalid_request` */
export function requestOf(input: ReceiptInput): VerifyRequest {
  const text = input.text.trim();
  if (text === '') throw refused('text', 'too_small', 'Give a link, a reference or an SMS.');
  return { ...receiptFields(text), ...otherFields(input) };
}

/** Hints and expectations sent with a text or picture. @throws Failure `invalid_request` */
export function otherFields({ provider, account, phone, amount }: ReceiptInput) {
  const given = (value: string) => (value.trim() === '' ? undefined : value.trim());
  const expected = given(amount);
  if (expected !== undefined && parseBirr(expected) === null) {
    throw refused('expect.amount', 'invalid_format', 'must be an amount in birr, such as 5,000.00');
  }
  return {
    provider: given(provider),
    account: given(account),
    phone: given(phone),
    expect: expected === undefined ? undefined : { amount: expected },
  };
}

function receiptFields(text: string): Pick<VerifyRequest, 'url' | 'reference' | 'text'> {
  if (/^https?:\S+$/i.test(text) && text.length <= 2048) return { url: text };
  return /^[\w&-]{1,128}$/.test(text) ? { reference: text } : { text };
}

function formOf(
  request: FastifyRequest,
  fields: Map<string, string>,
  picture: SentForm['picture'],
): SentForm {
  request.body = { [csrfField]: fields.get(csrfField) };
  // An example button replaces the input.
  const example = fields.get('example');
  const input: ReceiptInput = { ...emptyInput };
  for (const name of Object.keys(input) as (keyof ReceiptInput)[]) input[name] = fields.get(name) ?? '';
  if (example) return { input: { ...emptyInput, text: example }, picture: null };
  return { input, picture };
}

/** The first of several fields with one name counts. */
function addField(fields: Map<string, string>, { fieldname, value, valueTruncated }: MultipartValue): void {
  if (typeof value !== 'string' || fields.has(fieldname)) return;
  const max = lengthsMax[fieldname as keyof ReceiptInput] ?? 256;
  if (valueTruncated || value.length > max) throw new Failure('payload_too_large');
  fields.set(fieldname, value);
}

function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const { statusCode } = error as { statusCode?: number };
  if (statusCode === 413) return new Failure('payload_too_large');
  return refused('', 'malformed', 'The form is not well-formed, or did not arrive as a whole.');
}

/** With the member names of the API. */
function refused(path: string, code: string, message: string): Failure {
  return new Failure('invalid_request', { issues: [{ path, code, message }] });
}
