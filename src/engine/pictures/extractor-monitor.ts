/** Calls the extractor, records its state for the status page and emits events for administrators. */
import { unlessAborted } from '../../deadline.js';
import {
  type DecoderCaller,
  type Extractor,
  ExtractorFailed,
  type Pictures,
  type ReferenceCandidate,
  type Upload,
} from '../../extractor/types.js';
import { Failure } from '../api/errors.js';
import type { ExtractorPart } from '../api/events.js';
import type { ReaderState } from '../api/reading.js';
import type { ExtractorAlerts } from './extractor-alerts.js';

/** Failures in a row, in this process, before the state is `down`: one bad picture is not enough. */
const failuresInARow = 3;
/** The Retry-After of a failure. */
const retrySeconds = 10;

/** Methods throw Failure `unavailable` when the extractor fails. */
export interface MonitoredExtractor {
  readonly mode: Extractor['mode'];
  /** @throws UploadRefused, TooManyEnded; the reason of the caller's signal */
  prepare(uploads: readonly Upload[], caller: DecoderCaller): Promise<Pictures>;
  /** Reads codes and texts. */
  readCodes(pictures: Pictures): Promise<ReferenceCandidate[]>;
  /** Asks the model, in mode `openai`. Goes on when the caller disconnects, because the result is stored. */
  askModel(pictures: Pictures): Promise<ReferenceCandidate[]>;
  state(): ReaderState;
}

const untried: Readonly<Record<Extractor['mode'], ReaderState>> = {
  openai: { status: 'unknown', responseMs: null, error: 'not asked yet' },
  qr: {
    status: 'unknown',
    responseMs: null,
    error: 'QR codes and text in PDFs only; no AI extractor is configured',
  },
  off: { status: 'unknown', responseMs: null, error: 'switched off' },
};

/** @param givenUp when it aborts, calls stop waiting for the extractor and fail with its reason */
export function createMonitoredExtractor(
  extractor: Extractor,
  alerts: ExtractorAlerts,
  now: () => number,
  givenUp: AbortSignal = new AbortController().signal,
): MonitoredExtractor {
  const { mode } = extractor;
  /** State per part: the model may work while codes cannot be read, and the other way round. */
  const states = new Map<ExtractorPart, ReaderState>();
  const failures = { model: 0, codes: 0 };

  async function monitored<T>(part: ExtractorPart, work: () => Promise<T>): Promise<T> {
    const startedAt = now();
    try {
      const result = await unlessAborted(givenUp, work());
      failures[part] = 0;
      const responseMs = part === 'model' ? now() - startedAt : null;
      states.set(part, { status: 'operational', responseMs, error: null });
      alerts.extractorAnswered(part);
      return result;
    } catch (error) {
      if (!(error instanceof ExtractorFailed)) throw error;
      throw failed(part, error);
    }
  }

  function failed(part: ExtractorPart, error: ExtractorFailed): Failure {
    failures[part] += 1;
    const status = failures[part] < failuresInARow ? 'degraded' : 'down';
    states.set(part, { status, responseMs: null, error: error.fault });
    alerts.extractorFailed(part, error.fault);
    const message = 'The pictures could not be read at the moment; nothing was counted.';
    return new Failure('unavailable', { message, retryAfterSeconds: retrySeconds }, { cause: error });
  }

  return {
    mode,
    prepare: (uploads, caller) => monitored('codes', () => extractor.prepare(uploads, caller)),
    readCodes: (pictures) => monitored('codes', () => pictures.candidates()),
    async askModel(pictures) {
      // The model is not asked, so its state does not change.
      if (pictures.jpegs.length === 0) return [];
      return await monitored('model', () => extractor.ask(pictures));
    },
    state() {
      const codes = states.get('codes');
      if (codes && codes.status !== 'operational') return codes;
      return states.get('model') ?? (mode === 'qr' ? (codes ?? untried.qr) : untried[mode]);
    },
  };
}
