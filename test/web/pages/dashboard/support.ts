/** Somebody with a browser's cookies, who fills in forms; without a browser, so that what is sent can be forged. */
import type { FastifyInstance } from 'fastify';
import { type Answer, otherAddress } from '../../../sidecar/environment.js';

export interface Person {
  cookies: Map<string, string>;
  get(url: string): Promise<Answer>;
  /** Sends a form with the token of the page that was looked at last, unless the fields say another, as the browser of `headers`. */
  post(url: string, fields?: Record<string, string>, headers?: Record<string, string>): Promise<Answer>;
  /** Opens a sign-in link and presses its button. */
  signIn(link: { url: string }): Promise<Answer>;
}

export function person(app: () => FastifyInstance): Person {
  const cookies = new Map<string, string>();
  const remoteAddress = otherAddress();
  let csrf = '';

  async function send(
    method: 'GET' | 'POST',
    url: string,
    fields?: Record<string, string>,
    extra: Record<string, string> = {},
  ): Promise<Answer> {
    const answer = await app().inject({
      method,
      url,
      remoteAddress,
      headers: {
        accept: 'text/html',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(fields && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...extra,
      },
      ...(fields && { payload: new URLSearchParams(fields).toString() }),
    });
    for (const { name, value, maxAge, expires } of answer.cookies) {
      if (maxAge === 0 || (expires && expires.getTime() <= 0)) cookies.delete(name);
      else cookies.set(name, encodeURIComponent(value));
    }
    csrf = /name="csrf-token" value="([^"]+)"/.exec(answer.body)?.[1] ?? csrf;
    return answer;
  }

  const self: Person = {
    cookies,
    get: (url) => send('GET', url),
    post: (url, fields = {}, headers = {}) => send('POST', url, { 'csrf-token': csrf, ...fields }, headers),
    async signIn({ url }) {
      const { pathname, search, searchParams } = new URL(url);
      await self.get(pathname + search);
      return await self.post('/dashboard/login', { token: searchParams.get('token') ?? '' });
    },
  };
  return self;
}
