/** Incidents as an Atom feed; an entry changes once, when its incident ends. */
import type { Incident } from '../../../engine/index.js';
import { momentText } from '../../components/time.js';
import type { Visitor } from '../../types.js';
import { anchorOf, headline } from './incidents.js';

interface FeedProps {
  incidents: readonly Incident[];
  baseUrl: string;
  context: Visitor;
  timeZone: string;
  bankName(key: string): string;
}

const entriesMax = 100;
/** `updated` of an empty feed. */
const beginning = new Date(0);

/** @returns XML */
export async function atomFeed({
  incidents,
  baseUrl,
  context,
  timeZone,
  bankName,
}: FeedProps): Promise<string> {
  const { language, words } = context;
  const { status } = words;
  const moments = incidents.map(changedAt);
  const { Feed } = await import('feed');
  const feed = new Feed({
    id: `${baseUrl}/status.atom`,
    title: status.feedTitle,
    link: `${baseUrl}/status`,
    feedLinks: { atom: `${baseUrl}/status.atom` },
    language,
    copyright: '',
    generator: 'Deresegn',
    updated: new Date(Math.max(beginning.getTime(), ...moments.map((moment) => moment.getTime()))),
    author: { name: 'Deresegn', link: baseUrl },
  });
  const clock = { language, timeZone };
  for (const incident of incidents.slice(0, entriesMax)) {
    const { startedAt, endedAt } = incident;
    const from = startedAt === null ? status.unknownStart : momentText(clock, startedAt);
    const until = endedAt === null ? status.lasting : `${status.to} ${momentText(clock, endedAt)}`;
    const link = `${baseUrl}/status#${anchorOf(incident)}`;
    feed.addItem({
      id: link,
      title: headline(context, incident, bankName),
      link,
      date: changedAt(incident),
      description: `${status.from} ${from} · ${until}. ${status.incident[incident.kind].effect}`,
      ...(startedAt === null ? {} : { published: new Date(startedAt) }),
    });
  }
  return feed.atom1();
}

function changedAt({ startedAt, endedAt }: Incident): Date {
  return new Date(endedAt ?? startedAt ?? 0);
}
