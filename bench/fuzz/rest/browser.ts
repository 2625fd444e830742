/** Pages and forms of the website, with damaged submissions from a browser and forged ones from other clients. */
import fc from 'fast-check';
import { type Browser, signIn, visit } from '../../sign-in.js';
import type { FuzzEnvironment } from '../environment.js';
import { hostileText } from '../hostile.js';
import { type AnyTarget, target } from '../target.js';
import type { Description } from './description.js';
import { showRequest } from './request.js';
import { createRequestSender } from './request-sender.js';

/** The visitor: an owner who stays signed in, one who signs out, one without a session, one with a forged cookie. */
type Who = 'holder' | 'leaver' | 'stranger' | 'forger';

interface Visit {
  who: Who;
  /** Each comes from an address of its own, so that few are refused for the rate of pages. */
  address: string;
  method: 'GET' | 'POST';
  path: string;
  /** Kind of the CSRF token, which is added when the request is sent. */
  csrf: 'good' | 'wrong' | 'absent';
  fields: readonly (readonly [string, string])[];
  type: string;
}

const changes = [
  '/dashboard/keys',
  '/dashboard/keys/PREFIX/label',
  '/dashboard/keys/PREFIX/revoke',
  '/dashboard/overage',
  '/dashboard/login',
];
const leaves = ['/dashboard/logout', '/dashboard/logout-everywhere'];
const pages = [
  '/',
  '/status',
  '/dashboard',
  '/dashboard/login',
  '/dashboard/keys',
  '/docs',
  '/docs/guide',
  '/docs/errors',
];
const marker = '<script>alert(1)</script>';

export async function browserForms(
  environment: FuzzEnvironment,
  description: Description,
): Promise<AnyTarget> {
  const { url, loginLink } = environment;
  const [holder, leaver] = [await signIn(url, await loginLink()), await signIn(url, await loginLink())];
  const browsers: Record<Who, Browser> = {
    holder,
    leaver,
    stranger: await visit(url, '/dashboard', ''),
    forger: { ...holder, cookie: holder.cookie.replace(/session=[^;]{5}/, 'session=AAAAA') },
  };
  const { ask, seen } = createRequestSender(environment, description);
  return target<Visit>({
    name: 'forms of the dashboard',
    inputs: visits(),
    fault: (one) =>
      ask(requestOf(one, browsers[one.who]), null, ({ status, headers, body }) => {
        const isPage = /html/.test(String(headers['content-type']));
        if (isPage && body.includes(marker)) return 'what somebody typed stands in the page as code';
        const isStrange = one.who === 'stranger' || one.who === 'forger' || one.csrf !== 'good';
        return isStrange && mints(one) && status === 200 ? `a key was made for a ${one.who}` : null;
      }),
    show: (one) =>
      `as ${one.who}, csrf token ${one.csrf}\n${showRequest(requestOf(one, { cookie: '(cookie)', csrf: '(csrf)' }))}`,
    runs: { full: 80_000, short: 66 },
    streams: 4,
    seen,
  });
}

const mints = ({ method, path }: Visit) => method === 'POST' && /^\/dashboard\/keys(?:\?|$)/.test(path);

function visits(): fc.Arbitrary<Visit> {
  const text = fc.oneof(hostileText, fc.constantFrom(marker, 'Shop 1', 'on', 'test', 'live'));
  const prefix = fc.oneof(
    fc.constantFrom('vk_test_abcdef', 'vk_live_000000'),
    hostileText.map((one) => one.slice(0, 200)),
  );
  const name = fc.constantFrom('label', 'mode', 'overage', 'token', 'csrf-token', '__proto__', 'label');
  const path = fc
    .tuple(fc.constantFrom(...changes, ...changes, ...leaves, ...pages), prefix)
    .map(([one, given]) => one.replace('PREFIX', encodeURIComponent(Buffer.from(given).toString())));
  const query = fc.option(
    fc
      .tuple(fc.constantFrom('notice', 'token', 'lang', 'x'), text)
      .map(([key, value]) => `${key}=${encodeURIComponent(Buffer.from(value).toString()).slice(0, 2_000)}`),
    { freq: 3, nil: '' },
  );
  return fc
    .record({
      who: fc.constantFrom<Who>('holder', 'holder', 'holder', 'leaver', 'stranger', 'forger'),
      address: fc.ipV4(),
      method: fc.constantFrom('GET', 'POST', 'POST', 'POST'),
      path: fc.tuple(path, query).map(([one, more]) => (more ? `${one}?${more}` : one)),
      csrf: fc.constantFrom('good', 'good', 'good', 'good', 'wrong', 'absent'),
      fields: fc.array(fc.tuple(name, text), { maxLength: 4 }),
      type: fc.constantFrom(
        ...Array<string>(8).fill('application/x-www-form-urlencoded'),
        'application/json',
        'multipart/form-data; boundary=x',
        '',
      ),
    })
    .map((one) =>
      one.who === 'holder' && leaves.some((leave) => one.path.startsWith(leave))
        ? { ...one, who: 'leaver' }
        : one,
    );
}

function requestOf({ address, method, path, csrf, fields, type }: Visit, { cookie, csrf: token }: Browser) {
  const all = fields.map(([name, value]) => [name, Buffer.from(value).toString()]);
  if (csrf !== 'absent') all.unshift(['csrf-token', csrf === 'good' ? token : 'guess']);
  const body = method === 'POST' ? Buffer.from(new URLSearchParams(all).toString()) : null;
  const headers = {
    accept: 'text/html',
    'x-forwarded-for': address,
    cookie,
    ...(body && { 'content-type': type }),
  };
  return { method, path, key: 'absent' as const, headers, body };
}

/** Opens the link and presses its button. */
