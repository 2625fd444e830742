/** The dashboard, one file a section. */
import { keys } from './dashboard/keys.js';
import { notices } from './dashboard/notices.js';
import { overview } from './dashboard/overview.js';
import { people } from './dashboard/people.js';
import { records } from './dashboard/records.js';
import { settings } from './dashboard/settings.js';
import { usage } from './dashboard/usage.js';
import { webhooks } from './dashboard/webhooks.js';

export const dashboard = {
  signIn: {
    title: 'Sign in',
    lead: 'There is no password. A link signs you in: it works once, for ten minutes.',
    fromBot: 'In the cashier bot send `/dashboard`: the bot answers with your link.',
    fromOperator:
      'Or ask the operator of this service for one: `deresegn login-link ID`, with the ID of your account.',
    ready: 'Your link is valid. Press the button to sign in; only then is the link used up.',
    opens: 'You are signing in to the account',
    button: 'Sign in',
    refused:
      'This link no longer works. It was used already, or it is older than ten minutes. Ask for a new one.',
  },
  navigation: 'Sections of the dashboard',
  plan: (name: string) => `${name} plan`,
  signOut: 'Sign out',
  change: 'Change',
  done: 'I have copied it',
  newest: 'Newest',
  older: 'Older',
  notices,
  overview,
  keys,
  usage,
  webhooks,
  people,
  records,
  settings,
};
