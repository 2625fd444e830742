/**
 * Resolves a link, a reference or a pasted text to one receipt. Pure: no bank is asked, nothing is stored. A link is only
 * matched; the URL to fetch is rebuilt.
 */
import { linksIn, parseLink, trimLink, withoutLinks } from './parsing/links.js';
import { ftNumber } from './parsing/references.js';
import type { Hints, Match, Need, Provider, Target } from './types.js';

/** Exactly one of `url`, `reference` and `text`, as checked by the caller. */
export interface ResolveInput extends Hints {
  url?: string | undefined;
  reference?: string | undefined;
  text?: string | undefined;
  /** Resolves an ambiguous reference; must not contradict a link. */
  provider?: string | undefined;
}

/** `message`, if present, is fit for the caller and repeats nothing of the request. */
export type Resolved =
  | { kind: 'target'; target: Target }
  | { kind: 'needs'; provider: string; reference: string; needs: readonly Need[] }
  | { kind: 'ambiguous'; reference: string; candidates: readonly string[]; message?: string }
  | { kind: 'unsupported'; by: By; provider?: string; message?: string }
  | { kind: 'invalid'; path: string; message: string };

type By = 'url' | 'reference';

interface Found {
  provider: Provider;
  match: Match;
}

/** One receipt in a text: the words that name it, and their resolution. */
export interface WrittenReference {
  /** Can be resolved again with other hints. */
  request: { url: string } | { reference: string };
  resolved: Resolved;
}

interface Search {
  providers: readonly Provider[];
  /** The provider named by the caller. */
  chosen: Provider | undefined;
  hints: Hints;
  now: Date;
}

const impossibleDate = 'No receipt can have this reference: the date inside it is impossible.';
const invisible = /\p{Cf}/gu;
const tokens = /[\w&-]+/g;
/** Longer ones are no bank's. */
export const longestReference = 128;
/** No bank's numbers are shorter; most words of a text are. */
const shortestReference = 8;
const introductionLength = 40;
/** Number forms of banks that are unsupported or used only when named. */
const alsoPrintedBy: readonly (readonly [RegExp, string])[] = [
  [ftNumber, 'Nib and Siket'],
  [/^[A-Z0-9]{3}[A-Z]{4}\d{5}[A-Z0-9]{4}$/, 'Siinqee'],
];
const bankTransactionNumber = /bank transaction number(?: is)?[ :]{0,3}$/i;

/** Resolves input to a receipt, or explains why it cannot. */
export function resolve(providers: readonly Provider[], request: ResolveInput, now: Date): Resolved {
  const { url, reference, text, provider, account, phone } = request;
  const chosen = provider === undefined ? undefined : providers.find(({ key }) => key === provider);
  if (provider !== undefined && !chosen) {
    return { kind: 'invalid', path: 'provider', message: 'There is no provider with this name.' };
  }
  const search: Search = { providers, chosen, hints: { account, phone }, now };
  if (url !== undefined) return fromUrl(search, trimLink(repaired(providers, withoutInvisible(url))));
  if (reference !== undefined) return fromReference(search, withoutInvisible(reference));
  return fromText(search, repaired(providers, withoutInvisible(text ?? '')));
}

/**
 * All distinct receipts of a text, in order. In a line with links, bare references are the same payments
 * under other numbers and are skipped.
 */
export function findWritten(providers: readonly Provider[], text: string, now: Date): WrittenReference[] {
  const search: Search = { providers, chosen: undefined, hints: {}, now };
  const whole = repaired(providers, withoutInvisible(text));
  if (readings(search, whole).length > 0) return [writtenReference(search, whole)];
  return withoutDuplicates(whole.split('\n').flatMap((line) => receiptsOfLine(search, line)));
}

function writtenReference(search: Search, reference: string): WrittenReference {
  return { request: { reference }, resolved: fromReference(search, reference) };
}

function fromUrl(search: Search, link: string): Resolved {
  const found = matchLink(search, link);
  return found ? settle(search, found, 'url') : refused(search, link, 'url');
}

function fromReference(search: Search, reference: string): Resolved {
  const found = readings(search, reference);
  const possible = mostDirect(found.filter((reading) => !impossible(search, reading)));
  const [first] = possible;
  if (!first)
    return found.length > 0
      ? unsupported('reference', search.chosen, impossibleDate)
      : refused(search, reference, 'reference');
  if (possible.length === 1) return settle(search, first, 'reference');
  const candidates = possible.map(({ provider }) => provider.key);
  const others = otherIssuers(first.match.reference);
  // The right bank may not be among the candidates.
  const message =
    others &&
    `Several banks use references of this form, ${others} among them; say which provider, if it is one.`;
  return { kind: 'ambiguous', reference: first.match.reference, candidates, ...(message && { message }) };
}

/** Banks with the same form of references that are not asked: a genuine receipt may be theirs. */
export function otherIssuers(reference: string): string | undefined {
  return alsoPrintedBy.find(([form]) => form.test(reference))?.[1];
}

/** Result for input that opens no receipt or matches no bank, with the bank's explanation if there is one. */
function refused({ providers, chosen }: Search, text: string, by: By): Resolved {
  for (const provider of chosen ? [chosen] : providers) {
    if (by === 'reference' && provider.namedOnly && provider !== chosen) continue;
    const message = provider.explainRejection?.(trimLink(text));
    if (message) return unsupported(by, provider, message);
  }
  // The most common mistake.
  const isLink = by === 'reference' && /^https?:\/\//i.test(text);
  return unsupported(by, chosen, isLink ? 'This is a link: send it as url, not as reference.' : undefined);
}

/**
 * Banks that print numbers of this form but open no receipt with them do not make it ambiguous, unless it may equally be
 * theirs.
 */
function mostDirect(found: readonly Found[]): readonly Found[] {
  const isOwn = (reading: Found) => reading.provider.isUnambiguous?.(reading.match.reference);
  const own = found.filter((reading) => isOwn(reading) === true);
  if (own.length > 0) return own;
  const askable = found.filter(
    (reading) =>
      !('needs' in reading.match && reading.match.needs.includes('link')) && isOwn(reading) !== false,
  );
  return askable.length > 0 ? askable : found;
}

/** The whole text as a reference, else the first receipt link, else the first bare reference. */
function fromText(search: Search, text: string): Resolved {
  if (readings(search, text).length > 0) return fromReference(search, text);
  const links = foundLinks(search, text);
  const link = links.find(({ provider }) => provider === search.chosen) ?? links[0];
  if (link) return settle(search, link, 'url');
  const [token] = bareTokens(search, text);
  if (token) return fromReference(search, token.text);
  const refusals = linksIn(text).map((other) => refused(search, other, 'url'));
  return refusals.find((refusal) => 'message' in refusal) ?? unsupported('reference', search.chosen);
}

function receiptsOfLine(search: Search, line: string): WrittenReference[] {
  const links = foundLinks(search, line);
  if (links.length > 0) {
    return links.map((found) => ({
      request: { url: found.link },
      resolved: settle(search, found, 'url'),
    }));
  }
  const bare = bareTokens(search, line);
  // telebirr's SMS also contains the transfer's number at the receiving bank.
  const own = bare.filter((token) => !bankTransactionNumber.test(line.slice(0, token.index).slice(-40)));
  return (own.length > 0 ? own : bare).map((token) => writtenReference(search, token.text));
}

/** Result for one reading: contradicted, only recognised, impossible, incomplete, or a target. */
function settle(search: Search, found: Found, by: By): Resolved {
  const { provider, match } = found;
  if (search.chosen && provider !== search.chosen) {
    return { kind: 'invalid', path: 'provider', message: 'This link belongs to another provider.' };
  }
  if (provider.support === 'recognised' || 'recognised' in match) return onlyRecognised(by, provider);
  if (impossible(search, found)) return unsupported(by, provider, impossibleDate);
  if ('needs' in match) {
    return { kind: 'needs', provider: provider.key, reference: match.reference, needs: match.needs };
  }
  return { kind: 'target', target: match };
}

function unsupported(by: By, provider?: Provider, message?: string): Resolved {
  if (provider?.support === 'recognised') return onlyRecognised(by, provider);
  return {
    kind: 'unsupported',
    by,
    ...(provider && { provider: provider.key }),
    ...(message !== undefined && { message }),
  };
}

/** Also for supported banks, which may have unsupported forms of links. */
function onlyRecognised(by: By, { key, name, support }: Provider): Resolved {
  const what = support === 'recognised' ? `${name} is` : `This form of link of ${name} is`;
  return { kind: 'unsupported', by, provider: key, message: `${what} recognised, but not yet supported.` };
}

function matchLink({ providers, hints }: Search, link: string): Found | null {
  const url = parseLink(link);
  if (!url) return null;
  for (const provider of providers) {
    const match = provider.match(url, hints);
    if (match) return { provider, match };
  }
  return null;
}

/** Receipt links of a text, without impossible ones. */
function foundLinks(search: Search, text: string): (Found & { link: string })[] {
  return linksIn(text).flatMap((link) => {
    const found = matchLink(search, link);
    return found && !impossible(search, found) ? [{ ...found, link }] : [];
  });
}

/** Readings of a bare reference, by provider. */
function readings({ providers, chosen, hints }: Search, text: string): Found[] {
  const reference = trimLink(text);
  if (reference === '' || reference.length > longestReference) return [];
  const found: Found[] = [];
  for (const provider of chosen ? [chosen] : providers) {
    if (provider.namedOnly && provider !== chosen) continue;
    const match = provider.fromReference(reference, hints);
    if (match) found.push({ provider, match });
  }
  return found;
}

interface Token {
  text: string;
  index: number;
}

/** Words of a text that can only be references, in order, without links. */
function bareTokens(search: Search, text: string): Token[] {
  const bare = withoutLinks(text);
  return [...bare.matchAll(tokens)].flatMap(({ 0: word, index }) => {
    const before = bare.slice(Math.max(0, index - introductionLength), index);
    const found = spellings(word).find((spelling) => isWritten(search, spelling, before));
    return found === undefined ? [] : [{ text: found, index }];
  });
}

/** A word as written, without surrounding dashes, and its parts (`Ref-DKK4A1B2C3`). */
function spellings(word: string): string[] {
  if (word.length > longestReference || word.length < shortestReference) return [];
  const whole = [word, word.replace(/^[&-]/, '').replace(/[&-]$/, '')];
  const all = new Set([...whole, ...word.split(/[&-]/)]);
  return [...all].filter(({ length }) => length >= shortestReference);
}

/**
 * True for a word that a bank accepts as a possible reference and that has the bank's exact spelling. A word in capitals
 * must also contain a digit, or be where the bank's SMS has its number, because ordinary words would match.
 */
function isWritten(search: Search, word: string, before: string): boolean {
  const distinct = /\d/.test(word) || word !== word.toUpperCase();
  return readings(search, word).some(
    (reading) =>
      (distinct || reading.provider.introduces?.(before)) &&
      word.includes(reading.match.reference) &&
      !impossible(search, reading),
  );
}

function impossible({ now }: Search, found: Found): boolean {
  return found.provider.implausible?.(found.match.reference, now) ?? false;
}

/** Repairs all banks' links, so that the common link parser finds them. */
function repaired(providers: readonly Provider[], text: string): string {
  return providers.reduce((repairing, provider) => provider.repairLinks?.(repairing) ?? repairing, text);
}

/** Removes duplicates, and incomplete readings of a receipt that was also found completely. */
function withoutDuplicates(all: readonly WrittenReference[]): WrittenReference[] {
  const targets = new Set(
    all.map(({ resolved }) => (resolved.kind === 'target' ? resolved.target.reference : null)),
  );
  const seen = new Set<string>();
  return all.filter(({ resolved }) => {
    if ('reference' in resolved && targets.has(resolved.reference)) return false;
    const identity = JSON.stringify(resolved);
    return !seen.has(identity) && seen.add(identity);
  });
}

/** Removes direction marks, which chat programs put around copied text. */
function withoutInvisible(text: string): string {
  return text.replace(invisible, '').trim();
}
