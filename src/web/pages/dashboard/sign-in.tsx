/** The sign-in page. */
import type { AccountInfo } from '../../../engine/index.js';
import { Marked } from '../../components/code.js';
import { CsrfField } from '../../components/form.js';
import { Layout } from '../../components/layout.js';
import type { PageContext } from '../../types.js';
import { Notice, type NoticeName } from './notice.js';

/** Ways to get a link. */
export function SignInPage({
  context,
  notice,
  refused,
}: {
  context: PageContext;
  notice: NoticeName | null;
  refused?: boolean;
}) {
  const { signIn } = context.words.dashboard;
  return (
    <Layout context={context} title={signIn.title}>
      <h1>{signIn.title}</h1>
      <Notice context={context} name={notice} />
      {refused ? <p class="notice unsure">{signIn.refused}</p> : null}
      <p class="lead">{signIn.lead}</p>
      <ul>
        <li>
          <Marked text={signIn.fromBot} />
        </li>
        <li>
          <Marked text={signIn.fromOperator} />
        </li>
      </ul>
    </Layout>
  );
}

/** The page of a sign-in link; opening it does not use the link. It names the account, so that a planted link is noticed. */
export function LinkPage({
  context,
  token,
  account: { name, id },
}: {
  context: PageContext;
  token: string;
  account: Pick<AccountInfo, 'name' | 'id'>;
}) {
  const { signIn } = context.words.dashboard;
  return (
    <Layout context={context} title={signIn.title} keep={{ token }}>
      <h1>{signIn.title}</h1>
      <p class="lead">{signIn.ready}</p>
      <p>
        {signIn.opens} <strong>{name}</strong> <code>{id}</code>
      </p>
      <form method="post" action="/dashboard/login">
        <CsrfField context={context} />
        <input type="hidden" name="token" value={token} />
        <button class="primary" type="submit">
          {signIn.button}
        </button>
      </form>
    </Layout>
  );
}
