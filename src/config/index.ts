/** Configuration: one schema, read once at start (docs/configuration.md). */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import * as z from 'zod';
import { readEnvFile, readSecretFiles } from './env-file.js';
import {
  checkRedisUrl,
  isBareUrl,
  isTimeZone,
  type LinkTemplate,
  parseChatIds,
  parseConcurrency,
  parseEgress,
  parseLinkForms,
  parsePins,
  parsePrices,
  parseRoles,
  parseTrustProxy,
  type Role,
} from './parsers.js';

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
  RECEIPT_CACHE_MB: z.coerce.number().int().min(0).max(16_384).default(64),
  CASHIER_BOT_TOKEN: optionalText,
  CASHIER_BOT_USERNAME: z
    .string()
    .regex(/^@?[A-Za-z]\w{4,31}$/, 'takes the name of a bot at Telegram, such as @deresegn_bot')
    .transform((name) => name.replace('@', ''))
    .optional(),
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
