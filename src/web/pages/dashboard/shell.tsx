/** The frame of every page of the dashboard: whose account it is, the sections, the result of the last form. */
import type { ComponentChildren } from 'preact';
import { type AccountInfo, plans } from '../../../engine/index.js';
import { assets } from '../../assets.js';
import { PostForm } from '../../components/form.js';
import { Icon, type IconName } from '../../components/icon.js';
import { Layout } from '../../components/layout.js';
import type { Clock } from '../../components/time.js';
import type { Words } from '../../i18n/index.js';
import type { PageContext } from '../../types.js';
import { Notice, type NoticeName } from './notice.js';

/** What every page of the dashboard needs. */
export interface Frame {
  context: PageContext;
  clock: Clock;
  account: AccountInfo;
  notice: NoticeName | null;
  /** Name of the cashier bot at Telegram. */
  bot: string | undefined;
  bankName(key: string): string;
}

interface Section {
  path: string;
  icon: IconName;
  title(words: Words): string;
}

const sections = {
  overview: { path: '/dashboard', icon: 'chart', title: ({ dashboard }) => dashboard.overview.title },
  records: { path: '/dashboard/records', icon: 'records', title: ({ dashboard }) => dashboard.records.title },
  requests: { path: '/dashboard/payment-requests', icon: 'request', title: ({ payments }) => payments.title },
  accounts: {
    path: '/dashboard/receiving-accounts',
    icon: 'account',
    title: ({ payments }) => payments.receiving.title,
  },
  keys: { path: '/dashboard/keys', icon: 'key', title: ({ dashboard }) => dashboard.keys.title },
  webhooks: {
    path: '/dashboard/webhooks',
    icon: 'webhook',
    title: ({ dashboard }) => dashboard.webhooks.title,
  },
  people: { path: '/dashboard/people', icon: 'people', title: ({ dashboard }) => dashboard.people.title },
  settings: {
    path: '/dashboard/settings',
    icon: 'settings',
    title: ({ dashboard }) => dashboard.settings.title,
  },
} satisfies Record<string, Section>;

type SectionName = keyof typeof sections;

const sectionNames = Object.keys(sections) as SectionName[];

interface ShellProps {
  frame: Frame;
  section: SectionName;
  /** Of the page, where it is not the section's own. */
  title?: string;
  lead?: string;
  /** Query parameters of the page, for the language links. */
  query?: Readonly<Record<string, string>>;
  /** Additional elements of <head>. */
  head?: ComponentChildren;
  children: ComponentChildren;
}

export function DashboardShell({ frame, section, title, lead, query, head, children }: ShellProps) {
  const { context, notice } = frame;
  const heading = title ?? sections[section].title(context.words);
  return (
    <Layout
      context={context}
      title={heading}
      page="dashboard"
      head={
        <>
          <link rel="stylesheet" href={assets['dashboard.css']} />
          {head}
        </>
      }
      query={query}
    >
      <div class="dashboard">
        <div class="side">
          <SignedInAccount frame={frame} />
          <Sections context={context} current={section} />
        </div>
        <div class="section">
          <h1>{heading}</h1>
          {lead === undefined ? null : <p class="lead">{lead}</p>}
          <Notice context={context} name={notice} />
          {children}
        </div>
      </div>
    </Layout>
  );
}

/** The account, and the button that signs out. */
function SignedInAccount({ frame: { context, account } }: { frame: Frame }) {
  const words = context.words.dashboard;
  return (
    <div class="whose">
      <p>
        <strong>{account.name || account.id}</strong>
        <span class="quiet small">{words.plan(plans[account.plan].name)}</span>
      </p>
      <PostForm context={context} action="/dashboard/logout">
        <button type="submit" class="small">
          <Icon name="leave" size={16} /> {words.signOut}
        </button>
      </PostForm>
    </div>
  );
}

/** The ids are the anchors of the sections' former places on `/dashboard`. */
function Sections({ context, current }: { context: PageContext; current: SectionName }) {
  return (
    <nav class="sections" aria-label={context.words.dashboard.navigation}>
      {sectionNames.map((name) => {
        const { path, icon, title } = sections[name];
        return (
          <a
            key={name}
            id={path.slice('/dashboard/'.length) || undefined}
            href={path}
            aria-current={name === current ? 'page' : undefined}
          >
            <Icon name={icon} />
            {title(context.words)}
          </a>
        );
      })}
    </nav>
  );
}
