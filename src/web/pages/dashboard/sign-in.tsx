/** The sign-in page. */
import type { AccountInfo } from '../../../engine/index.js';
import { BotButton } from '../../components/bot-button.js';
import { Marked } from '../../components/code.js';
import { PostForm, Submit } from '../../components/form.js';
import { Layout } from '../../components/layout.js';
import type { PageContext } from '../../types.js';
import { Notice, type NoticeName } from './notice.js';

interface SignInProps {
  context: PageContext;
  /** Name of the cashier bot at Telegram. */
  bot: string | undefined;
  notice: NoticeName | null;
  refused?: boolean;
}

/** Ways to get a link. */
export function SignInPage({ context, bot, notice, refused }: SignInProps) {
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
      <p>
        <BotButton context={context} bot={bot} />
      </p>
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
    <Layout context={context} title={signIn.title} query={{ token }}>
      <h1>{signIn.title}</h1>
      <p class="lead">{signIn.ready}</p>
      <p>
        {signIn.opens} <strong>{name}</strong> <code>{id}</code>
      </p>
      <PostForm context={context} action="/dashboard/login">
        <input type="hidden" name="token" value={token} />
        <Submit>{signIn.button}</Submit>
      </PostForm>
    </Layout>
  );
}
