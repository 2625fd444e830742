/** Asks the engine about one receipt: reads pictures, tries the shop's accounts, reports slow lookups. */
import {
  type Detection,
  type Engine,
  Failure,
  type ImageRequest,
  type MemberCaller,
  type Pending,
  type RequestState,
  type Resolution,
  type Verification,
} from '../../../src/engine/index.js';
import type { Files } from '../files.js';
import { type Job, type JobRequest, newRequestId, printOf } from '../jobs/job.js';
import type { JobContext } from '../jobs/types.js';

const slowMs = 5_000;
/**
 * How long the engine remembers that a view of a link was spent (60 s, docs/api.md#view-limited-links), less what the clocks of
 * two processes may differ by.
 */
const rememberedMs = 55_000;

/** One amount was given for several receipts. */
export class SharedAmount extends Error {
  override readonly name = 'SharedAmount';
}

export interface VerifyReceiptDeps {
  engine: Engine;
  files: Files;
  now: () => number;
  /** Time until a lookup counts as slow, ms; default 5 s. */
  slowMs?: number;
}

export interface Slow {
  bank: string | undefined;
  position: number | null;
}

interface VerifyOptions {
  caller: MemberCaller;
  /** Called when the lookup is slow, and whenever its position in the queue changes. */
  onSlow(slow: Slow): void;
}

/** Delays progress reports, so that only slow lookups are reported. */
interface ProgressReports {
  report(slow: Slow): void;
  /** Stops the reports. */
  stop(): void;
}

/** @throws Failure; DownloadFailed; the reason of the context's signal */
export async function verifyReceipt(
  deps: VerifyReceiptDeps,
  context: JobContext,
  options: VerifyOptions,
): Promise<Verification> {
  const { what, givenUp } = context.job;
  if (givenUp) throw failureOf(givenUp);
  if (what.kind === 'text') return await verify(deps, context, options, what.request);
  try {
    const { result, detections } = await readPictures(deps, context, options, what);
    await openOthers(deps, context, what, detections, result.reference);
    const again = requestWithoutPictures(deps, result);
    // Store what the pictures show, so that they are not read again.
    if (again !== null) await context.save({ what: { kind: 'text', request: again } });
    return result;
  } catch (error) {
    const named = error instanceof Failure ? receiptOf(error) : null;
    if (!(error instanceof Failure) || named === null) throw error;
    const { detections = [], reference = named.reference } = error.details;
    await openOthers(deps, context, what, detections, reference);
    const doubtful = mayBeMisread(detections, reference);
    await context.save({ what: { kind: 'text', request: named, doubtful }, askedAt: null });
    if (error.failure !== 'needs_account' && error.failure !== 'ambiguous') throw error;
    return await verify(deps, context, options, named);
  }
}

/** Confidence the AI model needs to report another receipt among several pictures. */
const confidenceMin = 0.8;

/**
 * Opens a job for every further receipt in an album, or in a picture and its caption. If one amount was given for all of
 * them, none is accepted.
 * @throws SharedAmount
 */
async function openOthers(
  { engine }: VerifyReceiptDeps,
  context: JobContext,
  { files, caption }: { files: readonly string[]; caption: string },
  detections: readonly Detection[],
  reference: string | undefined,
): Promise<void> {
  const written = new Set(engine.receiptsIn(caption).map((one) => resolved(engine, one)?.reference));
  const others = new Map<string, JobRequest>();
  for (const { reference: other, url, provider, by, confidence } of detections) {
    if (other === null || other === reference) continue;
    const isSeen = by === 'qr' || written.has(other) || (files.length > 1 && confidence >= confidenceMin);
    if (isSeen)
      others.set(
        other,
        url === null ? { reference: other, ...(provider !== null && { provider }) } : { url },
      );
  }
  if (others.size === 0) return;
  if (context.job.expected !== null) throw new SharedAmount();
  for (const [name, request] of others)
    await context.openOther(name, { kind: 'text', request, doubtful: mayBeMisread(detections, name) });
}

/** Whether only the AI model has read the reference. */
function mayBeMisread(detections: readonly Detection[], reference: string | undefined): boolean {
  const same = detections.filter((one) => one.reference === reference);
  return (same.length > 0 ? same : detections.slice(0, 1)).every(({ by }) => by === 'ai');
}

function failureOf({ failure, providerKey, reference, status }: NonNullable<Job['givenUp']>): Failure {
  const receipt = status === undefined ? {} : { receipt: { source: '', transactionStatus: status } };
  return new Failure(failure, { providerKey, reference, ...receipt });
}

/** The request found in the pictures; null if that is not enough to ask again without them. */
function receiptOf({ details }: Failure): JobRequest | null {
  const { detections = [], reference, providerKey } = details;
  const shown = detections.find((one) => one.reference === reference) ?? detections[0];
  const provider = providerKey ?? shown?.provider ?? undefined;
  if (shown?.url) return { url: shown.url };
  const number = reference ?? shown?.reference ?? undefined;
  return number === undefined ? null : { reference: number, ...(provider !== undefined && { provider }) };
}

/** Null if it is no receipt of any bank. */
function resolved(engine: Engine, request: JobRequest): Resolution | null {
  try {
    return engine.resolve(request);
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

/** A request for the same receipt without the pictures; null if there is none. */
function requestWithoutPictures(
  { engine }: VerifyReceiptDeps,
  { resolvedUrl, reference, providerKey }: Verification,
): JobRequest | null {
  const leads = (request: JobRequest) => {
    const read = resolved(engine, request);
    return read?.needs.length === 0 && read.providerKey === providerKey && read.reference === reference;
  };
  const ways: JobRequest[] = [{ url: resolvedUrl }, { reference, provider: providerKey }];
  return ways.find(leads) ?? null;
}

async function readPictures(
  { engine, files, now, slowMs: longMs = slowMs }: VerifyReceiptDeps,
  context: JobContext,
  { caller, onSlow }: VerifyOptions,
  { files: ids, caption }: { files: readonly string[]; caption: string },
): Promise<{ result: Verification; detections: readonly Detection[] }> {
  const { job, signal } = context;
  const mayHaveBeenOpened = job.askedAt !== null && now() - job.askedAt > rememberedMs;
  // The pictures may show a view-limited link, which a crashed run may already have opened.
  if (mayHaveBeenOpened) throw new Failure('bank_timeout');
  await context.save({ askedAt: now() });
  const request = async (): Promise<ImageRequest> => {
    const pictures = await Promise.all(ids.map((id) => files.bytes(id, signal)));
    return { pictures, ...(caption !== '' && { text: caption }) };
  };
  const slowReports = delayReports(onSlow, longMs);
  slowReports.report({ bank: undefined, position: null });
  try {
    const { upstream, detections } = await engine.verifyImage(request, caller, { signal });
    return { result: upstream.result, detections };
  } finally {
    slowReports.stop();
  }
}

/**
 * Verifies with each of the shop's accounts if the bank needs one, and at each of the shop's banks if several use such
 * references. @throws Failure `ambiguous` if none of those banks has it: another bank may
 */
async function verify(
  deps: VerifyReceiptDeps,
  context: JobContext,
  options: VerifyOptions,
  request: JobRequest,
): Promise<Verification> {
  const { candidates } = deps.engine.resolve(request);
  if (candidates.length < 2) return await verifyAt(deps, context, options, request);
  const saved = await deps.engine.shops.accounts(options.caller.account);
  const banks = candidates.filter((key) => saved.some(({ provider }) => provider === key));
  for (const provider of banks) {
    try {
      return await verifyAt(deps, context, options, { ...request, provider });
    } catch (error) {
      if (!mayBeElsewhere(error)) throw error;
    }
  }
  return await verifyOne(deps, context, options, request);
}

/**
 * Verifies with each of the shop's own numbers at a bank that needs one. An account is the receiver's: if the bank finds no
 * payment on any of them, the shop was not paid. A phone number may be the payer's: then a person must type it.
 */
async function verifyAt(
  deps: VerifyReceiptDeps,
  context: JobContext,
  options: VerifyOptions,
  request: JobRequest,
): Promise<Verification> {
  const { engine } = deps;
  const { needs, providerKey } = engine.resolve(request);
  const need = (['account', 'phone'] as const).find((one) => needs.includes(one));
  if (need === undefined || providerKey === null) return await verifyOne(deps, context, options, request);
  const numbers = await engine.shops.numbers(options.caller.account, providerKey);
  const failures: Failure[] = [];
  for (const number of numbers) {
    try {
      return await verifyOne(deps, context, options, { ...request, provider: providerKey, [need]: number });
    } catch (error) {
      if (!mayBeElsewhere(error)) throw error;
      failures.push(error);
    }
  }
  // If the bank did not answer for one number, that number may have been paid.
  const worst =
    failures.find((failure) => !isDenial(failure)) ?? (need === 'account' ? failures.at(-1) : undefined);
  if (worst !== undefined) throw worst;
  return await verifyOne(deps, context, options, request);
}

/** Whether another account or bank may still have the receipt. */
function mayBeElsewhere(error: unknown): error is Failure {
  if (!(error instanceof Failure)) return false;
  return isDenial(error) || error.failure === 'needs_account' || error.kind.fault === 'bank';
}

/** Whether the bank denies the receipt; used if the reference may be misread. */
function isDenial(failure: Failure): boolean {
  return isRefusal(failure) || failure.failure === 'doubtful_reading';
}

/** Failures that a bank gives for digits of another account: no such receipt, or somebody else's. */
export function isRefusal({ failure }: Failure): boolean {
  return failure === 'receipt_not_found' || failure === 'mismatch';
}

async function verifyOne(
  deps: VerifyReceiptDeps,
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
  if (limited && isSameRequest && job.askedAt !== null && now() - job.askedAt > rememberedMs) {
    throw new Failure('bank_timeout', { providerKey: bank, reference: reference ?? undefined });
  }
  const requestId = newRequestId();
  // Views of a link are limited: record that one may be spent before the bank is asked.
  if (limited) await context.save({ requestId, requestFor, askedAt: now() });
  const longMs = deps.slowMs ?? slowMs;
  const waitMs = limited ? 0 : longMs;
  const doubtful = job.what.kind === 'text' && job.what.doubtful === true;
  const answer = await engine.verify(request, caller, { signal, requestId, waitMs, doubtful });
  if (answer.verdict !== 'pending') return answer;
  await context.save({ requestId, requestFor });
  const slowReports = delayReports(onSlow, longMs - waitMs);
  const reportPosition = ({ position }: Pick<Pending, 'position'>) => slowReports.report({ bank, position });
  reportPosition(answer);
  try {
    return await waitForResult(deps, context, caller, requestId, reportPosition);
  } finally {
    slowReports.stop();
  }
}

/** @param ms delay before the first report; 0 reports at once */
function delayReports(onSlow: VerifyOptions['onSlow'], ms: number): ProgressReports {
  let latest: Slow | null = null;
  let isSlow = ms === 0;
  const becomesSlow = () => {
    isSlow = true;
    if (latest) onSlow(latest);
  };
  const timer = isSlow ? undefined : setTimeout(becomesSlow, ms);
  return {
    report(slow) {
      latest = slow;
      if (isSlow) onSlow(slow);
    },
    stop: () => clearTimeout(timer),
  };
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
  { engine }: VerifyReceiptDeps,
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
  // The store has lost it: retry.
  throw new Failure('unavailable');
}
