/** Receipt links as people paste them (docs/providers/README.md#links). */

const longest = 2_048;
const shape = /^https:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?::([1-9]\d{0,4}))?(\/[!-~]*|)$/i;
const candidates = /https?:\/\/[^\s<>"\\]+/gi;
/** Characters that no bank's link ends with. */
const punctuation = '.,;:!?)]}>"\'`*|…’”»።፣፤፥፧';

/**
 * Parses a link that passes the common checks, else null: https, a plain ASCII host name without trailing dot, no
 * user info, no path that the URL parser changes. `:443` is the default port.
 */
export function parseLink(text: string): URL | null {
  const [, host, , rest] = text.length <= longest ? (shape.exec(text) ?? []) : [];
  if (host === undefined || rest === undefined || rest.includes('\\') || !URL.canParse(text)) return null;
  const url = new URL(text);
  const shown = rest.split(/[?#]/, 1)[0] || '/';
  return url.hostname === host.toLowerCase() && url.pathname === shown ? url : null;
}

/** Removes blanks around a pasted link, and punctuation after it. */
export function trimLink(text: string): string {
  const trimmed = text.trim();
  let end = trimmed.length;
  while (end > 0 && punctuation.includes(trimmed.charAt(end - 1))) end -= 1;
  return trimmed.slice(0, end);
}

/** Everything in a text that looks like a link, in order. Amharic text, which may follow without a blank, ends a link. */
export function linksIn(text: string): string[] {
  return [...text.matchAll(candidates)].map(([link]) => trimLink(link.replace(/[^!-~].*$/s, '')));
}

/** Replaces links by blanks, keeping positions, so that no reference is read from a link. */
export function withoutLinks(text: string): string {
  return text.replace(candidates, (link) => ' '.repeat(link.length));
}

/** The value of a query parameter; null when missing or repeated. */
export function onlyParameter(url: URL, name: string): string | null {
  const values = url.searchParams.getAll(name);
  return values.length === 1 ? (values[0] ?? null) : null;
}
