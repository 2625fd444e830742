/** Metadata for search engines and link previews. */
import { assets } from '../../assets.js';
import type { PageLanguage } from '../../i18n/index.js';
import type { PageContext } from '../../types.js';

/** In the notation of Open Graph. */
const locales: Readonly<Record<PageLanguage, string>> = { am: 'am_ET', en: 'en_GB', om: 'om_ET' };

/** @param baseUrl link previews need absolute addresses */
export function LandingHead({ context, baseUrl }: { context: PageContext; baseUrl: string }) {
  const { landing } = context.words;
  const properties = {
    'og:type': 'website',
    'og:site_name': 'Deresegn',
    'og:url': `${baseUrl}/`,
    'og:locale': locales[context.language],
    'og:title': landing.title,
    'og:description': landing.description,
    'og:image': `${baseUrl}${assets['og.png']}`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': `Deresegn: ${landing.title}`,
  };
  return (
    <>
      <meta name="description" content={landing.description} />
      {Object.entries(properties).map(([property, content]) => (
        <meta key={property} property={property} content={content} />
      ))}
      <meta name="twitter:card" content="summary_large_image" />
      <link rel="stylesheet" href={assets['landing.css']} />
    </>
  );
}
