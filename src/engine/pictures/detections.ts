/** From what pictures show to the receipt that is verified: every sighting is resolved like anything a person sends. */
import type { Sighting } from '../../extractor/types.js';
import { pageOf } from '../../providers/pages.js';
import { type Resolved, type ResolveInput, resolve } from '../../providers/resolve.js';
import type { Hints, Provider } from '../../providers/types.js';
import type { Detection } from '../api/index.js';

/** What the caller says beside the pictures. */
export interface ImageHints extends Hints {
  provider?: string | undefined;
}

/** A sighting with its meaning. */
export interface Detected {
  detection: Detection;
  /** As the caller's hints would have it. */
  resolved: Resolved;
  /** Only a model has read what leads to it, or a part of that: it may be misread. */
  doubtful: boolean;
}

/** A caption is no code: where a picture shows a receipt of its own, that is the one. */
const captionConfidence = 0.99;
const captionLengthMax = 4_096;

/** Receipts named in what came with the pictures. */
export function captionSightings(
  providers: readonly Provider[],
  text: string | undefined,
  hints: ImageHints,
  now: Date,
): Sighting[] {
  const caption = text?.trim().slice(0, captionLengthMax) ?? '';
  if (caption === '') return [];
  const request = { text: caption };
  const resolved = resolve(providers, { ...request, ...hints }, now);
  const isReceipt = resolved.kind === 'target' || resolved.kind === 'needs' || resolved.kind === 'ambiguous';
  return isReceipt ? [{ request, confidence: captionConfidence, by: 'text' }] : [];
}

/** Each receipt once, the most confident sighting first; what no bank knows is left out. */
export function detect(
  providers: readonly Provider[],
  sightings: readonly Sighting[],
  hints: ImageHints,
  now: Date,
): Detected[] {
  const found = sightings.flatMap((sighting) => detectedOf(providers, sighting, hints, now));
  found.sort((a, b) => b.detection.confidence - a.detection.confidence);
  const each = new Map<string, Detected>();
  for (const one of found) {
    const { provider, reference, url } = one.detection;
    const identity = JSON.stringify([provider, reference, url]);
    const before = each.get(identity);
    if (before && !isBetter(one, before)) continue;
    const isSurer = before !== undefined && (one.doubtful || !before.doubtful);
    each.set(identity, isSurer ? { ...one, detection: before.detection } : one);
  }
  return [...each.values()];
}

/** What the surer sighting lacked, account digits for instance, another one may have seen; or it could be misread. */
function isBetter(one: Detected, before: Detected): boolean {
  const [is, was] = [one, before].map(({ resolved }) => resolved.kind === 'target');
  return is === was ? before.doubtful && !one.doubtful : is === true;
}

/**
 * What is verified: the most confident one that a bank can be asked for, one that cannot be misread before any that a
 * model has read; else the one that lacks least.
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
  { request, confidence, by }: Sighting,
  hints: ImageHints,
  now: Date,
): Detected[] {
  const resolved = resolve(providers, withHints(request, hints), now);
  const refused = resolved.kind === 'unsupported' || resolved.kind === 'invalid';
  // A provider the caller named may contradict the picture: what the picture shows is told all the same.
  const known = facts(
    refused ? resolve(providers, withHints(request, { ...hints, provider: undefined }), now) : resolved,
  );
  if (known === null) return [];
  const isLink = request.url !== undefined || /https?:\/\//i.test(request.text ?? '');
  const { provider, reference, url } = known;
  const detection = { provider, reference, url: isLink ? url : null, confidence, by };
  return [{ detection, resolved, doubtful: by === 'ai' }];
}

/** The caller knows better than a reader of pictures. */
function withHints(request: Sighting['request'], hints: ImageHints): ResolveInput {
  const { provider = request.provider, account = request.account, phone } = hints;
  return { ...request, provider, account, phone };
}

/** Null for what is no receipt of any bank. */
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
