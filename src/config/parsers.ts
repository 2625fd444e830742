/** Parsers of structured settings. For a wrong value, each reports what it accepts. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import * as z from 'zod';

const roleNames = ['api', 'prober', 'cashier-bot', 'admin-bot'] as const;
export type Role = (typeof roleNames)[number];

export type EgressRoute =
  | { name: string; kind: 'direct' }
  | { name: string; kind: 'local'; address: string }
  | { name: string; kind: 'http' | 'socks5'; url: string };

/** Concurrent lookups per bank; `*` is the default of banks not named. */
type Concurrency = Readonly<Record<string, number>>;

/** Template of a receipt link: `https://{host}{before}{reference}{after}`. */
export interface LinkTemplate {
  /** Includes the port unless it is 443. */
  host: string;
  before: string;
  after: string;
}

/** True for an address to which paths can be appended. Invalid addresses are reported by `webAddress`. */
export function isBareUrl(text: string): boolean {
  if (!URL.canParse(text)) return true;
  const { username, password } = new URL(text);
  return username === '' && password === '' && !/[?#]/.test(text);
}

type Context = z.core.$RefinementCtx;

/** @param message what the setting takes */
function refuse(context: Context, message: string): never {
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
}

/** Trusts only the nearest proxy: earlier entries of X-Forwarded-For can be forged by the caller. */
export function trustOneProxy(_address: string, hop: number): boolean {
  return hop === 0;
}

/** CIDR ranges; `true` trusts the nearest proxy, `false` none. */
type TrustProxy = false | typeof trustOneProxy | string[];

export function parseTrustProxy(value: string, context: Context): TrustProxy {
  if (value === 'true') return trustOneProxy;
  if (value === 'false') return false;
  const ranges = list(value);
  for (const range of ranges) {
    // Not ipaddr.isValid: it reads 1 as 0.0.0.1.
    if (isIP(range) === 0 && !isRange(range)) {
      return refuse(context, 'takes true, false or a comma-separated list of CIDR ranges');
    }
  }
  return ranges;
}

function isRange(text: string): boolean {
  const [address = ''] = text.split('/', 1);
  return isIP(address) !== 0 && ipaddr.isValidCIDR(text);
}

export function checkRedisUrl(value: string | undefined, context: Context): void {
  if (/^rediss?\+sentinel:\/\/[^/]+\/[^/]/.test(value?.trim() ?? '')) return;
  if (list(value ?? '').every((url) => /^(rediss?|unix):\/\//.test(url))) return;
  refuse(
    context,
    'takes redis://, rediss:// or unix:// addresses, or redis+sentinel://host:26379,host:26379/name',
  );
}

/** Prices per million tokens, in the endpoint's currency. */
export interface TokenPrices {
  prompt: number;
  completion: number;
}

export function parsePrices(value: string | undefined, context: Context): TokenPrices | undefined {
  if (value === undefined) return undefined;
  const [prompt, completion, ...others] = list(value).map(Number);
  const isPrice = (price: number | undefined): price is number =>
    price !== undefined && Number.isFinite(price) && price >= 0;
  if (!isPrice(prompt) || !isPrice(completion) || others.length > 0) {
    return refuse(context, 'takes two prices of a million tokens: prompt,completion');
  }
  return { prompt, completion };
}

export function parseRoles(value: string | undefined, context: Context): Role[] | undefined {
  if (value === undefined) return undefined;
  const roles = list(value);
  const unknown = roles.filter((role) => !(roleNames as readonly string[]).includes(role));
  if (roles.length === 0 || unknown.length > 0) {
    return refuse(context, `takes a comma-separated list of ${roleNames.join(', ')}`);
  }
  return roles as Role[];
}

export function parseEgress(value: string, context: Context): EgressRoute[] {
  const routes = list(value).map(parseEgressRoute);
  const names = routes.map((route) => route?.name);
  if (routes.length === 0 || routes.includes(null) || new Set(names).size !== names.length) {
    return refuse(
      context,
      'takes a comma-separated list of different names: name=direct, name=local:ADDRESS, name=http://… or name=socks5://…',
    );
  }
  return routes as EgressRoute[];
}

function parseEgressRoute(text: string): EgressRoute | null {
  const separator = text.indexOf('=');
  const name = text.slice(0, separator);
  const value = text.slice(separator + 1);
  if (separator < 1 || !/^[a-z0-9][a-z0-9_-]{0,31}$/i.test(name)) return null;
  if (value === 'direct') return { name, kind: 'direct' };
  if (value.startsWith('local:')) {
    const address = value.slice('local:'.length);
    return isIP(address) ? { name, kind: 'local', address } : null;
  }
  const protocol = URL.canParse(value) ? new URL(value).protocol : '';
  if (protocol === 'http:' || protocol === 'https:') return { name, kind: 'http', url: value };
  if (protocol === 'socks5:') return { name, kind: 'socks5', url: value };
  return null;
}

/** Telegram ids: positive for people, negative for groups. */
export function parseChatIds(value: string, context: Context): number[] {
  const ids = list(value);
  if (ids.some((id) => !/^-?[1-9]\d{0,15}$/.test(id))) {
    return refuse(context, 'takes a comma-separated list of chat and user ids');
  }
  return [...new Set(ids.map(Number))];
}

export function parseConcurrency(value: string, context: Context): Concurrency {
  const entries = list(value).map((part) => (part.includes('=') ? part.split('=') : ['*', part]));
  const valid = entries.every(([key, ...numbers]) => key && /^[1-9]\d{0,3}$/.test(numbers.join('=')));
  if (!valid || entries.length === 0) {
    return refuse(context, 'takes a number, or a comma-separated list such as cbe=2,telebirr=8,*=4');
  }
  return { '*': 4, ...Object.fromEntries(entries.map(([key, number]) => [key, Number(number)])) };
}

/** `host:port=sha256/BASE64` entries; several entries of a host are alternatives. */
export function parsePins(value: string, context: Context): Record<string, string[]> {
  const pins: Record<string, string[]> = {};
  for (const entry of list(value)) {
    const match = /^([a-z0-9.-]+(?::\d+)?)=(sha256\/[A-Za-z0-9+/]{43}=)$/i.exec(entry);
    if (!match?.[1] || !match[2]) {
      return refuse(context, 'takes a comma-separated list of host:port=sha256/BASE64');
    }
    const host = match[1].toLowerCase();
    pins[host] = [...(pins[host] ?? []), match[2]];
  }
  return pins;
}

/** `host/path/{ref}` entries, each with one placeholder after host and path. */
export function parseLinkForms(value: string | undefined, context: Context): LinkTemplate[] | undefined {
  if (value === undefined) return undefined;
  const forms = list(value).map(parseLinkForm);
  const valid = forms.filter((form) => form !== null);
  if (forms.length === 0 || valid.length < forms.length) {
    return refuse(
      context,
      'takes a comma-separated list of link forms such as receipts.siinqeebank.com:871/generate/{ref}',
    );
  }
  return valid;
}

const linkForm = /^([a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d{1,5})?)(\/[^\s{}#]*)\{ref\}([^\s{}#]*)$/;

function parseLinkForm(text: string): LinkTemplate | null {
  const [, host = '', before = '', after = ''] = linkForm.exec(text) ?? [];
  const link = `https://${host}${before}REFERENCE${after}`;
  // Forms that the URL parser would change could never match: `/../`, a number as host, `:443`.
  return URL.canParse(link) && new URL(link).href === link ? { host, before, after } : null;
}

export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

function list(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
