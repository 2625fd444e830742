/** Entry point of the service: configuration, workers, signals, exit codes. Text for people goes to stdout, logs to stderr. */
import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import type { Application } from './app.js';
import { type Config, ConfigError, envFileWarnings, hasRole, loadConfig } from './config/index.js';
import { StoreError } from './engine/store/types.js';
import { createLog, type Logger } from './log.js';
import { warn } from './open-store.js';
import { listenForSignals } from './server/signals.js';
import type { Service } from './server/start.js';
import { reportServing, startWorkers, WorkerError } from './server/workers.js';

/**
 * V8 may decide, after a burst of requests, to allocate objects of some code where only full garbage collections free them, and never
 * reconsiders: such a process needs up to two fifths more processor time than another of the same code, until it ends.
 */
setFlagsFromString('--no-allocation-site-pretenuring');

let drainMs = 0;
const signals = listenForSignals(() => drainMs);
try {
  const config = loadConfig();
  drainMs = config.DRAIN_SECONDS * 1000;
  const log = createLog(config.LOG_LEVEL);
  exitOnUncaught(log);
  if (cluster.isPrimary) for (const line of envFileWarnings()) warn(line);
  const { service, greet } = await start(config, log);
  try {
    await greet();
    await signals.first;
  } finally {
    await service.stop(signals.second);
  }
  process.exit(signals.second.aborted ? 1 : 0);
} catch (error) {
  const line = describeStartError(error);
  if (line !== '') process.stderr.write(`${line}\n`);
  process.exit(1);
}

interface Started {
  service: Service;
  /** Prints that the service is ready. */
  greet(): Promise<void> | void;
}

/** The primary of several processes does not load the code of its workers. */
async function start(config: Config, log: Logger): Promise<Started> {
  const workers = config.WORKERS === 'auto' ? availableParallelism() : config.WORKERS;
  if (cluster.isPrimary && workers > 1 && hasRole(config, 'api')) {
    return { service: await startWorkers(config, log, workers), greet: () => undefined };
  }
  const { startService } = await import('./server/start.js');
  const service = await startService(config, log);
  const greet = () => printBanner(config, service.application, service.url);
  if (cluster.isPrimary) return { service, greet };
  const greetIfAsked = () => {
    greet().catch((error: unknown) => {
      log.warn({ component: 'process', err: error }, 'the address could not be shown');
    });
  };
  return { service, greet: () => reportServing(service.url, greetIfAsked) };
}

/** Prints the address and first steps, or the roles of a service without HTTP. */
async function printBanner(config: Config, application: Application, url: string | null): Promise<void> {
  const { startupBanner } = await import('./server/startup-banner.js');
  const lines = url === null ? roleLines(config) : await startupBanner(config, application, url);
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Lines about the roles of a service without HTTP. */
function roleLines(config: Config): string[] {
  const lines = hasRole(config, 'prober') ? ['Deresegn probes the banks.'] : [];
  if (hasRole(config, 'cashier-bot')) lines.push('Deresegn plays the cashier bot.');
  if (hasRole(config, 'admin-bot')) lines.push('Deresegn plays the admin bot.');
  return lines;
}

/** Logs an uncaught exception, without its message, and ends the process. */
function exitOnUncaught(log: Logger): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ component: 'process', err: error }, 'uncaught error: the process ends');
    process.exit(1);
  });
}

/** Why the service could not start, in one plain line. */
function describeStartError(error: unknown): string {
  if (error instanceof WorkerError) return '';
  if (error instanceof ConfigError || error instanceof StoreError) return error.message;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === 'listen' || syscall === 'bind') {
    return `Cannot listen on HOST and PORT (${code}).`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
