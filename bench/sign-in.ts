/** Signs in to the dashboard as a browser does. */

/** The state of a browser that has signed in. */
export interface Browser {
  cookie: string;
  csrf: string;
}

/** @param link a sign-in link, of which the host is ignored @throws Error when it does not sign in */
export async function signIn(url: string, link: string): Promise<Browser> {
  const { pathname, search, searchParams } = new URL(link);
  const seen = await visit(url, pathname + search, '');
  const fields = new URLSearchParams({ 'csrf-token': seen.csrf, token: searchParams.get('token') ?? '' });
  const pressed = await fetch(`${url}/dashboard/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      accept: 'text/html',
      cookie: seen.cookie,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: fields.toString(),
  });
  if (pressed.status !== 303) throw new Error(`signing in was answered ${pressed.status}`);
  return await visit(url, '/dashboard', `${seen.cookie}; ${cookiesOf(pressed)}`);
}

/** @returns the cookies including those of the answer, and the token of its forms */
export async function visit(url: string, path: string, cookie: string): Promise<Browser> {
  const answer = await fetch(url + path, { headers: { accept: 'text/html', cookie } });
  const csrf = /name="csrf-token" value="([^"]+)"/.exec(await answer.text())?.[1] ?? '';
  const now = new Map(
    `${cookie}; ${cookiesOf(answer)}`
      .split('; ')
      .flatMap((one) => (one ? [[one.slice(0, one.indexOf('=')), one] as const] : [])),
  );
  return { cookie: [...now.values()].join('; '), csrf };
}

function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ');
}
