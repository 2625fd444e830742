/** Reads pictures: cached results first, then codes, then the model. Counts one screenshot read. */
import type { Realm } from '../../egress/types.js';
import type { Pictures, ReferenceCandidate } from '../../extractor/types.js';
import type { Provider } from '../../providers/types.js';
import type { Principal } from '../access/authenticate.js';
import { type Callers, realmFor } from '../access/callers.js';
import { Failure } from '../api/errors.js';
import type { Caller, ImageOptions } from '../api/index.js';
import type { ReadReservation, ScreenshotQuota } from '../metering/screenshot-quota.js';
import type { VerificationQuota } from '../metering/verification-quota.js';
import type { Idempotency, PictureBinding } from '../verification/idempotency.js';
import type { GetReceipt } from '../verification/receipt-service.js';
import type { AnswerRecorder } from '../verification/response.js';
import type { DeferCalls } from '../verification/verify.js';
import { candidatesFromCaption, detect, hasTarget, type ImageHints } from './detections.js';
import type { MonitoredExtractor } from './extractor-monitor.js';
import type { PictureCache } from './picture-cache.js';

export interface ScreenshotDeps {
  providers: readonly Provider[];
  reader: MonitoredExtractor;
  callers: Callers;
  quota: Pick<VerificationQuota, 'planOf'>;
  reads: ScreenshotQuota;
  pictureCache: PictureCache;
  getReceipt: GetReceipt;
  requests: DeferCalls;
  idempotency: Pick<Idempotency, 'bind' | 'bindPictures' | 'setCandidates'>;
  activity: AnswerRecorder;
  newCall: () => string;
  liveRealm: Realm;
  /** How long a call waits for a reservation, and for a busy bank. */
  queueWaitMs: number;
  now: () => number;
}

/** An admitted caller. */
export interface Admitted {
  caller: Caller;
  /** Null without an account. */
  entry: Principal | null;
  requestId: string;
  options: ImageOptions;
  /** By `performance.now()`. */
  startedAt: number;
}

/**
 * Counts one screenshot read per call, however many pictures it has: reserved before reading, committed when the pictures
 * were read, else released. Repeats under an Idempotency-Key get the stored result and use no read.
 */
export async function readOnce(
  deps: ScreenshotDeps,
  admitted: Admitted,
  pictures: Pictures,
  text: string | undefined,
  hints: ImageHints,
): Promise<ReferenceCandidate[]> {
  const caption = candidatesFromCaption(deps.providers, text, hints, new Date(deps.now()));
  const bound = await bindPictures(deps, admitted, pictures);
  if (bound?.candidates) return [...bound.candidates, ...caption];
  const read = await reserveRead(deps, admitted).catch((error: unknown) => error);
  if (!isReserved(read)) {
    // The call that this one repeats may have used the last read of an allowance.
    const since = bound && (await bindPictures(deps, admitted, pictures));
    if (since?.candidates) return [...since.candidates, ...caption];
    throw read;
  }
  try {
    const { candidates, shownCandidates } = await cachedOrRead(
      deps,
      admitted.entry,
      pictures,
      caption,
      hints,
    );
    const isFirst = bound === null || (await deps.idempotency.setCandidates(bound.name, shownCandidates));
    await (isFirst ? read.commit() : read.release());
    return candidates;
  } catch (error) {
    // If this fails, the reservation expires with its lease.
    await read.release().catch(() => undefined);
    throw error;
  }
}

async function reserveRead(
  deps: ScreenshotDeps,
  { entry, options: { signal } }: Admitted,
): Promise<ReadReservation> {
  const terms = entry && (await deps.quota.planOf(entry.account));
  const waitOptions = { deadline: performance.now() + deps.queueWaitMs, signal };
  return await deps.reads.reserve(entry, terms?.plan ?? 'free', deps.newCall(), waitOptions);
}

function isReserved(read: unknown): read is ReadReservation {
  return !(read instanceof Error);
}

/** Null without an Idempotency-Key or an account. */
async function bindPictures(
  { idempotency, liveRealm }: ScreenshotDeps,
  { caller, entry, options: { idempotencyKey } }: Admitted,
  { digests }: Pictures,
): Promise<PictureBinding | null> {
  if (entry === null || idempotencyKey === undefined) return null;
  return await idempotency.bindPictures(entry.account, realmFor(caller, liveRealm), idempotencyKey, digests);
}

/** Uses the cache for pictures that the account has sent before. */
async function cachedOrRead(
  deps: ScreenshotDeps,
  entry: Principal | null,
  pictures: Pictures,
  caption: readonly ReferenceCandidate[],
  hints: ImageHints,
): Promise<Pick<ReadResult, 'candidates' | 'shownCandidates'>> {
  if (deps.reader.mode === 'off') throw switchedOff();
  if (entry === null) return await extractCandidates(deps, pictures, caption, hints);
  const { account } = entry;
  const cached = await deps.pictureCache.get(account, pictures.digests);
  if (cached) return { candidates: [...cached, ...caption], shownCandidates: cached };
  const { candidates, shownCandidates, complete } = await extractCandidates(deps, pictures, caption, hints);
  // A failed write is ignored: the caller still gets the result.
  if (complete)
    await deps.pictureCache.set(account, pictures.digests, shownCandidates).catch(() => undefined);
  return { candidates, shownCandidates };
}

/** The failure when reading is switched off. */
export function switchedOff(): Failure {
  const message = 'Reading pictures is switched off on this deployment.';
  return new Failure('ai_not_configured', { message, readsNothing: true });
}

interface ReadResult {
  /** All candidates, including those of the caption. */
  candidates: ReferenceCandidate[];
  /** Candidates of the pictures alone. */
  shownCandidates: ReferenceCandidate[];
  /** Reading again would find nothing more, so the result may be cached. */
  complete: boolean;
}

/**
 * Reads codes and texts first; asks the model only when they give no complete receipt.
 * @throws Failure `ai_not_configured` when nothing was found and there is no model, `unavailable` when reading failed
 */
export async function extractCandidates(
  deps: ScreenshotDeps,
  pictures: Pictures,
  caption: readonly ReferenceCandidate[],
  hints: ImageHints,
): Promise<ReadResult> {
  const shownCandidates = await deps.reader.readCodes(pictures);
  const candidates = [...shownCandidates, ...caption];
  const complete = hasTarget(detectionsOf(deps, shownCandidates, {}));
  const detected = detectionsOf(deps, candidates, hints);
  if (hasTarget(detected)) return { candidates, shownCandidates, complete };
  if (deps.reader.mode !== 'openai') {
    if (detected.length === 0) throw new Failure('ai_not_configured');
    return { candidates, shownCandidates, complete: shownCandidates.length > 0 };
  }
  try {
    const read = await deps.reader.askModel(pictures);
    return {
      candidates: [...candidates, ...read],
      shownCandidates: [...shownCandidates, ...read],
      complete: true,
    };
  } catch (error) {
    if (error instanceof Failure && detected.length > 0)
      return { candidates, shownCandidates, complete: false };
    throw error;
  }
}

export function detectionsOf(
  { providers, now }: ScreenshotDeps,
  candidates: readonly ReferenceCandidate[],
  hints: ImageHints,
) {
  return detect(providers, candidates, hints, new Date(now()));
}
