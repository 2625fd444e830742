/** The icons of all pages: those of Lucide, in the text colour. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parseDocument } from 'htmlparser2';
import { type ComponentChildren, h } from 'preact';

const lucideNames = {
  account: 'wallet',
  activity: 'activity',
  bank: 'landmark',
  bot: 'bot',
  calendar: 'calendar-days',
  camera: 'camera',
  chart: 'chart-column',
  check: 'circle-check',
  clock: 'clock',
  code: 'code-xml',
  copy: 'copy',
  cross: 'circle-x',
  dash: 'circle-minus',
  download: 'download',
  feed: 'rss',
  key: 'key-round',
  leave: 'log-out',
  link: 'link',
  next: 'arrow-right',
  people: 'users',
  phone: 'smartphone',
  picture: 'image',
  plus: 'plus',
  question: 'circle-question-mark',
  receipt: 'receipt-text',
  records: 'list-checks',
  request: 'hand-coins',
  search: 'search',
  send: 'send',
  settings: 'settings',
  shield: 'shield-check',
  shop: 'store',
  text: 'message-square-text',
  warning: 'triangle-alert',
  webhook: 'webhook',
} as const;

export type IconName = keyof typeof lucideNames;

export const iconNames = Object.keys(lucideNames) as IconName[];

interface IconSet {
  icons: Record<string, { body: string }>;
  aliases: Record<string, { parent: string }>;
}

const drawings = load();

interface IconProps {
  name: IconName;
  /** CSS pixels; default 20. */
  size?: number;
}

/** Hidden from screen readers: the text beside an icon says the same. */
export function Icon({ name, size = 20 }: IconProps) {
  return (
    <svg
      class="icon"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      aria-hidden="true"
      focusable="false"
    >
      {drawings[name]}
    </svg>
  );
}

/** The whole set is read once, and only what pages use is kept. */
function load(): Readonly<Record<IconName, ComponentChildren>> {
  const file = createRequire(import.meta.url).resolve('@iconify-json/lucide/icons.json');
  const { icons, aliases } = JSON.parse(readFileSync(file, 'utf8')) as IconSet;
  const drawing = (name: string): ComponentChildren => {
    const { body } = icons[name] ?? icons[aliases[name]?.parent ?? ''] ?? {};
    if (body === undefined) throw new Error(`Lucide has no icon "${name}".`);
    return parseDocument(body, { xmlMode: true }).children.map(element);
  };
  return Object.fromEntries(
    Object.entries(lucideNames).map(([ours, theirs]) => [ours, drawing(theirs)]),
  ) as Record<IconName, ComponentChildren>;
}

type Node = ReturnType<typeof parseDocument>['children'][number];

function element(node: Node): ComponentChildren {
  return 'attribs' in node ? h(node.name, node.attribs, node.children.map(element)) : null;
}
