/** Chooses the receipt to verify from what was read in pictures. Each candidate is resolved like any other request. */
import type { ReferenceCandidate } from '../../extractor/types.js';
import { pageOf } from '../../providers/pages.js';
import { type Resolved, type ResolveInput, resolve } from '../../providers/resolve.js';
import type { Hints, Provider } from '../../providers/types.js';
import type { Detection } from '../api/index.js';

/** What the caller sent with the pictures. */
export interface ImageHints extends Hints {
  provider?: string | undefined;
}

/** A candidate, resolved. */
export interface Detected {
  detection: Detection;
  /** Resolved with the caller's hints. */
  resolved: Resolved;
  /** Read by a model, at least in part, so it may be misread. */
  doubtful: boolean;
}

/** Below a QR code: a receipt that the picture itself shows takes precedence. */
const captionConfidence = 0.99;
const captionLengthMax = 4_096;

/** Receipts named in the text sent with the pictures. */
export function candidatesFromCaption(
  providers: readonly Provider[],
  text: string | undefined,
  hints: ImageHints,
  now: Date,
): ReferenceCandidate[] {
  const caption = text?.trim().slice(0, captionLengthMax) ?? '';
  if (caption === '') return [];
  const request = { text: caption };
  const resolved = resolve(providers, { ...request, ...hints }, now);
  const isReceipt = resolved.kind === 'target' || resolved.kind === 'needs' || resolved.kind === 'ambiguous';
  return isReceipt ? [{ request, confidence: captionConfidence, by: 'text' }] : [];
}

/** Candidates without duplicates, most confident first. Omits candidates that belong to no bank. */
export function detect(
  providers: readonly Provider[],
  candidates: readonly ReferenceCandidate[],
  hints: ImageHints,
  now: Date,
): Detected[] {
  const found = candidates.flatMap((candidate) => detectedOf(providers, candidate, hints, now));
  found.sort((a, b) => b.detection.confidence - a.detection.confidence);
  const unique = new Map<string, Detected>();
  for (const next of found) {
    const { provider, reference, url } = next.detection;
    const identity = JSON.stringify([provider, reference, url]);
    const before = unique.get(identity);
    if (before && !isBetter(next, before)) continue;
    const isSurer = before !== undefined && (next.doubtful || !before.doubtful);
    unique.set(identity, isSurer ? { ...next, detection: before.detection } : next);
  }
  return [...unique.values()];
}

/** Whether a less confident candidate is better: it has what the other lacks, such as account digits, or cannot be misread. */
function isBetter(next: Detected, before: Detected): boolean {
  const isComplete = next.resolved.kind === 'target';
  if (isComplete !== (before.resolved.kind === 'target')) return isComplete;
  return before.doubtful && !next.doubtful;
}

/**
 * The candidate to verify: the most confident one that is complete, preferring candidates that were not read by a model.
 * If none is complete, the one that lacks least.
 */
export function choose(detected: readonly Detected[]): Detected | null {
  const certain = detected.find(({ resolved, doubtful }) => resolved.kind === 'target' && !doubtful);
  if (certain) return certain;
  for (const kind of ['target', 'needs', 'ambiguous', 'unsupported', 'invalid'] as const) {
    const found = detected.find(({ resolved }) => resolved.kind === kind);
    if (found) return found;
  }
  return null;
}

export function hasTarget(detected: readonly Detected[]): boolean {
  return detected.some(({ resolved }) => resolved.kind === 'target');
}

function detectedOf(
  providers: readonly Provider[],
  { request, confidence, by }: ReferenceCandidate,
  hints: ImageHints,
  now: Date,
): Detected[] {
  const resolved = resolve(providers, withHints(request, hints), now);
  const refused = resolved.kind === 'unsupported' || resolved.kind === 'invalid';
  // The caller's provider may contradict the picture: the detection still reports what the picture shows.
  const shown = facts(
    refused ? resolve(providers, withHints(request, { ...hints, provider: undefined }), now) : resolved,
  );
  if (shown === null) return [];
  const isLink = request.url !== undefined || /https?:\/\//i.test(request.text ?? '');
  const { provider, reference, url } = shown;
  const detection = { provider, reference, url: isLink ? url : null, confidence, by };
  return [{ detection, resolved, doubtful: by === 'ai' }];
}

/** The caller's hints take precedence over what was read. */
function withHints(request: ReferenceCandidate['request'], hints: ImageHints): ResolveInput {
  const { provider = request.provider, account = request.account, phone } = hints;
  return { ...request, provider, account, phone };
}

/** Null when it is not a receipt of any bank. */
function facts(resolved: Resolved): Pick<Detection, 'provider' | 'reference' | 'url'> | null {
  switch (resolved.kind) {
    case 'target': {
      const { provider, reference } = resolved.target;
      return { provider, reference, url: pageOf(resolved.target) };
    }
    case 'needs':
      return { provider: resolved.provider, reference: resolved.reference, url: null };
    case 'ambiguous':
      return { provider: null, reference: resolved.reference, url: null };
    case 'unsupported':
      return resolved.provider === undefined
        ? null
        : { provider: resolved.provider, reference: null, url: null };
    case 'invalid':
      return null;
  }
}
