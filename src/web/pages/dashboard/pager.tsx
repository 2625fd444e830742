/** Links between the pages of a list that is read with a cursor. */
import type { Words } from '../../i18n/index.js';

interface PagerProps {
  path: string;
  /** Query parameters of every page. */
  query: Readonly<Record<string, string>>;
  words: Words['dashboard'];
  isFirst: boolean;
  /** The cursor of the next page; undefined on the last. */
  next: string | undefined;
}

export function Pager({ path, query, words, isFirst, next }: PagerProps) {
  if (isFirst && next === undefined) return null;
  const at = (more: Record<string, string>) => `${path}?${new URLSearchParams({ ...query, ...more })}`;
  return (
    <p class="row">
      {isFirst ? null : (
        <a class="button" href={at({})}>
          {words.newest}
        </a>
      )}
      {next === undefined ? null : (
        <a class="button" href={at({ after: next })}>
          {words.older}
        </a>
      )}
    </p>
  );
}
