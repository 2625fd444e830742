/** The layout of every page. */
import type { ComponentChildren } from 'preact';
import { assets } from '../assets.js';
import { languageNames, pageLanguages } from '../i18n/index.js';
import type { Visitor } from '../types.js';

interface LayoutProps {
  context: Visitor;
  title: string;
  children: ComponentChildren;
  /** The page of the navigation that this one is, or belongs to. */
  page?: 'status' | 'guide' | 'dashboard' | undefined;
  /** Additional elements of <head>, for example a feed. */
  head?: ComponentChildren;
  /** Query parameters of the page, for the language links. */
  query?: Readonly<Record<string, string>> | undefined;
}

export function Layout({ context, title, page, head, query, children }: LayoutProps) {
  const { language, words } = context;
  return (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · Deresegn`}</title>
        <link rel="icon" type="image/svg+xml" href={assets['icon.svg']} />
        <link rel="apple-touch-icon" href={assets['apple-touch-icon.png']} />
        <link rel="stylesheet" href={assets['site.css']} />
        <script type="module" src={assets['site.js']}></script>
        {head}
      </head>
      <body>
        <a class="skip" href="#content">
          {words.common.skip}
        </a>
        <Header context={context} page={page} query={query} />
        <main id="content">{children}</main>
        <Footer context={context} />
        <p id="toast" class="toast" role="status"></p>
      </body>
    </html>
  );
}

type HeaderProps = Pick<LayoutProps, 'context' | 'page' | 'query'>;

function Header({ context: { language, words }, page, query }: HeaderProps) {
  const { common } = words;
  const links = [
    ['status', '/status'],
    ['guide', '/docs/guide'],
    ['dashboard', '/dashboard'],
  ] as const;
  return (
    <header>
      <div class="bar">
        <a class="brand" href="/">
          <img src={assets['icon.svg']} alt="" width={28} height={28} />
          Deresegn
        </a>
        <nav aria-label={common.navigation}>
          {links.map(([name, href]) => (
            <a key={name} href={href} aria-current={name === page ? 'page' : undefined}>
              {common[name]}
            </a>
          ))}
        </nav>
        <nav class="languages" aria-label={common.language}>
          {pageLanguages.map((lang) => (
            <a
              key={lang}
              href={`?${new URLSearchParams({ ...query, lang })}`}
              lang={lang}
              hreflang={lang}
              aria-current={lang === language ? 'true' : undefined}
            >
              {languageNames[lang]}
            </a>
          ))}
        </nav>
      </div>
    </header>
  );
}

function Footer({ context: { words } }: { context: Visitor }) {
  const { common } = words;
  return (
    <footer>
      <div class="bar">
        <p>{common.footer}</p>
        <nav aria-label={common.more}>
          <a href="/">{common.home}</a>
          <a href="/status">{common.status}</a>
          <a href="/docs/guide">{common.guide}</a>
          <a href="/docs">{common.reference}</a>
        </nav>
      </div>
    </footer>
  );
}
