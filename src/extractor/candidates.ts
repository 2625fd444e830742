/**
 * Converts model output to candidates. A hint is dropped unless a bank recognises it, as read or with look-alike characters
 * exchanged. A correction stays at the bank shown in the picture. Pure.
 */
import type { Resolved } from '../providers/resolve.js';
import type { ModelDetection } from './ai/parse-answer.js';
import type { ReaderBank } from './ai/prompt.js';
import { correct } from './ocr-confusables.js';
import type { ReferenceCandidate } from './types.js';

/** Resolves a hint (providers/resolve.ts) without asking a bank. */
export type ResolveReference = (request: ReferenceCandidate['request']) => Resolved;

type Request = ReferenceCandidate['request'];

/** Confidence factor per exchanged character. */
const correctionFactor = 0.8;
const linkLengthMax = 2_048;
const referenceLengthMax = 128;
/** Only plain digits: those of a masked account would be misplaced. */
const wholeAccount = /^\d{8,20}$/;
const invisible = /[\s\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/g;

/** Distinct candidates, the most confident first. */
export function candidatesOf(
  detections: readonly ModelDetection[],
  banks: readonly ReaderBank[],
  resolve: ResolveReference,
): ReferenceCandidate[] {
  const candidates = detections
    .map((detection) => candidateOf(detection, banks, resolve))
    .filter((candidate) => candidate !== null)
    .toSorted((a, b) => b.confidence - a.confidence);
  return withoutDuplicates(candidates);
}

/** A possible request for the receipt. */
interface Reading {
  text: string;
  /** The request with this text, or with another spelling of it. */
  toRequest(text: string): Request;
  /** True when a bank's explanation is worth returning although the text identifies no receipt. */
  explainable: boolean;
  /** False where another spelling may belong to a bank that the picture does not show. */
  correctable: boolean;
}

function candidateOf(
  detection: ModelDetection,
  banks: readonly ReaderBank[],
  resolve: ResolveReference,
): ReferenceCandidate | null {
  const readings = readingsOf(detection, banks, resolve);
  const confidence = hundredths(Math.min(1, Math.max(0, detection.confidence)));
  const asWritten = readings.find(({ text, toRequest }) => identityOf(resolve(toRequest(text))));
  if (asWritten) return { request: asWritten.toRequest(asWritten.text), confidence, by: 'ai' };
  for (const reading of readings) {
    if (!reading.correctable) continue;
    const corrected = correctedReading(reading, banks, resolve);
    if (!corrected) continue;
    const { meaning, changes } = corrected;
    return { request: meaning, confidence: hundredths(confidence * correctionFactor ** changes), by: 'ai' };
  }
  const explained = readings.find(
    ({ text, toRequest, explainable }) => explainable && hasOwner(resolve(toRequest(text))),
  );
  return explained ? { request: explained.toRequest(explained.text), confidence, by: 'ai' } : null;
}

/**
 * The link first: it contains everything and identifies its bank. Then the number at that bank, at the bank the model names,
 * and, without a link's bank, at any bank.
 */
function readingsOf(
  detection: ModelDetection,
  banks: readonly ReaderBank[],
  resolve: ResolveReference,
): Reading[] {
  const account = detection.account?.replace(/[\s-]+/g, '') ?? '';
  const hints = wholeAccount.test(account) ? { account } : {};
  const link = readingOfLink(detection, hints);
  const text = plain(detection.reference, referenceLengthMax);
  if (text === null) return link ? [link] : [];
  const issuer = link && issuerOf(link, banks, resolve);
  const shown = [...new Set([issuer, detection.bank])].flatMap(
    (key) => banks.find((bank) => bank.key === key) ?? [],
  );
  const atBanks = shown.map(({ key, support }, index): Reading => {
    const toRequest = (spelling: string) => ({ reference: spelling, provider: key, ...hints });
    return { text, toRequest, explainable: support === 'recognised', correctable: index === 0 };
  });
  const toRequest = (spelling: string) => ({ reference: spelling, ...hints });
  const atAny: Reading = { text, toRequest, explainable: true, correctable: shown.length === 0 };
  return [...(link ? [link] : []), ...atBanks, ...(issuer ? [] : [atAny])];
}

/** The link's bank, even if a misread end leads to no receipt; null when unknown. */
function issuerOf(link: Reading, banks: readonly ReaderBank[], resolve: ResolveReference): string | null {
  const request = link.toRequest(link.text);
  const owner = ownerOf(resolve(request));
  if (owner !== null || !URL.canParse(request.url ?? '')) return owner;
  const { hostname } = new URL(request.url ?? '');
  const [bank, ...others] = banks.filter(({ hosts }) => hosts.includes(hostname));
  return bank && others.length === 0 ? bank.key : null;
}

/** Corrects only the end of a link, because the part before it identifies the bank. */
function readingOfLink(detection: ModelDetection, hints: { account?: string }): Reading | null {
  const written = plain(detection.link, linkLengthMax);
  if (written === null) return null;
  const link = /^[a-z]+:/i.test(written) ? written : `https://${written}`;
  const cut = Math.max(link.lastIndexOf('/'), link.lastIndexOf('=')) + 1;
  const toRequest = (end: string) => ({ url: link.slice(0, cut) + end, ...hints });
  return { text: link.slice(cut), toRequest, explainable: true, correctable: true };
}

/** Confidence is rounded to this precision. */
function hundredths(confidence: number): number {
  return Math.round(confidence * 100) / 100;
}

/**
 * Also null when the number, as read or with as few exchanges, may belong to a bank that is used only when named: it would
 * be attributed to another bank.
 */
function correctedReading(
  { text, toRequest }: Reading,
  banks: readonly ReaderBank[],
  resolve: ResolveReference,
) {
  const request = toRequest(text);
  const unnamed = request.reference !== undefined && request.provider === undefined;
  const others = unnamed ? banks.filter(({ namedOnly }) => namedOnly) : [];
  const isAnothers = (spelling: string) =>
    others.some(
      ({ key, isUnambiguous }) =>
        isUnambiguous?.(spelling) && identityOf(resolve({ ...toRequest(spelling), provider: key })) !== null,
    );
  if (isAnothers(text)) return null;
  const corrected = correct(text, (spelling) => {
    const corrected = toRequest(spelling);
    const name = identityOf(resolve(corrected));
    if (name !== null) return { name, meaning: corrected };
    return isAnothers(spelling) ? { name: spelling, meaning: null } : null;
  });
  return corrected && corrected.meaning !== null ? { ...corrected, meaning: corrected.meaning } : null;
}

/** Identity of a resolved receipt, also when the bank needs more input or several banks match. */
function identityOf(resolved: Resolved): string | null {
  if (resolved.kind === 'target') return JSON.stringify(resolved.target);
  return resolved.kind === 'needs' || resolved.kind === 'ambiguous' ? JSON.stringify(resolved) : null;
}

/** True for unsupported banks, and numbers that open no receipt. */
function hasOwner(resolved: Resolved): boolean {
  return resolved.kind === 'unsupported' && resolved.provider !== undefined;
}

/** The receipt's bank; null when unknown. */
function ownerOf(resolved: Resolved): string | null {
  if (resolved.kind === 'target') return resolved.target.provider;
  return 'provider' in resolved ? (resolved.provider ?? null) : null;
}

function plain(text: string | null, lengthMax: number): string | null {
  const bare = text?.replace(invisible, '') ?? '';
  return bare !== '' && bare.length <= lengthMax ? bare : null;
}

/** Removes duplicates of a receipt, keeping the first. */
export function withoutDuplicates(candidates: readonly ReferenceCandidate[]): ReferenceCandidate[] {
  const seen = new Set<string>();
  return candidates.filter(({ request }) => {
    const identity = JSON.stringify(request);
    return !seen.has(identity) && seen.add(identity);
  });
}
