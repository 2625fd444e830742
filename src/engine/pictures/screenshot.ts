/** A verification of pictures, from admission to answer (docs/api.md#pictures). */
import { randomUUID } from 'node:crypto';
import type { Realm } from '../../egress/types.js';
import {
  type DecoderCaller,
  type Pictures,
  type ReferenceCandidate,
  TooManyEnded,
  UploadRefused,
} from '../../extractor/types.js';
import type { Provider, Target } from '../../providers/types.js';
import type { Principal } from '../access/authenticate.js';
import { addressGroup, type Callers, ownerOf, realmFor } from '../access/callers.js';
import { doubted, Failure, type FailureName, withdrawalOf } from '../api/errors.js';
import type {
  Caller,
  Detection,
  Engine,
  Expect,
  FailedUpstream,
  ImageAsker,
  ImageOptions,
  ImageRequest,
  ImageVerification,
} from '../api/index.js';
import type { ActivityRecorder } from '../metering/activity.js';
import type { ReadReservation, ScreenshotQuota } from '../metering/screenshot-quota.js';
import type { VerificationQuota } from '../metering/verification-quota.js';
import type { Call } from '../verification/call.js';
import type { Binding, Idempotency, PictureBinding } from '../verification/idempotency.js';
import type { GetReceipt } from '../verification/receipt-service.js';
import { toVerification } from '../verification/response.js';
import { known, providerOf, unresolved } from '../verification/verify.js';
import {
  candidatesFromCaption,
  choose,
  type Detected,
  detect,
  hasTarget,
  type ImageHints,
} from './detections.js';
import type { MonitoredExtractor } from './extractor-monitor.js';
import type { PictureCache } from './picture-cache.js';

/** Pictures per call. */
const picturesMax = 5;

export interface ScreenshotDeps {
  providers: readonly Provider[];
  reader: MonitoredExtractor;
  callers: Callers;
  quota: Pick<VerificationQuota, 'planOf'>;
  reads: ScreenshotQuota;
  known: PictureCache;
  show: GetReceipt;
  idempotency: Pick<Idempotency, 'bind' | 'bindPictures' | 'setCandidates'>;
  activity: Pick<ActivityRecorder, 'shown' | 'failed'>;
  newCall: () => string;
  liveRealm: Realm;
  /** How long a call waits for a reservation, and for a busy bank. */
  queueWaitMs: number;
  now: () => number;
}

/** An admitted caller. */
interface Admitted {
  caller: Caller;
  /** Null without an account. */
  entry: Principal | null;
  requestId: string;
  options: ImageOptions;
}

export function createScreenshots(deps: ScreenshotDeps): Pick<Engine, 'verifyImage' | 'read'> {
  return {
    async verifyImage(asked, caller, options = {}) {
      const requestId = options.requestId ?? randomUUID();
      let entry: Principal | null = null;
      try {
        entry = await admitCaller(deps, caller, options);
        const admitted = { caller, entry, requestId, options };
        const { detected, expect } = await readPictures(deps, admitted, asked);
        return await verified(deps, admitted, detected, expect);
      } catch (error) {
        const failure = asFailure(error, options.signal);
        if (!(failure instanceof Failure)) throw failure;
        if (entry) deps.activity.failed(entry, failure);
        throw failure.with({ requestId });
      }
    },

    async read(uploads) {
      const pictures = await prepared(deps, { pictures: uploads }, { name: 'operator', stranger: false });
      if (deps.reader.mode === 'off') throw switchedOff();
      const { candidates } = await extractCandidates(deps, pictures, [], {});
      const detected = understood(deps, candidates, {});
      if (detected.length === 0) throw new Failure('detection_failed');
      return detected.map(({ detection }) => detection);
    },
  };
}

/** Admits the caller. A demo call is counted only once its upload is valid, but is refused here when its hour is used up. */
async function admitCaller(
  { callers }: ScreenshotDeps,
  caller: Caller,
  options: ImageOptions,
): Promise<Principal | null> {
  if (caller.kind !== 'demo') return await callers.admit(caller, 'reads', options.onAdmission);
  await callers.assertDemoAllowance(caller, 'reads');
  return null;
}

/** Reads the pictures. `onPrepared` is called before waiting for the model or a bank, so that the caller can free the uploads. */
async function readPictures(
  deps: ScreenshotDeps,
  admitted: Admitted,
  asked: ImageRequest | ((asker: ImageAsker) => Promise<ImageRequest>),
): Promise<{ detected: Detected[]; expect: Expect | undefined }> {
  const asker = askerOf(admitted);
  const request = typeof asked === 'function' ? await asked(asker) : asked;
  const { provider, account, phone, expect } = request;
  const hints = { provider, account, phone };
  if (admitted.caller.kind === 'demo') await deps.callers.admit(admitted.caller, 'reads');
  const pictures = await prepared(deps, request, asker);
  admitted.options.onPrepared?.();
  const candidates = await readOnce(deps, admitted, pictures, request.text, hints);
  return { detected: understood(deps, candidates, hints), expect };
}

/** The sender of the pictures: accounts, or addresses of callers without an account, take turns. */
function askerOf({ caller, entry, options: { signal } }: Admitted): DecoderCaller {
  const stranger = caller.kind === 'demo';
  const name = entry?.account ?? (stranger ? addressGroup(caller.address) : caller.kind);
  return { name, stranger, gone: signal };
}

/** @throws Failure `invalid_request` with one issue, `rate_limited` after several files that took too much time or memory */
async function prepared(
  { reader }: ScreenshotDeps,
  { pictures, names = [] }: Pick<ImageRequest, 'pictures' | 'names'>,
  asker: DecoderCaller,
): Promise<Pictures> {
  if (pictures.length === 0 || pictures.length > picturesMax) {
    throw refusal('pictures', `Send one to ${picturesMax} pictures of one receipt.`);
  }
  try {
    return await reader.prepare(pictures, asker);
  } catch (error) {
    if (!(error instanceof UploadRefused)) throw error;
    throw refusal(names[error.index] ?? `pictures.${error.index}`, error.message, error.why);
  }
}

/** The error of a call as callers see it. */
function asFailure(error: unknown, signal: AbortSignal | undefined): unknown {
  if (error instanceof TooManyEnded) {
    const message = 'Several files took too much time or memory to read. No more are read for a while.';
    return new Failure('rate_limited', { message, retryAfterSeconds: error.retryAfterSeconds });
  }
  return signal?.aborted && error === signal.reason ? withdrawalOf(signal) : error;
}

function refusal(path: string, message: string, code = 'custom'): Failure {
  return new Failure('invalid_request', { issues: [{ path, code, message }] });
}

/**
 * Counts one screenshot read per call, however many pictures it has: reserved before reading, committed when the pictures
 * were read, else released. Repeats under an Idempotency-Key get the stored result and use no read.
 */
async function readOnce(
  deps: ScreenshotDeps,
  admitted: Admitted,
  pictures: Pictures,
  text: string | undefined,
  hints: ImageHints,
): Promise<ReferenceCandidate[]> {
  const caption = candidatesFromCaption(deps.providers, text, hints, new Date(deps.now()));
  const bound = await boundPictures(deps, admitted, pictures);
  if (bound?.candidates) return [...bound.candidates, ...caption];
  const read = await heldRead(deps, admitted).catch((error: unknown) => error);
  if (!isHeld(read)) {
    // The call that this one repeats may have used the last read of an allowance.
    const since = bound && (await boundPictures(deps, admitted, pictures));
    if (since?.candidates) return [...since.candidates, ...caption];
    throw read;
  }
  try {
    const { candidates, shown } = await recalledOrSeen(deps, admitted.entry, pictures, caption, hints);
    const isFirst = bound === null || (await deps.idempotency.setCandidates(bound.name, shown));
    await (isFirst ? read.commit() : read.release());
    return candidates;
  } catch (error) {
    // If this fails, the reservation expires with its lease.
    await read.release().catch(() => undefined);
    throw error;
  }
}

async function heldRead(
  deps: ScreenshotDeps,
  { entry, options: { signal } }: Admitted,
): Promise<ReadReservation> {
  const terms = entry && (await deps.quota.planOf(entry.account));
  const patience = { deadline: performance.now() + deps.queueWaitMs, signal };
  return await deps.reads.reserve(entry, terms?.plan ?? 'free', deps.newCall(), patience);
}

function isHeld(read: unknown): read is ReadReservation {
  return !(read instanceof Error);
}

/** Null without an Idempotency-Key or an account. */
async function boundPictures(
  { idempotency, liveRealm }: ScreenshotDeps,
  { caller, entry, options: { idempotencyKey } }: Admitted,
  { digests }: Pictures,
): Promise<PictureBinding | null> {
  if (entry === null || idempotencyKey === undefined) return null;
  return await idempotency.bindPictures(entry.account, realmFor(caller, liveRealm), idempotencyKey, digests);
}

/** Uses the cache for pictures that the account has sent before. */
async function recalledOrSeen(
  deps: ScreenshotDeps,
  entry: Principal | null,
  pictures: Pictures,
  caption: readonly ReferenceCandidate[],
  hints: ImageHints,
): Promise<Pick<Seen, 'candidates' | 'shown'>> {
  if (deps.reader.mode === 'off') throw switchedOff();
  if (entry === null) return await extractCandidates(deps, pictures, caption, hints);
  const { account } = entry;
  const recalled = await deps.known.recall(account, pictures.digests);
  if (recalled) return { candidates: [...recalled, ...caption], shown: recalled };
  const { candidates, shown, thorough } = await extractCandidates(deps, pictures, caption, hints);
  // A failed write is ignored: the caller still gets the result.
  if (thorough) await deps.known.keep(account, pictures.digests, shown).catch(() => undefined);
  return { candidates, shown };
}

/** The failure when reading is switched off. */
function switchedOff(): Failure {
  const message = 'Reading pictures is switched off on this deployment.';
  return new Failure('ai_not_configured', { message, readsNothing: true });
}

interface Seen {
  /** All candidates, including those of the caption. */
  candidates: ReferenceCandidate[];
  /** Candidates of the pictures alone. */
  shown: ReferenceCandidate[];
  /** Reading again would find nothing more, so the result may be cached. */
  thorough: boolean;
}

/**
 * Reads codes and texts first; asks the model only when they give no complete receipt.
 * @throws Failure `ai_not_configured` when nothing was found and there is no model, `unavailable` when reading failed
 */
async function extractCandidates(
  deps: ScreenshotDeps,
  pictures: Pictures,
  caption: readonly ReferenceCandidate[],
  hints: ImageHints,
): Promise<Seen> {
  const shown = await deps.reader.readCodes(pictures);
  const candidates = [...shown, ...caption];
  const byThemselves = hasTarget(understood(deps, shown, {}));
  if (hasTarget(understood(deps, candidates, hints))) return { candidates, shown, thorough: byThemselves };
  const understandable = understood(deps, candidates, hints).length > 0;
  if (deps.reader.mode !== 'openai') {
    if (!understandable) throw new Failure('ai_not_configured');
    return { candidates, shown, thorough: shown.length > 0 };
  }
  try {
    const read = await deps.reader.askModel(pictures);
    return { candidates: [...candidates, ...read], shown: [...shown, ...read], thorough: true };
  } catch (error) {
    if (error instanceof Failure && understandable) return { candidates, shown, thorough: false };
    throw error;
  }
}

function understood(
  { providers, now }: ScreenshotDeps,
  candidates: readonly ReferenceCandidate[],
  hints: ImageHints,
) {
  return detect(providers, candidates, hints, new Date(now()));
}

/** Verifies the chosen receipt. @throws Failure with the detections */
async function verified(
  deps: ScreenshotDeps,
  admitted: Admitted,
  detected: readonly Detected[],
  expect: Expect | undefined,
): Promise<ImageVerification> {
  const detections = detected.map(({ detection }) => detection);
  const chosen = choose(detected);
  if (!chosen) throw withReading(new Failure('detection_failed'), detections);
  const { resolved, doubtful } = chosen;
  try {
    if (resolved.kind !== 'target') throw unresolved(resolved);
    const bound = await boundReceipt(deps, admitted, resolved.target);
    const shown = await deps.show(callOf(deps, admitted, resolved.target, bound), expect);
    if (admitted.entry) deps.activity.shown(admitted.entry, shown);
    const upstream = { attempted: true, reason: null, result: toVerification(shown) } as const;
    return { ok: true, verdict: 'verified', detections, upstream };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const failure = error.with(known(resolved));
    throw withReading(doubtful ? doubted(failure) : failure, detections);
  }
}

/** The binding of the receipt, shared with `POST /api/verify` under the same key. @throws Failure the stored one if there is one */
async function boundReceipt(
  { idempotency, liveRealm }: ScreenshotDeps,
  { caller, entry, options: { idempotencyKey } }: Admitted,
  target: Target,
): Promise<Binding | null> {
  if (entry === null || idempotencyKey === undefined) return null;
  return await idempotency.bind(entry.account, realmFor(caller, liveRealm), idempotencyKey, target);
}

function callOf(
  deps: ScreenshotDeps,
  { caller, entry, requestId, options }: Admitted,
  read: Target,
  bound: Binding | null,
): Call {
  const target = bound?.settled ?? read;
  return {
    id: deps.newCall(),
    requestId,
    provider: providerOf(deps.providers, target),
    target,
    realm: realmFor(caller, deps.liveRealm),
    entry,
    owner: ownerOf(caller, entry),
    deadline: performance.now() + deps.queueWaitMs,
    signal: options.signal,
    unread: true,
    bound: bound?.name,
  };
}

const bankNeedsMore = new Set<FailureName>(['needs_account', 'needs_phone', 'needs_link']);

function withReading(failure: Failure, detections: Detection[]): Failure {
  const { code, reason = code ?? null } = failure.kind;
  const needsMore = bankNeedsMore.has(failure.failure);
  const upstream: FailedUpstream = {
    attempted: failure.kind.bankAsked,
    reason: needsMore ? 'provider_needs_full_url' : reason,
    result: null,
  };
  return failure.with({ detections, upstream });
}
