/** Looks up one receipt at its bank: tries the shop's banks and accounts, continues a lookup of an earlier run. */
import { randomUUID } from 'node:crypto';
import {
  type Engine,
  Failure,
  type MemberCaller,
  type Pending,
  type RequestState,
  type Verification,
} from '../../../src/engine/index.js';
import { type JobRequest, printOf } from '../jobs/job.js';
import type { JobContext } from '../jobs/types.js';
import { delayReports, type OnSlow, slowMsDefault } from './slow-reports.js';

/**
 * How long the engine remembers that a view of a link was spent (60 s, docs/api.md#view-limited-links), less what the clocks of
 * two processes may differ by.
 */
export const viewMemoryMs = 55_000;

export interface LookupDeps {
  engine: Engine;
  now: () => number;
  /** Time until a lookup counts as slow, ms; default 5 s. */
  slowMs?: number;
}

export interface VerifyOptions {
  caller: MemberCaller;
  /** Called when the lookup is slow, and whenever its position in the queue changes. */
  onSlow: OnSlow;
}

/**
 * Verifies with each of the shop's accounts if the bank needs one, and at each of the shop's banks if several use such
 * references. @throws Failure `ambiguous` if none of those banks has it: another bank may
 */
export async function lookUp(
  deps: LookupDeps,
  context: JobContext,
  options: VerifyOptions,
  request: JobRequest,
): Promise<Verification> {
  const { candidates } = deps.engine.resolve(request);
  if (candidates.length < 2) return await lookUpAtBank(deps, context, options, request);
  const saved = await deps.engine.shops.accounts(options.caller.account);
  const banks = candidates.filter((key) => saved.some(({ provider }) => provider === key));
  for (const provider of banks) {
    try {
      return await lookUpAtBank(deps, context, options, { ...request, provider });
    } catch (error) {
      if (!mayBeElsewhere(error)) throw error;
    }
  }
  return await lookUpOnce(deps, context, options, request);
}

/**
 * Verifies with each of the shop's own numbers at a bank that needs one. An account is the receiver's: if the bank finds no
 * payment on any of them, the shop was not paid. A phone number may be the payer's: then a person must type it.
 */
async function lookUpAtBank(
  deps: LookupDeps,
  context: JobContext,
  options: VerifyOptions,
  request: JobRequest,
): Promise<Verification> {
  const { engine } = deps;
  const { needs, providerKey } = engine.resolve(request);
  const need = (['account', 'phone'] as const).find((each) => needs.includes(each));
  if (need === undefined || providerKey === null) return await lookUpOnce(deps, context, options, request);
  const numbers = await engine.shops.numbers(options.caller.account, providerKey);
  const failures: Failure[] = [];
  for (const number of numbers) {
    try {
      return await lookUpOnce(deps, context, options, { ...request, provider: providerKey, [need]: number });
    } catch (error) {
      if (!mayBeElsewhere(error)) throw error;
      failures.push(error);
    }
  }
  // If the bank did not answer for one number, that number may have been paid.
  const worst =
    failures.find((failure) => !isDenial(failure)) ?? (need === 'account' ? failures.at(-1) : undefined);
  if (worst !== undefined) throw worst;
  return await lookUpOnce(deps, context, options, request);
}

/** Whether another account or bank may still have the receipt. */
function mayBeElsewhere(error: unknown): error is Failure {
  if (!(error instanceof Failure)) return false;
  return isDenial(error) || error.failure === 'needs_account' || error.kind.fault === 'bank';
}

/** Whether the bank denies the receipt, or would if its reference had not been read by the AI model. */
function isDenial(failure: Failure): boolean {
  return isRefusal(failure) || failure.failure === 'doubtful_reading';
}

/** Failures that a bank gives for digits of another account: no such receipt, or somebody else's. */
export function isRefusal({ failure }: Failure): boolean {
  return failure === 'receipt_not_found' || failure === 'mismatch';
}

async function lookUpOnce(
  deps: LookupDeps,
  context: JobContext,
  options: VerifyOptions,
  request: JobRequest,
): Promise<Verification> {
  const { engine, now } = deps;
  const { caller, onSlow } = options;
  const { job, signal } = context;
  const { providerKey, reference } = engine.resolve(request);
  const bank = providerKey ?? undefined;
  const limited = engine.providers().some(({ key, viewLimited }) => key === bank && viewLimited);
  const requestFor = printOf(JSON.stringify(request));
  // A stored request id for another account does not apply here.
  const isSameRequest = job.requestFor === undefined || job.requestFor === requestFor;
  if (job.requestId !== null && isSameRequest) {
    const state = await requestState(engine, job.requestId, caller);
    if (state)
      return await waitForResult(deps, context, caller, job.requestId, (place) => onSlow({ bank, ...place }));
  }
  if (limited && isSameRequest && job.askedAt !== null && now() - job.askedAt > viewMemoryMs) {
    throw new Failure('bank_timeout', { providerKey: bank, reference: reference ?? undefined });
  }
  const requestId = randomUUID();
  // Views of a link are limited: record that one may be spent before the bank is asked.
  if (limited) await context.save({ requestId, requestFor, askedAt: now() });
  const { slowMs = slowMsDefault } = deps;
  const waitMs = limited ? 0 : slowMs;
  const doubtful = job.what.kind === 'text' && job.what.doubtful === true;
  const answer = await engine.verify(request, caller, { signal, requestId, waitMs, doubtful });
  if (answer.verdict !== 'pending') return answer;
  await context.save({ requestId, requestFor });
  const slowReports = delayReports(onSlow, slowMs - waitMs);
  const reportPosition = ({ position }: Pick<Pending, 'position'>) => slowReports.report({ bank, position });
  reportPosition(answer);
  try {
    return await waitForResult(deps, context, caller, requestId, reportPosition);
  } finally {
    slowReports.stop();
  }
}

/** State of an async request that an earlier run may have started; null if there is none. */
async function requestState(engine: Engine, id: string, caller: MemberCaller): Promise<RequestState | null> {
  try {
    return await engine.request(id, caller);
  } catch (error) {
    if (error instanceof Failure && error.failure === 'not_found') return null;
    throw error;
  }
}

async function waitForResult(
  { engine }: LookupDeps,
  { signal }: JobContext,
  caller: MemberCaller,
  id: string,
  reportPosition: (place: Pick<Pending, 'position'>) => void,
): Promise<Verification> {
  for await (const { state } of await engine.events(id, caller, { signal })) {
    signal.throwIfAborted();
    if (state.processingStatus === 'completed') return JSON.parse(state.text) as Verification;
    if (state.processingStatus === 'failed') throw state.failure;
    reportPosition(state);
  }
  signal.throwIfAborted();
  // The store has lost the request: retry.
  throw new Failure('unavailable');
}
