/** Receipt links as people paste them (docs/providers/README.md#links). */

const longest = 2_048;
const shape = /^https:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?::([1-9]\d{0,4}))?(\/[!-~]*|)$/i;
const candidates = /https?:\/\/[^\s<>"\\]+/gi;
/** No link of a bank ends in one of these. */
const punctuation = '.,;:!?)]}>"\'`*|…’”»።፣፤፥፧';

/**
 * A link that keeps to the common hygiene, or null: https, a plain ASCII host name without trailing dot, no
 * user info, no path that means another path than it shows. `:443` is the default port.
 */
export function parseLink(text: string): URL | null {
  const [, host, , rest] = text.length <= longest ? (shape.exec(text) ?? []) : [];
  if (host === undefined || rest === undefined || rest.includes('\\') || !URL.canParse(text)) return null;
  const url = new URL(text);
  const shown = rest.split(/[?#]/, 1)[0] || '/';
  return url.hostname === host.toLowerCase() && url.pathname === shown ? url : null;
}

/** Drops blanks around a pasted link, and the punctuation a sentence leaves behind it. */
export function trimLink(text: string): string {
  const trimmed = text.trim();
  let end = trimmed.length;
  while (end > 0 && punctuation.includes(trimmed.charAt(end - 1))) end -= 1;
  return trimmed.slice(0, end);
}

/** Everything in a text that looks like a link, in order. Amharic is often written on without a blank: it ends a link. */
export function linksIn(text: string): string[] {
  return [...text.matchAll(candidates)].map(([link]) => trimLink(link.replace(/[^!-~].*$/s, '')));
}

/** The text with its links blanked out, all else in its place, so that no reference is read out of a link. */
export function withoutLinks(text: string): string {
  return text.replace(candidates, (link) => ' '.repeat(link.length));
}

/** The single value of a query parameter, or null when it is missing or given twice. */
export function onlyParameter(url: URL, name: string): string | null {
  const values = url.searchParams.getAll(name);
  return values.length === 1 ? (values[0] ?? null) : null;
}
