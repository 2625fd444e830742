/** Secrets that are made to be found again: every one has a part that stands nowhere else. */
import { readdirSync, readFileSync } from 'node:fs';

/** What the operator gives the service, in the variables of its configuration that hold a secret. */
export const operatorSecrets = {
  SESSION_SECRET: 'mark-session-7f3a9c1e5b8d2460-mark-session',
  METRICS_TOKEN: 'mark-metrics-1b6e8f20c4a97d35',
  BOT_WEBHOOK_SECRET: 'mark_webhook_c92d40e7a1f86b53',
  CASHIER_BOT_TOKEN: '777000:AAHmarkCashier_5e1d8c3b7a9f2046',
  ADMIN_BOT_TOKEN: '888000:AAHmarkAdmin_2f7b9e4d1c8a6053',
  OPENAI_API_KEY: 'sk-mark-openai-8d2c6f1b5a9e3074',
  redisPassword: 'markredis3c9e7f1a5d8b2046',
  proxyPassword: 'markproxy6a2f8d1c9e5b3704',
} as const;

/** The names of those that occur in a text. */
export function found(text: string, secrets: Readonly<Record<string, string>>): string[] {
  return Object.entries(secrets).flatMap(([name, secret]) => (text.includes(secret) ? [name] : []));
}

/** What everybody on the machine sees of a process and of all it has started: names, arguments, threads (Linux). */
export function shownByPs(pid: number): { pids: number[]; text: string } {
  const pids = [pid];
  for (const one of pids) pids.push(...childrenOf(one));
  return { pids, text: pids.map(described).join('\n') };
}

function childrenOf(pid: number): number[] {
  return threadsOf(pid).flatMap((thread) =>
    read(`/proc/${pid}/task/${thread}/children`).split(/\s+/).filter(Boolean).map(Number),
  );
}

function described(pid: number): string {
  const names = threadsOf(pid).map((thread) => read(`/proc/${pid}/task/${thread}/comm`));
  return [read(`/proc/${pid}/cmdline`).replaceAll('\0', ' '), ...names].join(' ');
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** Empty for a process that has ended meanwhile. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
