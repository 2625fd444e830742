/** Asks the engine about one receipt: pictures are read, saved accounts tried, and what takes long is followed. */
import {
  type Engine,
  Failure,
  type ImageRequest,
  type MemberCaller,
  type Pending,
  type RequestState,
  type Verification,
} from '../../../src/engine/index.js';
import type { Files } from '../files.js';
import { type Asked, type Job, newRequestId } from '../jobs/job.js';
import type { Desk } from '../jobs/jobs.js';

/** "The bank is slow" is said after this long. */
const slowMs = 5_000;
/**
 * How long the engine remembers that a view of a link was spent (60 s, docs/api.md#view-limited-links), less what the clocks of
 * two processes may differ by.
 */
const rememberedMs = 55_000;

export interface LookDeps {
  engine: Engine;
  files: Files;
  now: () => number;
}

export interface Slow {
  bank: string | undefined;
  position: number | null;
}

export interface Looking {
  caller: MemberCaller;
  /** Told when the answer is not there soon, and whenever the place in the line changes. */
  onSlow(slow: Slow): void;
}

/** Keeps what it is told to itself for a while: only what lasts longer is slow. */
interface Patience {
  tell(slow: Slow): void;
  /** Nothing is told any more. */
  end(): void;
}

/** @throws Failure; DownloadFailed; the reason of the desk's signal */
export async function look(deps: LookDeps, desk: Desk, looking: Looking): Promise<Verification> {
  const { what, givenUp } = desk.job;
  if (givenUp) throw saidOf(givenUp);
  if (what.kind === 'text') return await verify(deps, desk, looking, what.request);
  try {
    const paid = await readPictures(deps, desk, looking, what);
    const again = againOf(deps, paid);
    // From now on it is known what the pictures show: they are not read again.
    if (again !== null) await desk.save({ what: { kind: 'text', request: again } });
    return paid;
  } catch (error) {
    const named = error instanceof Failure ? receiptOf(error) : null;
    if (named === null) throw error;
    await desk.save({ what: { kind: 'text', request: named }, askedAt: null });
    if (!(error instanceof Failure) || error.failure !== 'needs_account') throw error;
    return await verify(deps, desk, looking, named);
  }
}

function saidOf({ failure, providerKey, reference, status }: NonNullable<Job['givenUp']>): Failure {
  const receipt = status === undefined ? {} : { receipt: { source: '', transactionStatus: status } };
  return new Failure(failure, { providerKey, reference, ...receipt });
}

/** What the pictures have shown, to be asked for by itself; null where that is not enough to ask again. */
function receiptOf({ details }: Failure): Asked | null {
  const { detections = [], reference, providerKey } = details;
  const shown = detections.find((one) => one.reference === reference) ?? detections[0];
  const provider = providerKey ?? shown?.provider ?? undefined;
  if (shown?.url) return { url: shown.url };
  const number = reference ?? shown?.reference ?? undefined;
  return number === undefined ? null : { reference: number, ...(provider !== undefined && { provider }) };
}

/** How to ask for what the pictures have shown without them; null where nothing less leads to it. */
function againOf({ engine }: LookDeps, { resolvedUrl, reference, providerKey }: Verification): Asked | null {
  const leads = (request: Asked) => {
    try {
      const read = engine.resolve(request);
      return read.needs.length === 0 && read.providerKey === providerKey && read.reference === reference;
    } catch (error) {
      if (error instanceof Failure) return false;
      throw error;
    }
  };
  const ways: Asked[] = [{ url: resolvedUrl }, { reference, provider: providerKey }];
  return ways.find(leads) ?? null;
}

async function readPictures(
  { engine, files, now }: LookDeps,
  desk: Desk,
  { caller, onSlow }: Looking,
  { files: ids, caption }: { files: readonly string[]; caption: string },
): Promise<Verification> {
  const { job, signal } = desk;
  const mayHaveBeenOpened = job.askedAt !== null && now() - job.askedAt > rememberedMs;
  // What the pictures show is not known, and it may be a link that opens only a few times.
  if (mayHaveBeenOpened) throw new Failure('bank_timeout');
  await desk.save({ askedAt: now() });
  const request = async (): Promise<ImageRequest> => {
    const pictures = await Promise.all(ids.map((id) => files.bytes(id, signal)));
    return { pictures, ...(caption !== '' && { text: caption }) };
  };
  const patience = patient(onSlow, slowMs);
  patience.tell({ bank: undefined, position: null });
  try {
    const { upstream } = await engine.verifyImage(request, caller, { signal });
    return upstream.result;
  } finally {
    patience.end();
  }
}

/**
 * With each of the shop's accounts where the bank wants one. A bank that knows no such payment on any of them says that
 * the shop has not been paid.
 */
async function verify(deps: LookDeps, desk: Desk, looking: Looking, request: Asked): Promise<Verification> {
  const { engine } = deps;
  const { account: shop } = looking.caller;
  const { needs, providerKey } = engine.resolve(request);
  if (!needs.includes('account') || providerKey === null)
    return await verifyOne(deps, desk, looking, request);
  const numbers = await engine.shops.numbers(shop, providerKey);
  let refusal: unknown = null;
  for (const account of numbers) {
    try {
      return await verifyOne(deps, desk, looking, { ...request, provider: providerKey, account });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      refusal = error;
    }
  }
  if (refusal !== null) throw refusal;
  return await verifyOne(deps, desk, looking, request);
}

/** A bank that is asked with digits of another account knows no such receipt, or shows somebody else's. */
function isRefusal(error: unknown): boolean {
  return error instanceof Failure && (error.failure === 'receipt_not_found' || error.failure === 'mismatch');
}

async function verifyOne(
  deps: LookDeps,
  desk: Desk,
  looking: Looking,
  request: Asked,
): Promise<Verification> {
  const { engine, now } = deps;
  const { caller, onSlow } = looking;
  const { job, signal } = desk;
  const bank = engine.resolve(request).providerKey ?? undefined;
  const limited = engine.providers().some(({ key, viewLimited }) => key === bank && viewLimited);
  if (job.requestId !== null) {
    const state = await running(engine, job.requestId, caller);
    if (state) return await follow(deps, desk, caller, job.requestId, (place) => onSlow({ bank, ...place }));
  }
  if (limited && job.askedAt !== null && now() - job.askedAt > rememberedMs) {
    throw new Failure('bank_timeout', { providerKey: bank, reference: request.reference });
  }
  const requestId = newRequestId();
  // A view is spent for good: that it may have been is known before the bank is asked.
  if (limited) await desk.save({ requestId, askedAt: now() });
  const waitMs = limited ? 0 : slowMs;
  const answer = await engine.verify(request, caller, { signal, requestId, waitMs });
  if (answer.verdict !== 'pending') return answer;
  await desk.save({ requestId });
  const patience = patient(onSlow, slowMs - waitMs);
  const tellPlace = ({ position }: Pick<Pending, 'position'>) => patience.tell({ bank, position });
  tellPlace(answer);
  try {
    return await follow(deps, desk, caller, requestId, tellPlace);
  } finally {
    patience.end();
  }
}

/** @param ms 0: it has taken long enough already */
function patient(onSlow: Looking['onSlow'], ms: number): Patience {
  let latest: Slow | null = null;
  let isSlow = ms === 0;
  const becomesSlow = () => {
    isSlow = true;
    if (latest) onSlow(latest);
  };
  const timer = isSlow ? undefined : setTimeout(becomesSlow, ms);
  return {
    tell(slow) {
      latest = slow;
      if (isSlow) onSlow(slow);
    },
    end: () => clearTimeout(timer),
  };
}

/** Where the engine stands with a request it may have promised before this process began; null when it has not. */
async function running(engine: Engine, id: string, caller: MemberCaller): Promise<RequestState | null> {
  try {
    return await engine.request(id, caller);
  } catch (error) {
    if (error instanceof Failure && error.failure === 'not_found') return null;
    throw error;
  }
}

async function follow(
  { engine }: LookDeps,
  { signal }: Desk,
  caller: MemberCaller,
  id: string,
  tellPlace: (place: Pick<Pending, 'position'>) => void,
): Promise<Verification> {
  for await (const { state } of await engine.events(id, caller, { signal })) {
    signal.throwIfAborted();
    if (state.processingStatus === 'completed') return JSON.parse(state.text) as Verification;
    if (state.processingStatus === 'failed') throw state.failure;
    tellPlace(state);
  }
  signal.throwIfAborted();
  // The store has lost it: it is asked for anew.
  throw new Failure('unavailable');
}
