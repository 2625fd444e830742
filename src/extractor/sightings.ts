/**
 * From what the model says it sees to what a bank can be asked for. A hint is kept only when some bank knows it: as it
 * stands, or with look-alike characters exchanged. Pure.
 */
import type { Resolved } from '../providers/resolve.js';
import type { Detection } from './answer.js';
import type { ReaderBank } from './prompt.js';
import { correct } from './spellings.js';
import type { Sighting } from './types.js';

/** Which receipt is meant (providers/resolve.ts): asks no bank. */
export type Resolve = (request: Sighting['request']) => Resolved;

type Request = Sighting['request'];

/** What an exchanged character leaves of the confidence. */
const faithInCorrection = 0.8;
const linkLengthMax = 2_048;
const referenceLengthMax = 128;
/** A masked account has other signs, and its digits would be taken for others. */
const wholeAccount = /^\d{8,20}$/;
const invisible = /[\s\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/g;

/** The most confident first, each once. */
export function sightingsOf(
  detections: readonly Detection[],
  banks: readonly ReaderBank[],
  resolve: Resolve,
): Sighting[] {
  const sightings = detections
    .map((detection) => sightingOf(detection, banks, resolve))
    .filter((sighting) => sighting !== null)
    .toSorted((a, b) => b.confidence - a.confidence);
  return withoutRepeats(sightings);
}

/** One way to ask for the receipt. `spell` puts another spelling of `text` in its place. */
interface Reading {
  text: string;
  spell(text: string): Request;
  /** True when a bank's own word on it is worth telling, though no receipt can be asked for by it. */
  telling: boolean;
}

function sightingOf(detection: Detection, banks: readonly ReaderBank[], resolve: Resolve): Sighting | null {
  const readings = readingsOf(detection, banks);
  const confidence = hundredths(Math.min(1, Math.max(0, detection.confidence)));
  const asItStands = readings.find(({ text, spell }) => meaningOf(resolve(spell(text))));
  if (asItStands) return { request: asItStands.spell(asItStands.text), confidence, by: 'ai' };
  for (const reading of readings) {
    const corrected = correctedReading(reading, resolve);
    if (!corrected) continue;
    const { meaning, changes } = corrected;
    return { request: meaning, confidence: hundredths(confidence * faithInCorrection ** changes), by: 'ai' };
  }
  const told = readings.find(({ text, spell, telling }) => telling && hasOwner(resolve(spell(text))));
  return told ? { request: told.spell(told.text), confidence, by: 'ai' } : null;
}

/** The link first: it has all a bank needs. Then the number at the bank the model names, then at any. */
function readingsOf(detection: Detection, banks: readonly ReaderBank[]): Reading[] {
  const account = detection.account?.replace(/[\s-]+/g, '') ?? '';
  const hints = wholeAccount.test(account) ? { account } : {};
  const bank = banks.find(({ key }) => key === detection.bank);
  const readings: Reading[] = [];
  const link = plain(detection.link, linkLengthMax);
  if (link) readings.push(readingOfLink(/^[a-z]+:/i.test(link) ? link : `https://${link}`, hints));
  const reference = plain(detection.reference, referenceLengthMax);
  if (reference && bank) {
    const spell = (text: string) => ({ reference: text, provider: bank.key, ...hints });
    readings.push({ text: reference, spell, telling: bank.support === 'recognised' });
  }
  if (reference) {
    const spell = (text: string) => ({ reference: text, ...hints });
    readings.push({ text: reference, spell, telling: true });
  }
  return readings;
}

/** Only the end of a link is spelt otherwise: what stands before it names the bank. */
function readingOfLink(link: string, hints: { account?: string }): Reading {
  const cut = Math.max(link.lastIndexOf('/'), link.lastIndexOf('=')) + 1;
  const spell = (end: string) => ({ url: link.slice(0, cut) + end, ...hints });
  return { text: link.slice(cut), spell, telling: true };
}

/** More digits than these no model means. */
function hundredths(confidence: number): number {
  return Math.round(confidence * 100) / 100;
}

function correctedReading({ text, spell }: Reading, resolve: Resolve) {
  return correct(text, (spelling) => {
    const request = spell(spelling);
    const name = meaningOf(resolve(request));
    return name === null ? null : { name, meaning: request };
  });
}

/** A name for the receipt that is meant, be it that the bank needs more or that several banks know the number. */
function meaningOf(resolved: Resolved): string | null {
  switch (resolved.kind) {
    case 'target':
      return JSON.stringify(resolved.target);
    case 'needs':
    case 'ambiguous':
      return JSON.stringify(resolved);
    default:
      return null;
  }
}

/** A bank that is only recognised, or a number the bank itself says opens nothing. */
function hasOwner(resolved: Resolved): boolean {
  return resolved.kind === 'unsupported' && resolved.provider !== undefined;
}

function plain(text: string | null, lengthMax: number): string | null {
  const bare = text?.replace(invisible, '') ?? '';
  return bare !== '' && bare.length <= lengthMax ? bare : null;
}

/** The same receipt seen several times is one: as it was seen first. */
export function withoutRepeats(sightings: readonly Sighting[]): Sighting[] {
  const seen = new Set<string>();
  return sightings.filter(({ request }) => {
    const identity = JSON.stringify(request);
    return !seen.has(identity) && seen.add(identity);
  });
}
