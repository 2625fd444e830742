/**
 * Probe rounds: every egress address of this process asks each bank for a receipt that cannot exist. A healthy bank gives
 * its usual "not found" (docs/architecture.md#health-of-the-banks). The store decides the state of a bank from the reports
 * of all processes.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { logBackgroundError } from '#engine/shared/background-errors.js';
import { within } from '../../deadline.js';
import {
  type Egress,
  EgressError,
  type EgressErrorKind,
  type Reachability,
  type Realm,
} from '../../egress/types.js';
import type { DocumentReader } from '../../extractor/types.js';
import type { Logger } from '../../log.js';
import type { Judgement, Provider, Target } from '../../providers/types.js';
import type { Cause, HealthStore, ProbeResult, Timing } from '../store/probe-results.js';
import { decodeResponse } from '../verification/lookup.js';

interface ProberDeps {
  store: HealthStore;
  egress: Egress & Reachability;
  documents: DocumentReader;
  providers: readonly Provider[];
  realm: Realm;
  timing: Timing;
  /** Id of this process among those that report. */
  process: string;
  log: Logger;
}

export interface Prober {
  /** Starts with the current round. */
  start(): void;
  /** Cancels running probes and removes this process from the rounds; safe to call again. */
  stop(): Promise<void>;
}

/** Concurrent probes per process; low, so that banks and callers do not notice. */
const probesAtOnce = 8;
/** A probe is retried once, as a lookup is: one dropped connection must not mark a bank as down for a round. */
const attemptsPerProbe = 2;
/** Processes start a round at different times, spread over this share of it. */
const jitterShare = 0.1;
const jitterMsMax = 15_000;
/** When rounds are short, a probe may take a whole round, but at least this long. */
const probeMsMin = 5_000;
/** Pause after a round that failed because of the store. */
const pauseMs = 1_000;

/** @param attemptMs configuration ATTEMPT_TIMEOUT_SECONDS */
export function probeTiming(intervalMs: number, attemptMs: number): Timing {
  return { intervalMs, probeMs: Math.min(attemptMs, Math.max(intervalMs, probeMsMin)) };
}

export function createProber(deps: ProberDeps): Prober {
  const { store, egress, process, log } = deps;
  const { intervalMs } = deps.timing;
  const banks = deps.providers.filter(({ support }) => support === 'supported');
  const stopping = new AbortController();
  let running: Promise<void> | null = null;

  /** @returns the time until the next round, ms */
  async function round(): Promise<number> {
    const number = Math.floor((await store.now()) / intervalMs);
    await Promise.all(banks.map(({ key }) => store.register(key, process, egress.names, number)));
    const probes = banks.flatMap((bank) => egress.names.map((name) => () => report(bank, name, number)));
    await runWithConcurrency(probes);
    const next = (number + 1) * intervalMs + Math.random() * Math.min(jitterMsMax, jitterShare * intervalMs);
    return Math.max(1, Math.ceil(next - (await store.now())));
  }

  async function report(bank: Provider, name: string, number: number): Promise<void> {
    if (stopping.signal.aborted) return;
    const result = await probeOnce(deps, bank, name, stopping.signal).catch((error: unknown) => {
      // A local error says nothing about the bank: no report is written, and in the end its state becomes unknown.
      logBackgroundError(log, { component: 'prober', provider: bank.key }, error);
      return null;
    });
    if (result && !stopping.signal.aborted) await store.report(bank.key, number, result);
  }

  async function rounds(): Promise<void> {
    let isReported = true;
    while (!stopping.signal.aborted) {
      const waitMs = await round().catch((error: unknown) => {
        logBackgroundError(log, { component: 'prober' }, error);
        return null;
      });
      // Logged once, not every second while the store does not answer.
      if (waitMs === null && isReported) log.warn({ component: 'prober' }, 'probes cannot be reported');
      isReported = waitMs !== null;
      await sleep(waitMs ?? pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  return {
    start() {
      running ??= rounds();
    },
    async stop() {
      if (running === null || stopping.signal.aborted) return;
      stopping.abort();
      await running;
      // If this fails, the other processes soon stop waiting for this one.
      await Promise.allSettled(banks.map(({ key }) => store.leave(key, process, egress.names)));
    },
  };
}

/** Runs all probes, also when one of them fails. @throws the first failure */
async function runWithConcurrency(probes: readonly (() => Promise<void>)[]): Promise<void> {
  const queue = [...probes];
  const failures: unknown[] = [];
  const work = async () => {
    for (let probe = queue.shift(); probe; probe = queue.shift()) {
      await probe().catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: probesAtOnce }, work));
  if (failures.length > 0) throw failures[0];
}

type Outcome = Pick<ProbeResult, 'httpStatus' | 'cause'>;

async function probeOnce(
  deps: ProberDeps,
  bank: Provider,
  egress: string,
  stopping: AbortSignal,
): Promise<ProbeResult> {
  for (let attempt = 0; ; attempt += 1) {
    const startedAt = performance.now();
    const outcome = await within(deps.timing.probeMs, [stopping], (signal) =>
      bank.probe ? ask(deps, bank, bank.probe, egress, attempt, signal) : connect(deps, bank, egress, signal),
    );
    if (outcome.cause !== null && attempt + 1 < attemptsPerProbe && !stopping.aborted) continue;
    const responseMs = outcome.cause === null ? Math.round(performance.now() - startedAt) : null;
    return { process: deps.process, egress, responseMs, ...outcome, at: new Date().toISOString() };
  }
}

async function ask(
  { egress, documents, realm }: ProberDeps,
  bank: Provider,
  probe: Target,
  name: string,
  attempt: number,
  signal: AbortSignal,
): Promise<Outcome> {
  const request = { ...bank.request(probe, 0), origins: bank.origins };
  try {
    const response = await egress.fetch(request, { realm, attempt, egress: name, signal });
    const { kind } = bank.judge(await decodeResponse(documents, bank, response), probe);
    return { httpStatus: response.status, cause: causeOf(kind) };
  } catch (error) {
    return failed(error);
  }
}

/** Probes a view-limited bank without sending a request, because even a receipt that cannot exist might count as a view. */
async function connect({ egress, realm }: ProberDeps, bank: Provider, name: string, signal: AbortSignal) {
  try {
    await egress.connect(bank.origins[0] ?? '', { realm, egress: name, signal });
    return { httpStatus: null, cause: null };
  } catch (error) {
    return failed(error);
  }
}

function causeOf(kind: Judgement['kind']): Cause | null {
  if (kind === 'not_found') return null;
  return kind === 'blocked' ? 'block_page' : 'unexpected_answer';
}

/** Cause of each egress error. An aborted probe is reported only when its time limit aborted it. */
const causes: Readonly<Record<EgressErrorKind, Cause>> = {
  timeout: 'timeout',
  aborted: 'timeout',
  unreachable: 'unreachable',
  redirect: 'redirect',
  oversize: 'unexpected_answer',
  certificate: 'certificate',
  private_address: 'not_sent',
  forbidden: 'not_sent',
};

function failed(error: unknown): Outcome {
  if (!(error instanceof EgressError)) throw error;
  return { httpStatus: error.detail.status ?? null, cause: causes[error.kind] };
}
