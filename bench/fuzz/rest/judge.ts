/** Checks a response against the OpenAPI description and the table of failures. */
import { maxHeaderSize } from 'node:http';
import { failureKinds } from '../../../src/engine/api/errors.js';
import { allBanks } from '../../../src/sandbox/banks/registry.js';
import { factsOf } from '../../../src/sandbox/fake-data.js';
import { outcomeOf } from '../../../src/sandbox/outcomes.js';
import type { KeyKind } from '../environment.js';
import type { Description, Operation } from './description.js';
import type { FuzzRequest } from './request.js';
import type { Answer } from './send.js';

/** Statuses that any address may return, because the request did not reach the endpoint. */
const beforeEndpoints = [400, 404, 405, 413, 415];
const goodKeys: readonly KeyKind[] = ['good'];
const refusals: Partial<Record<KeyKind, string>> = {
  absent: 'missing_key',
  unknown: 'invalid_key',
  malformed: 'invalid_key',
  revoked: 'revoked_key',
};

interface SentRequest {
  request: FuzzRequest;
  /** Null if the request is not for an endpoint of the description. */
  operation: Operation | null;
}

/** @returns what is wrong in plain words, or null */
export function faultOf(answer: Answer, asked: SentRequest, { failure }: Description): string | null {
  const { status, headers } = answer;
  const { request, operation } = asked;
  const text = answer.body.toString('utf8');
  const shown = `${status} ${text.slice(0, 600)}`;
  if (typeof headers['x-request-id'] !== 'string') return `an answer without x-request-id: ${shown}`;
  const wait = headers['retry-after'];
  if (wait !== undefined && !/^\d+$/.test(wait)) return `Retry-After is no whole number: ${wait}`;
  // A HEAD has no body to check. It may return what a GET does: 502 for a request whose bank failed.
  if (request.method === 'HEAD')
    return status >= 500 && ![502, 503].includes(status) ? `HEAD: ${status}` : null;

  const documented = operation?.responses.get(status);
  if (isPage(asked, headers['content-type']))
    return status >= 500 && status !== 503 ? `a page with ${status}` : null;
  const type = (headers['content-type'] ?? '').split(';')[0] ?? '';
  if (operation && !documented && !beforeEndpoints.includes(status))
    return `a status that is not documented: ${shown}`;
  if (documented && status < 400) {
    if (!documented.content.has(type)) return `${status} of a type that is not documented: ${type}`;
    if (type !== 'application/json') return null;
  }
  if (!operation && status < 400) return null;

  // Telegram, which has no key, reads the status only.
  if (status === 401 && text === '' && request.path.startsWith('/telegram/')) return null;
  const value = parsed(text);
  if (value === undefined) return `no JSON: ${shown}`;
  if (!operation && status < 500 && isMcpError(request, value)) return null;
  const schema = documented?.content.get('application/json') ?? failure;
  const valid = schema.safeParse(value);
  const lie = lieIn(value);
  if (lie !== null) return `${lie}: ${shown}`;
  if (!valid.success) return `not of the documented shape (${valid.error.message.slice(0, 400)}): ${shown}`;
  if (status >= 400)
    return (
      faultOfFailure(status, value as FailureBody, operation, shown) ??
      faultOfKey(status, value as FailureBody, asked, shown)
    );
  return faultOfKey(status, null, asked, shown);
}

/** Checks every verified receipt in an answer: the bank must show it as settled, with the amount of this receipt. */
function lieIn(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const { verdict, provider, reference, payment } = value as Record<string, unknown>;
  if (verdict === 'verified' && typeof provider === 'string' && typeof reference === 'string') {
    const lie = lieOf(provider, reference, payment as { amount?: string; reference?: string });
    if (lie !== null) return lie;
  }
  for (const one of Object.values(value)) {
    const lie = lieIn(one);
    if (lie !== null) return lie;
  }
  return null;
}

const banks = allBanks([{ host: 'siinqeebank.com', before: '/receipt/', after: '' }]);

function lieOf(provider: string, reference: string, payment?: { amount?: string }): string | null {
  const its = banks.filter((bank) => bank.provider === provider);
  if (!its.some((bank) => outcomeOf(bank, reference).answer === 'verified'))
    return 'verified, and no bank shows it as settled';
  const sums = its.map((bank) =>
    (factsOf(bank.outcomePart?.(reference) ?? reference).amount / 100).toFixed(2),
  );
  if (!sums.includes(payment?.amount ?? '')) return `verified with another sum than ${sums.join(' or ')}`;
  return null;
}

interface FailureBody {
  verdict?: string;
  error?: { code?: string; reason?: string };
}

/** An error of the Model Context Protocol has a number as its code, and its own messages. Undocumented requests may reach it, too. */
function isMcpError({ path }: FuzzRequest, value: unknown): boolean {
  const { error } = Object(value) as { error?: { code?: unknown } };
  return path.split('?')[0] === '/mcp' && typeof error?.code === 'number';
}

/** A failure must be in the table, have its status, and be documented by the endpoint. */
function faultOfFailure(
  status: number,
  { error }: FailureBody,
  operation: Operation | null,
  shown: string,
): string | null {
  // The status endpoint may return 503 with its whole report, which is not a failure.
  if (error === undefined) return null;
  // An error of the Model Context Protocol has a number as its code, and its own messages.
  if (typeof error.code === 'number' && operation?.path === '/mcp' && status < 500) return null;
  const name = error.code ?? error.reason;
  if (name === 'internal' || status === 500) return `an internal error: ${shown}`;
  const kinds = Object.values(failureKinds).filter(({ code, reason }) => (code ?? reason) === name);
  if (!kinds.some((kind) => kind.status === status))
    return `${name} is no failure of status ${status}: ${shown}`;
  if (status < 500) return null;
  const documented = operation?.responses.get(status)?.description ?? '';
  if (operation && !documented.includes(`\`${name}\``)) return `${name} is not documented here: ${shown}`;
  return null;
}

/** An endpoint with a key returns 401 for a bad one before anything else (docs/api.md#order-of-judgement), never for a good one. */
function faultOfKey(
  status: number,
  body: FailureBody | null,
  { request, operation }: SentRequest,
  shown: string,
): string | null {
  if (!operation?.keyed) return null;
  if (goodKeys.includes(request.key)) return status === 401 ? `a good key was refused: ${shown}` : null;
  const refusal = refusals[request.key];
  if (refusal === undefined || unread(request)) return null;
  return status === 401 && body?.error?.code === refusal
    ? null
    : `a key that is ${request.key} was answered ${shown}`;
}

/** An address that cannot be decoded, or is too long to be read, leads to no endpoint, so no key is checked. */
function unread({ path }: FuzzRequest): boolean {
  return (
    path.length > maxHeaderSize / 2 ||
    /%(?![\da-f]{2})/i.test(path) ||
    /%(?:2f|00)|\/\/|\/(?:\?|$)/i.test(path)
  );
}

/** Outside `/api` a browser gets a page; the answer to a form is a page for every client. */
function isPage({ request }: SentRequest, type = ''): boolean {
  const { method, path, headers } = request;
  if (!type.startsWith('text/html') || /^\/api(?:[/?]|$)/.test(path)) return false;
  const isForm = method === 'POST' && /^\/(?:dashboard\/.*)?(?:\?|$)/.test(path);
  return isForm || (headers.accept?.includes('text/html') ?? false);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
