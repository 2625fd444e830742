/** Configuration: one schema, read once at start (docs/configuration.md). */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { readEnvFile, readSecretFiles } from './env-file.js';

const roleNames = ['api', 'prober', 'cashier-bot', 'admin-bot'] as const;
export type Role = (typeof roleNames)[number];

export type EgressRoute =
  | { name: string; kind: 'direct' }
  | { name: string; kind: 'local'; address: string }
  | { name: string; kind: 'http' | 'socks5'; url: string };

/** Concurrent lookups per bank; `*` is the default of banks not named. */
export type Concurrency = Readonly<Record<string, number>>;

/** Template of a receipt link: `https://{host}{before}{reference}{after}`. */
export interface LinkTemplate {
  /** Includes the port unless it is 443. */
  host: string;
  before: string;
  after: string;
}

const optionalText = z.string().min(1).optional();
const webAddress = z.url({ protocol: /^https?$/, error: 'takes an http:// or https:// address' });
const baseAddress = webAddress.refine(isBareUrl, 'takes an address without user, password, ? and #');
const seconds = (fallback: number) => z.coerce.number().int().positive().max(86_400).default(fallback);

const schema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  BASE_URL: baseAddress.optional(),
  TRUST_PROXY: z.string().default('false').transform(parseTrustProxy),
  REDIS_URL: z.string().min(1).optional().superRefine(checkRedisUrl),
  DATA_DIR: z.string().min(1).default('./data'),
  ROLES: z.string().optional().transform(parseRoles),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(600).default(0),
  WORKERS: z
    .union([z.literal('auto'), z.coerce.number().int().min(1).max(256)], {
      error: 'takes auto, or a number from 1 to 256',
    })
    .default(1),
  BANKS: z.enum(['sandbox', 'live']).default('sandbox'),
  ALLOW_SANDBOX: z.stringbool().default(false),
  EGRESS: z.string().default('main=direct').transform(parseEgress),
  PROVIDER_CONCURRENCY: z.string().default('4').transform(parseConcurrency),
  QUEUE_WAIT_SECONDS: seconds(60),
  ATTEMPT_TIMEOUT_SECONDS: seconds(20),
  PROBE_INTERVAL_SECONDS: seconds(300),
  TIME_ZONE: z.string().default('Africa/Addis_Ababa').refine(isTimeZone, 'is not a known time zone'),
  EXTRACTOR: z.enum(['openai', 'qr', 'off']).optional(),
  OPENAI_API_KEY: optionalText,
  OPENAI_BASE_URL: webAddress.optional(),
  OPENAI_MODEL: z.string().min(1).default('gpt-4o-mini'),
  OPENAI_PRICES: z.string().optional().transform(parsePrices),
  OCR_DAILY_BUDGET: z.coerce.number().int().min(0).default(5000),
  OCR_DEMO_PERCENT: z.coerce.number().int().min(0).max(100).default(10),
  RECEIPT_RETENTION_DAYS: z.coerce.number().int().min(0).default(0),
  CASHIER_BOT_TOKEN: optionalText,
  ADMIN_BOT_TOKEN: optionalText,
  ADMIN_CHAT_IDS: z.string().default('').transform(parseChatIds),
  TELEGRAM_API_ROOT: webAddress.optional(),
  BOT_MODE: z.enum(['polling', 'webhook']).default('polling'),
  BOT_WEBHOOK_SECRET: z
    .string()
    .regex(/^[\w-]{1,256}$/, 'takes letters, digits, _ and -, at most 256: Telegram takes no other')
    .optional(),
  SESSION_SECRET: z.string().min(32, 'needs at least 32 characters').optional(),
  METRICS_TOKEN: optionalText,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TLS_PINS: z.string().default('').transform(parsePins),
  CBE_APP_ID: z.string().min(1).default('d1292e42-7400-49de-a2d3-9731caa4c819'),
  CBE_APP_VERSION: z.string().min(1).default('0a01980b-9859-1369-8198-59f403820000'),
  SIINQEE_LINK_HOSTS: z.string().optional().transform(parseLinkForms),
});

/** Minimum length of secrets that are open to guessing over the network. */
const tokenLengthMin = 16;

/** All variables; .env.example documents each. */
export const configNames: readonly string[] = Object.keys(schema.shape);

/** Variables that may be given as a file, by `NAME_FILE`. */
const secretNames = [
  'REDIS_URL',
  'OPENAI_API_KEY',
  'CASHIER_BOT_TOKEN',
  'ADMIN_BOT_TOKEN',
  'BOT_WEBHOOK_SECRET',
  'SESSION_SECRET',
  'METRICS_TOKEN',
];
const knownNames = [...configNames, ...secretNames.map((name) => `${name}_FILE`)];

type Parsed = z.infer<typeof schema>;
export type Config = Readonly<
  Omit<Parsed, 'EXTRACTOR' | 'SIINQEE_LINK_HOSTS'> & {
    EXTRACTOR: 'openai' | 'qr' | 'off';
    SIINQEE_LINK_HOSTS: readonly LinkTemplate[];
  }
>;

/** The link in Siinqee's SMS, and one that only the simulated bank serves (docs/providers/siinqee.md). */
const siinqeeLinks: readonly LinkTemplate[] = [
  { host: 'receipts.siinqeebank.com:871', before: '/generate/', after: '' },
];
const simulatedLinks: readonly LinkTemplate[] = [{ host: 'siinqeebank.com', before: '/receipt/', after: '' }];

/** Lists every invalid or missing variable, one per line, without its value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly problems: readonly string[]) {
    super(`The configuration is not valid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  }
}

/**
 * Reads the configuration from the environment, which takes precedence over a `.env` file.
 * @throws ConfigError listing every problem at once.
 */
export function loadConfig(env: NodeJS.ProcessEnv = process.env, envFile: string | null = '.env'): Config {
  const file = readEnvFile(envFile, knownNames);
  const given = withoutEmpty({ ...file.values, ...withoutEmpty(env) });
  const secrets = readSecretFiles(given, secretNames);
  const values = withoutEmpty({ ...given, ...secrets.values });
  const parsed = schema.safeParse(values);
  const unread = [...file.problems, ...secrets.problems];
  if (!parsed.success || unread.length > 0) {
    const wrong = parsed.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? [];
    throw new ConfigError([...unread, ...wrong]);
  }
  const config: Config = {
    ...parsed.data,
    EXTRACTOR: parsed.data.EXTRACTOR ?? (parsed.data.OPENAI_API_KEY ? 'openai' : 'qr'),
    SIINQEE_LINK_HOSTS:
      parsed.data.SIINQEE_LINK_HOSTS ??
      (parsed.data.BANKS === 'sandbox' ? [...siinqeeLinks, ...simulatedLinks] : siinqeeLinks),
  };
  const problems = crossChecks(config);
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** Warnings about the file `.env`, one line each; the service starts all the same. */
export function envFileWarnings(envFile = '.env'): readonly string[] {
  return readEnvFile(envFile, knownNames).warnings;
}

/** True when a process with this configuration runs the role. Without ROLES: every configured role. */
export function hasRole(
  config: Pick<Config, 'ROLES' | 'CASHIER_BOT_TOKEN' | 'ADMIN_BOT_TOKEN'>,
  role: Role,
): boolean {
  if (role === 'cashier-bot' && !config.CASHIER_BOT_TOKEN) return false;
  if (role === 'admin-bot' && !config.ADMIN_BOT_TOKEN) return false;
  return config.ROLES?.includes(role) ?? true;
}

/** The base address of links that the service prints or sends, without a trailing slash. */
export function baseUrlOf({ BASE_URL, HOST, PORT }: Pick<Config, 'BASE_URL' | 'HOST' | 'PORT'>): string {
  const host = HOST.includes(':') ? `[${HOST}]` : HOST;
  return (BASE_URL ?? `http://${host}:${PORT}`).replace(/\/+$/, '');
}

/** Rules across variables. Opening the store rejects the embedded store in production. */
function crossChecks(config: Config): string[] {
  const problems: string[] = [];
  if (config.NODE_ENV === 'production') problems.push(...productionProblems(config));
  if (config.EXTRACTOR === 'openai' && !config.OPENAI_API_KEY) {
    problems.push('OPENAI_API_KEY: is needed for EXTRACTOR=openai');
  }
  if (config.BOT_MODE === 'webhook') {
    if (!config.BOT_WEBHOOK_SECRET) problems.push('BOT_WEBHOOK_SECRET: is needed for BOT_MODE=webhook');
    if (!config.BASE_URL?.startsWith('https://'))
      problems.push('BASE_URL: BOT_MODE=webhook needs an https address');
    if (!hasRole(config, 'api')) problems.push('ROLES: BOT_MODE=webhook needs the role api beside the bots');
  }
  if (config.ROLES?.includes('cashier-bot') && !config.CASHIER_BOT_TOKEN) {
    problems.push('CASHIER_BOT_TOKEN: is needed for the role cashier-bot');
  }
  if (config.ROLES?.includes('admin-bot') && !config.ADMIN_BOT_TOKEN) {
    problems.push('ADMIN_BOT_TOKEN: is needed for the role admin-bot');
  }
  if (config.ADMIN_BOT_TOKEN && config.ADMIN_CHAT_IDS.length === 0) {
    problems.push('ADMIN_CHAT_IDS: is needed with ADMIN_BOT_TOKEN, or its alerts reach nobody');
  }
  return problems;
}

/** Production needs long secrets, and https for cookies and sign-in links. */
function productionProblems(config: Config): string[] {
  const problems: string[] = [];
  if (config.BANKS === 'sandbox' && !config.ALLOW_SANDBOX) {
    problems.push('BANKS: sandbox in production needs ALLOW_SANDBOX=true');
  }
  if (!config.SESSION_SECRET) problems.push('SESSION_SECRET: is needed in production');
  if (!config.BASE_URL) problems.push('BASE_URL: is needed in production');
  else if (!config.BASE_URL.startsWith('https:') && !isLoopback(config.HOST)) {
    problems.push('BASE_URL: takes an https:// address in production, unless HOST is this machine alone');
  }
  for (const name of ['METRICS_TOKEN', 'BOT_WEBHOOK_SECRET'] as const) {
    const value = config[name];
    if (value !== undefined && value.length < tokenLengthMin) {
      problems.push(`${name}: needs at least ${tokenLengthMin} characters in production`);
    }
  }
  return problems;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || (isIP(host) !== 0 && ipaddr.process(host).range() === 'loopback');
}

/** Drops empty and blank values: `NAME=` in an env file means "not set", and a blank number would become 0. */
function withoutEmpty(values: Record<string, string | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value?.trim()));
}

/** True for an address to which paths can be appended. Invalid addresses are reported by `webAddress`. */
function isBareUrl(text: string): boolean {
  if (!URL.canParse(text)) return true;
  const { username, password } = new URL(text);
  return username === '' && password === '' && !/[?#]/.test(text);
}

type Context = z.core.$RefinementCtx;

/** Trusts only the nearest proxy: earlier entries of X-Forwarded-For can be forged by the caller. */
export function trustOneProxy(_address: string, hop: number): boolean {
  return hop === 0;
}

/** CIDR ranges; `true` trusts the nearest proxy, `false` none. */
type TrustProxy = false | typeof trustOneProxy | string[];

function parseTrustProxy(value: string, context: Context): TrustProxy {
  if (value === 'true') return trustOneProxy;
  if (value === 'false') return false;
  const ranges = list(value);
  for (const range of ranges) {
    // Not ipaddr.isValid: it reads 1 as 0.0.0.1.
    if (isIP(range) === 0 && !isRange(range)) {
      context.addIssue({ code: 'custom', message: 'takes true, false or a comma list of CIDR ranges' });
      return z.NEVER;
    }
  }
  return ranges;
}

function isRange(text: string): boolean {
  const [address = ''] = text.split('/', 1);
  return isIP(address) !== 0 && ipaddr.isValidCIDR(text);
}

function checkRedisUrl(value: string | undefined, context: Context): void {
  if (/^rediss?\+sentinel:\/\/[^/]+\/[^/]/.test(value?.trim() ?? '')) return;
  for (const url of list(value ?? '')) {
    if (!/^(rediss?|unix):\/\//.test(url)) {
      const message =
        'takes redis://, rediss:// or unix:// addresses, or redis+sentinel://host:26379,host:26379/name';
      context.addIssue({ code: 'custom', message });
      return;
    }
  }
}

/** Prices per million tokens, in the endpoint's currency. */
export interface TokenPrices {
  prompt: number;
  completion: number;
}

function parsePrices(value: string | undefined, context: Context): TokenPrices | undefined {
  if (value === undefined) return undefined;
  const [prompt, completion, ...others] = list(value).map(Number);
  const known = (price: number | undefined): price is number =>
    price !== undefined && Number.isFinite(price) && price >= 0;
  if (!known(prompt) || !known(completion) || others.length > 0) {
    context.addIssue({ code: 'custom', message: 'takes two prices of a million tokens: prompt,completion' });
    return z.NEVER;
  }
  return { prompt, completion };
}

function parseRoles(value: string | undefined, context: Context): Role[] | undefined {
  if (value === undefined) return undefined;
  const roles = list(value);
  const unknown = roles.filter((role) => !(roleNames as readonly string[]).includes(role));
  if (roles.length === 0 || unknown.length > 0) {
    context.addIssue({ code: 'custom', message: `takes a comma list of ${roleNames.join(', ')}` });
    return z.NEVER;
  }
  return roles as Role[];
}

function parseEgress(value: string, context: Context): EgressRoute[] {
  const routes = list(value).map(parseEgressRoute);
  const names = routes.map((route) => route?.name);
  if (routes.length === 0 || routes.includes(null) || new Set(names).size !== names.length) {
    context.addIssue({
      code: 'custom',
      message:
        'takes a comma list of different names: name=direct, name=local:ADDRESS, name=http://… or name=socks5://…',
    });
    return z.NEVER;
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
function parseChatIds(value: string, context: Context): number[] {
  const ids = list(value);
  if (ids.some((id) => !/^-?[1-9]\d{0,15}$/.test(id))) {
    context.addIssue({ code: 'custom', message: 'takes a comma list of chat and user ids' });
    return z.NEVER;
  }
  return [...new Set(ids.map(Number))];
}

function parseConcurrency(value: string, context: Context): Concurrency {
  const entries = list(value).map((part) => (part.includes('=') ? part.split('=') : ['*', part]));
  const valid = entries.every(([key, ...numbers]) => key && /^[1-9]\d{0,3}$/.test(numbers.join('=')));
  if (!valid || entries.length === 0) {
    context.addIssue({
      code: 'custom',
      message: 'takes a number, or a comma list such as cbe=2,telebirr=8,*=4',
    });
    return z.NEVER;
  }
  return { '*': 4, ...Object.fromEntries(entries.map(([key, number]) => [key, Number(number)])) };
}

/** `host:port=sha256/BASE64` entries; several entries of a host are alternatives. */
function parsePins(value: string, context: Context): Record<string, string[]> {
  const pins: Record<string, string[]> = {};
  for (const entry of list(value)) {
    const match = /^([a-z0-9.-]+(?::\d+)?)=(sha256\/[A-Za-z0-9+/]{43}=)$/i.exec(entry);
    if (!match?.[1] || !match[2]) {
      context.addIssue({ code: 'custom', message: 'takes a comma list of host:port=sha256/BASE64' });
      return z.NEVER;
    }
    const host = match[1].toLowerCase();
    pins[host] = [...(pins[host] ?? []), match[2]];
  }
  return pins;
}

/** `host/path/{ref}` entries, each with one placeholder after host and path. */
function parseLinkForms(value: string | undefined, context: Context): LinkTemplate[] | undefined {
  if (value === undefined) return undefined;
  const forms = list(value).map(parseLinkForm);
  const known = forms.filter((form) => form !== null);
  if (forms.length === 0 || known.length < forms.length) {
    const message = 'takes a comma list of link forms such as receipts.siinqeebank.com:871/generate/{ref}';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  }
  return known;
}

const linkForm = /^([a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d{1,5})?)(\/[^\s{}#]*)\{ref\}([^\s{}#]*)$/;

function parseLinkForm(text: string): LinkTemplate | null {
  const [, host = '', before = '', after = ''] = linkForm.exec(text) ?? [];
  const link = `https://${host}${before}REFERENCE${after}`;
  // Forms that the URL parser would change could never match: `/../`, a number as host, `:443`.
  return URL.canParse(link) && new URL(link).href === link ? { host, before, after } : null;
}

function isTimeZone(zone: string): boolean {
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
