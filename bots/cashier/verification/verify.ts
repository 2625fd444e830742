/** Asks the engine about the receipt of a job, which pictures may show. */
import {
  type Detection,
  type Engine,
  Failure,
  type ImageRequest,
  type Resolution,
  type Verification,
} from '../../../src/engine/index.js';
import type { Files } from '../files.js';
import type { Job, JobRequest } from '../jobs/job.js';
import type { JobContext } from '../jobs/types.js';
import { type LookupDeps, lookUp, type VerifyOptions, viewMemoryMs } from './lookup.js';
import { delayReports, slowMsDefault } from './slow-reports.js';

/** One amount was given for several receipts. */
export class SharedAmount extends Error {
  override readonly name = 'SharedAmount';
}

export interface VerifyReceiptDeps extends LookupDeps {
  files: Files;
}

/** @throws Failure; DownloadFailed; the reason of the context's signal */
export async function verifyReceipt(
  deps: VerifyReceiptDeps,
  context: JobContext,
  options: VerifyOptions,
): Promise<Verification> {
  const { what, givenUp } = context.job;
  if (givenUp) throw failureOf(givenUp);
  if (what.kind === 'text') return await lookUp(deps, context, options, what.request);
  try {
    const { result, detections } = await readPictures(deps, context, options, what);
    await openOthers(deps, context, what, detections, result.reference);
    const request = requestWithoutPictures(deps, result);
    // Stored, so that the pictures are not read again.
    if (request !== null) await context.save({ what: { kind: 'text', request } });
    return result;
  } catch (error) {
    const shown = error instanceof Failure ? requestIn(error) : null;
    if (!(error instanceof Failure) || shown === null) throw error;
    const { detections = [], reference = shown.reference } = error.details;
    await openOthers(deps, context, what, detections, reference);
    const doubtful = mayBeMisread(detections, reference);
    await context.save({ what: { kind: 'text', request: shown, doubtful }, askedAt: null });
    if (error.failure !== 'needs_account' && error.failure !== 'ambiguous') throw error;
    return await lookUp(deps, context, options, shown);
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
  const written = new Set(engine.receiptsIn(caption).map((request) => resolved(engine, request)?.reference));
  const others = new Map<string, JobRequest>();
  for (const { reference: other, url, provider, by, confidence } of detections) {
    if (other === null || other === reference) continue;
    const isSeen = by === 'qr' || written.has(other) || (files.length > 1 && confidence >= confidenceMin);
    const request = url === null ? { reference: other, ...(provider !== null && { provider }) } : { url };
    if (isSeen) others.set(other, request);
  }
  if (others.size === 0) return;
  if (context.job.expected !== null) throw new SharedAmount();
  for (const [name, request] of others)
    await context.openOther(name, { kind: 'text', request, doubtful: mayBeMisread(detections, name) });
}

/** Whether only the AI model has read the reference. */
function mayBeMisread(detections: readonly Detection[], reference: string | undefined): boolean {
  const same = detections.filter((detection) => detection.reference === reference);
  return (same.length > 0 ? same : detections.slice(0, 1)).every(({ by }) => by === 'ai');
}

function failureOf({ failure, providerKey, reference, status }: NonNullable<Job['givenUp']>): Failure {
  const receipt = status === undefined ? {} : { receipt: { source: '', transactionStatus: status } };
  return new Failure(failure, { providerKey, reference, ...receipt });
}

/** The request found in the pictures; null if that is not enough to ask again without them. */
function requestIn({ details }: Failure): JobRequest | null {
  const { detections = [], reference, providerKey } = details;
  const shown = detections.find((detection) => detection.reference === reference) ?? detections[0];
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
  const leadsToReceipt = (request: JobRequest) => {
    const read = resolved(engine, request);
    return read?.needs.length === 0 && read.providerKey === providerKey && read.reference === reference;
  };
  const requests: JobRequest[] = [{ url: resolvedUrl }, { reference, provider: providerKey }];
  return requests.find(leadsToReceipt) ?? null;
}

async function readPictures(
  { engine, files, now, slowMs = slowMsDefault }: VerifyReceiptDeps,
  context: JobContext,
  { caller, onSlow }: VerifyOptions,
  { files: ids, caption }: { files: readonly string[]; caption: string },
): Promise<{ result: Verification; detections: readonly Detection[] }> {
  const { job, signal } = context;
  const mayHaveBeenOpened = job.askedAt !== null && now() - job.askedAt > viewMemoryMs;
  // The pictures may show a view-limited link, which a crashed run may already have opened.
  if (mayHaveBeenOpened) throw new Failure('bank_timeout');
  await context.save({ askedAt: now() });
  const request = async (): Promise<ImageRequest> => {
    const pictures = await Promise.all(ids.map((id) => files.bytes(id, signal)));
    return { pictures, ...(caption !== '' && { text: caption }) };
  };
  const slowReports = delayReports(onSlow, slowMs);
  slowReports.report({ bank: undefined, position: null });
  try {
    const { upstream, detections } = await engine.verifyImage(request, caller, { signal });
    return { result: upstream.result, detections };
  } finally {
    slowReports.stop();
  }
}
