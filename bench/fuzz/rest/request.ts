/** Generated requests. They contain the kind of key, not the key, so that they can be printed. */
import fc from 'fast-check';
import type { KeyKind } from '../environment.js';
import { hostileText, hostileValue, jsonBytes, mutatedBytes, mutatedValue } from '../hostile.js';
import { type Corpus, hintsOf } from './corpus.js';
import type { Operation, Parameter } from './description.js';
import { forms } from './forms.js';
import { valuesOf } from './values.js';

export interface FuzzRequest {
  method: string;
  /** With the query; percent-encoded. */
  path: string;
  key: KeyKind;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array | null;
}

const keys = fc.oneof(
  { weight: 12, arbitrary: fc.constant<KeyKind>('good') },
  {
    weight: 6,
    arbitrary: fc.constantFrom<KeyKind>('slow', 'capped', 'revoked', 'unknown', 'malformed', 'odd', 'absent'),
  },
);

/** Requests to one endpoint with its method. */
export function requestsTo(operation: Operation, corpus: Corpus): fc.Arbitrary<FuzzRequest> {
  return fc
    .record({
      path: paths(operation, corpus),
      key: keys,
      content: contents(operation, corpus),
      headers: headers(operation),
    })
    .map(({ path, key, content, headers: more }) => ({
      method: operation.method,
      path,
      key,
      headers: { ...(content.type !== null && { 'content-type': content.type }), ...more },
      body: content.body,
    }));
}

/** Requests to known addresses with methods that they may not accept, and to unknown addresses. */
export function undocumentedRequests(
  operations: readonly Operation[],
  corpus: Corpus,
): fc.Arbitrary<FuzzRequest> {
  const methods = fc.constantFrom(
    'GET',
    'HEAD',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'QUERY',
    'M-SEARCH',
  );
  const known = fc.constantFrom(...operations).chain((operation) => paths(operation, corpus));
  const pages = fc.constantFrom(
    '/',
    '/status',
    '/dashboard',
    '/dashboard/keys',
    '/docs',
    '/docs/guide',
    '/docs/errors',
    '/telegram/cashier',
    '/api',
    '/api/',
    '/favicon.ico',
  );
  const nowhere = fc
    .array(hostileText, { maxLength: 4 })
    .map((parts) => `/${parts.map(encoded).join('/')}`.slice(0, 4_000));
  const path = fc.oneof(known, pages, nowhere);
  const bodies = fc.option(fc.oneof(hostileValue.map(jsonBytes), fc.uint8Array({ maxLength: 100 })), {
    freq: 2,
  });
  const types = fc.constantFrom(
    'application/json',
    'application/x-www-form-urlencoded',
    'text/html',
    'multipart/form-data; boundary=x',
    '',
  );
  const accept = fc.constantFrom('*/*', 'text/html', 'application/json', 'text/html;q=x', '');
  return fc
    .record({ method: methods, path, key: keys, body: bodies, type: types, accept })
    .map(({ method, path, key, body, type, accept: accepted }) => ({
      method,
      path,
      key,
      headers: { 'content-type': type, accept: accepted },
      body: method === 'GET' || method === 'HEAD' || method === 'TRACE' ? null : body,
    }));
}

function encoded(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

type Given = Readonly<Record<string, string | undefined>>;

function paths({ path, parameters }: Operation, corpus: Corpus): fc.Arbitrary<string> {
  const extra = fc.option(
    fc.constantFrom('a[]=1&a[]=2', '__proto__=1', '&&&', 'x=%zz', `q=${'x'.repeat(9_000)}`),
    { freq: 8 },
  );
  const odd: fc.Arbitrary<Given> = fc.record(
    Object.fromEntries(parameters.map((one) => [one.name, parameterText(one, corpus)])),
    {
      requiredKeys: parameters.filter((one) => one.in === 'path').map(({ name }) => name),
    },
  );
  // Provider and reference that belong together: otherwise endpoints that take both would reject every request.
  const fitting: fc.Arbitrary<Given> = fc
    .tuple(odd, fc.constantFrom(...corpus.receipts))
    .map(([given, receipt]) => ({ ...given, ...receipt }));
  return fc.record({ given: fc.oneof(odd, fitting), extra: extra }).map(({ given, extra: more }) => {
    const whole = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encoded(given[name] ?? ''));
    const query = parameters.flatMap(({ name, in: place }) => {
      const value = given[name];
      return place === 'query' && value !== undefined ? [`${name}=${encoded(value)}`] : [];
    });
    if (more !== null) query.push(more);
    return query.length > 0 ? `${whole}?${query.join('&')}` : whole;
  });
}

function parameterText({ name, schema }: Parameter, corpus: Corpus): fc.Arbitrary<string> {
  const hints: Record<string, fc.Arbitrary<string>> = {
    requestId: fc.oneof(fc.constantFrom('none', ...corpus.requestIds), fc.uuid()),
    provider: fc.constantFrom(...corpus.providers),
    reference: fc.constantFrom(...corpus.references),
  };
  const allowed = valuesOf(schema).map(String);
  return fc.oneof(
    { weight: 3, arbitrary: hints[name] ?? allowed },
    { weight: 1, arbitrary: allowed },
    { weight: 1, arbitrary: hostileText },
  );
}

interface Content {
  type: string | null;
  body: Uint8Array | null;
}

const wrongTypes = [
  '',
  'text/plain',
  'application/xml',
  'application/json; charset=utf-16',
  'application/jsonx',
  'multipart/form-data',
  'application/x-www-form-urlencoded',
  'application/json, text/html',
  ';',
];

function contents({ bodies }: Operation, corpus: Corpus): fc.Arbitrary<Content> {
  const kinds: fc.Arbitrary<Content>[] = [];
  const json = bodies['application/json'];
  if (json) {
    const hints = hintsOf(corpus);
    // A schema cannot express "exactly one of"; the examples of the service comply with it.
    const properties = json.properties ?? {};
    const asked = fc.tuple(fc.constantFrom(...corpus.asks), valuesOf(json, hints)).map(([ask, whole]) => {
      // Some operations accept any JSON.
      if (whole === null || typeof whole !== 'object') return whole;
      if ('items' in properties) return { ...whole, items: [ask] };
      const {
        url: _,
        reference: __,
        text: ___,
        provider: ____,
        account: _____,
        phone: ______,
        ...rest
      } = whole as Record<string, unknown>;
      return 'imageBase64' in properties ? rest : { ...rest, ...ask };
    });
    const sound = fc.oneof(asked, asked, valuesOf(json, hints));
    const type = 'application/json';
    const plain = sound.map((value) => ({ type, body: jsonBytes(value) }));
    kinds.push(
      plain,
      plain,
      plain,
      mutatedValue(sound).map((value) => ({ type, body: jsonBytes(value) })),
      mutatedValue(sound).map((value) => ({ type, body: jsonBytes(value) })),
      mutatedBytes(sound.map(jsonBytes)).map((body) => ({ type, body })),
      hostileValue.map((value) => ({ type, body: jsonBytes(value) })),
      fc.record({ type: fc.constantFrom(...wrongTypes), body: sound.map(jsonBytes) }),
    );
  }
  if (bodies['multipart/form-data']) kinds.push(forms(corpus), forms(corpus));
  if (kinds.length === 0) kinds.push(fc.constant({ type: null, body: null }));
  return fc.oneof(...kinds);
}

/** Values of a header: bytes without control characters. */
const headerText = hostileText.map((text) =>
  Buffer.from(text)
    .toString('latin1')
    .replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '')
    .slice(0, 4_000),
);

/** Most requests have one unusual header or none, because otherwise the header would hide the rest of the request. */
function headers({ parameters }: Operation): fc.Arbitrary<Record<string, string>> {
  const described = parameters
    .filter((one) => one.in === 'header')
    .map(({ name }) => ({
      [name]: fc.oneof(headerText, fc.constantFrom('again', '1', ' ')),
    }));
  const odd: readonly Record<string, fc.Arbitrary<string>>[] = [
    ...described,
    ...described,
    { accept: fc.constantFrom('*/*', 'text/html', 'image/*;q=x', '') },
    { 'content-encoding': fc.constantFrom('gzip', 'br', 'identity', 'x') },
    { expect: fc.constantFrom('100-continue', '200-ok') },
    { 'x-request-id': headerText },
    { 'accept-language': headerText },
    { host: fc.constantFrom('', 'evil.test', 'a b', '[::1', `${'h'.repeat(300)}.test`) },
    { cookie: headerText },
    { 'x-forwarded-for': headerText },
    { 'x-forwarded-host': headerText, 'x-forwarded-proto': headerText },
  ];
  const address = fc.record({ 'x-forwarded-for': fc.oneof(fc.ipV4(), fc.ipV6()) });
  const more = fc.oneof(
    fc.constant({}),
    fc.constantFrom(...odd).chain((one) => fc.record(one)),
  );
  return fc.tuple(address, more).map(([always, sometimes]) => ({ ...always, ...sometimes }));
}

/** The request in a form that a person can repeat. */
export function showRequest({ method, path, key, headers: sent, body }: FuzzRequest): string {
  const lines = [
    `${method} ${path}`,
    `x-api-key: (${key})`,
    ...Object.entries(sent).map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
  ];
  if (body) lines.push(`body, ${body.length} bytes: ${JSON.stringify(Buffer.from(body).toString('latin1'))}`);
  return lines.join('\n');
}
