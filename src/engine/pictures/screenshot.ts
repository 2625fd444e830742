/** A verification of pictures, from admission to answer (docs/api.md#pictures). */
import { randomUUID } from 'node:crypto';
import { type DecoderCaller, type Pictures, TooManyEnded, UploadRefused } from '../../extractor/types.js';
import type { Target } from '../../providers/types.js';
import type { Principal } from '../access/authenticate.js';
import { addressGroup, realmFor, turnOwner } from '../access/callers.js';
import { doubted, Failure, type FailureName, invalidRequest, withdrawalOf } from '../api/errors.js';
import type {
  Caller,
  Detection,
  Engine,
  Expect,
  FailedUpstream,
  ImageCaller,
  ImageOptions,
  ImageRequest,
  ImageVerification,
  Pending,
} from '../api/index.js';
import type { Call } from '../verification/call.js';
import type { Binding } from '../verification/idempotency.js';
import { toVerification, type VerifiedReceipt } from '../verification/response.js';
import { providerOf, resolvedDetails, unresolvedFailure } from '../verification/verify.js';
import { choose, type Detected } from './detections.js';
import {
  type Admitted,
  detectionsOf,
  extractCandidates,
  readOnce,
  type ScreenshotDeps,
  switchedOff,
} from './read-pictures.js';

/** Pictures per call. */
const picturesMax = 5;

export function createScreenshots(deps: ScreenshotDeps): Pick<Engine, 'verifyImage' | 'read'> {
  return {
    verifyImage: (async (request, caller, options: ImageOptions = {}) => {
      const startedAt = performance.now();
      const requestId = options.requestId ?? randomUUID();
      let entry: Principal | null = null;
      try {
        entry = await admitCaller(deps, caller, options);
        const admitted = { caller, entry, requestId, options, startedAt };
        const { detected, expect } = await readPictures(deps, admitted, request);
        return await verifyChosen(deps, admitted, detected, expect);
      } catch (error) {
        const failure = asFailure(error, options.signal);
        if (!(failure instanceof Failure)) throw failure;
        if (entry) deps.activity.failed(entry, failure);
        throw failure.with({ requestId });
      }
    }) as Engine['verifyImage'],

    async read(uploads) {
      const pictures = await prepare(deps, { pictures: uploads }, { name: 'operator', anonymous: false });
      if (deps.reader.mode === 'off') throw switchedOff();
      const { candidates } = await extractCandidates(deps, pictures, [], {});
      const detected = detectionsOf(deps, candidates, {});
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
  request: ImageRequest | ((decoderCaller: ImageCaller) => Promise<ImageRequest>),
): Promise<{ detected: Detected[]; expect: Expect | undefined }> {
  const decoderCaller = decoderCallerOf(admitted);
  const uploads = typeof request === 'function' ? await request(decoderCaller) : request;
  const { provider, account, phone, expect } = uploads;
  const hints = { provider, account, phone };
  if (admitted.caller.kind === 'demo') await deps.callers.admit(admitted.caller, 'reads');
  const pictures = await prepare(deps, uploads, decoderCaller);
  admitted.options.onPrepared?.();
  const candidates = await readOnce(deps, admitted, pictures, uploads.text, hints);
  return { detected: detectionsOf(deps, candidates, hints), expect };
}

/** The sender of the pictures: accounts, or addresses of callers without an account, take turns. */
function decoderCallerOf({ caller, entry, options: { signal, sender } }: Admitted): DecoderCaller {
  if (sender) return { ...sender, gone: signal };
  const anonymous = caller.kind === 'demo';
  const name = entry?.account ?? (anonymous ? addressGroup(caller.address) : caller.kind);
  return { name, anonymous, gone: signal };
}

/** @throws Failure `invalid_request` with one issue, `rate_limited` after several files that took too much time or memory */
async function prepare(
  { reader }: ScreenshotDeps,
  { pictures, names = [] }: Pick<ImageRequest, 'pictures' | 'names'>,
  decoderCaller: DecoderCaller,
): Promise<Pictures> {
  if (pictures.length === 0 || pictures.length > picturesMax) {
    throw invalidRequest('pictures', `Send one to ${picturesMax} pictures of one receipt.`);
  }
  try {
    return await reader.prepare(pictures, decoderCaller);
  } catch (error) {
    if (!(error instanceof UploadRefused)) throw error;
    throw invalidRequest(names[error.index] ?? `pictures.${error.index}`, error.message, error.why);
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

/** Verifies the chosen receipt. `Pending` only with `waitMs`. @throws Failure with the detections */
async function verifyChosen(
  deps: ScreenshotDeps,
  admitted: Admitted,
  detected: readonly Detected[],
  expect: Expect | undefined,
): Promise<ImageVerification | Pending> {
  const detections = detected.map(({ detection }) => detection);
  const chosen = choose(detected);
  if (!chosen) throw withReading(new Failure('detection_failed'), detections);
  const { resolved, doubtful } = chosen;
  try {
    if (resolved.kind !== 'target') throw unresolvedFailure(resolved);
    const bound = await boundReceipt(deps, admitted, resolved.target);
    const call = { ...callOf(deps, admitted, resolved.target, bound), doubtful };
    const receipt = await receiptOf(deps, admitted, call, expect);
    if ('verdict' in receipt) return receipt;
    if (admitted.entry) deps.activity.shown(admitted.entry, receipt);
    const upstream = { attempted: true, reason: null, result: toVerification(receipt) } as const;
    return { ok: true, verdict: 'verified', detections, upstream };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const failure = error.with(resolvedDetails(resolved));
    throw withReading(doubtful ? doubted(failure) : failure, detections);
  }
}

/** The receipt, or `Pending` after the rest of `waitMs`. A call without an account always waits to the end. */
function receiptOf(
  { getReceipt, requests }: ScreenshotDeps,
  { options: { waitMs }, startedAt }: Admitted,
  call: Call,
  expect: Expect | undefined,
): Promise<VerifiedReceipt | Pending> {
  if (waitMs === undefined || call.entry === null) return getReceipt(call, expect);
  return requests.runOrDefer(call, expect, startedAt + waitMs - performance.now());
}

/** The binding of the receipt, shared with `POST /api/verify` under the same key. @throws Failure that the binding stores */
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
  readTarget: Target,
  bound: Binding | null,
): Call {
  const target = bound?.settled ?? readTarget;
  return {
    id: deps.newCall(),
    requestId,
    provider: providerOf(deps.providers, target),
    target,
    realm: realmFor(caller, deps.liveRealm),
    entry,
    owner: turnOwner(caller, entry),
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
