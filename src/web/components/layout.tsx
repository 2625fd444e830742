/** The layout of every page. */
import type { ComponentChildren } from 'preact';
import { assets } from '../assets.js';
import { languageNames, type PayLanguage, type PayWords, pageLanguages } from '../i18n/index.js';

interface LayoutProps {
  context: { language: PayLanguage; words: Pick<PayWords, 'common'> };
  title: string;
  children: ComponentChildren;
  /** Additional elements of <head>, for example a feed. */
  head?: ComponentChildren;
  /** Query parameters to keep in the language links. */
  keep?: Readonly<Record<string, string>>;
  /** Languages of the page; default: those of all pages. */
  languages?: readonly PayLanguage[];
}

export function Layout({ context, title, head, keep, languages, children }: LayoutProps) {
  const { language, words } = context;
  return (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · Deresegn`}</title>
        <link rel="icon" type="image/svg+xml" href={assets['icon.svg']} />
        <link rel="stylesheet" href={assets['site.css']} />
        <script type="module" src={assets['site.js']}></script>
        {head}
      </head>
      <body>
        <a class="skip" href="#content">
          {words.common.skip}
        </a>
        <Header context={context} keep={keep} languages={languages ?? pageLanguages} />
        <main id="content">{children}</main>
        <footer>
          <p>{words.common.footer}</p>
        </footer>
      </body>
    </html>
  );
}

function Header({
  context: { language, words },
  keep,
  languages,
}: Pick<LayoutProps, 'context'> & {
  keep: LayoutProps['keep'] | undefined;
  languages: readonly PayLanguage[];
}) {
  return (
    <header>
      <a class="brand" href="/">
        Deresegn
      </a>
      <nav aria-label={words.common.navigation}>
        <a href="/status">{words.common.status}</a>
        <a href="/docs/guide">{words.common.guide}</a>
        <a href="/dashboard">{words.common.dashboard}</a>
      </nav>
      <nav class="languages" aria-label={words.common.language}>
        {languages.map((one) => (
          <a
            key={one}
            href={`?${new URLSearchParams({ ...keep, lang: one })}`}
            lang={one}
            hreflang={one}
            aria-current={one === language ? 'true' : undefined}
          >
            {languageNames[one]}
          </a>
        ))}
      </nav>
    </header>
  );
}
