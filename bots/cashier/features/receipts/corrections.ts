/** Applies an edited message: its answers stay or are rerun, and new receipts get answers. */
import { type Engine, Failure } from '../../../../src/engine/index.js';
import type { FeatureDeps } from '../../deps.js';
import { askedIn, idOf, isSamePiece, type Job, type JobRequest, type Piece } from '../../jobs/job.js';
import { albumMs } from '../../jobs/types.js';
import type { InputProblem } from '../../render/index.js';

/** Maximum number of pictures per receipt (docs/api.md#pictures). */
export const picturesMax = 5;

export class Corrections {
  constructor(private readonly deps: Pick<FeatureDeps, 'engine' | 'jobs' | 'answeredMessages'>) {}

  /**
   * A receipt that the message still names keeps its answer. A new one takes over the answer of one that is no longer named,
   * or gets its own if that answer must stay. Answers left over say that their receipt is no longer named.
   */
  async texts(named: readonly Job[], piece: Piece): Promise<void> {
    const [{ chat = 0 } = {}] = named;
    const about = await this.deps.jobs.about(chat, piece.message);
    const before = about.filter(
      (job) =>
        askedIn(job) === chat &&
        job.message === piece.message &&
        job.pieces.every(({ file }) => file === undefined),
    );
    const same = named.map((job) => before.find((earlier) => namesSame(earlier, job)));
    const unmatched = new Set(before.filter((earlier) => !same.includes(earlier)));
    const taken = new Set(about.map(({ id }) => id));
    for (const [nth, job] of named.entries()) {
      const candidates = [...unmatched];
      const old =
        same[nth] ??
        candidates.find((earlier) => this.#isSameReceipt(earlier, job)) ??
        candidates.find((earlier) => !isDecided(earlier));
      if (old !== undefined) {
        unmatched.delete(old);
        await this.#correct(job, old, piece);
        continue;
      }
      const id = freeId(job, taken);
      taken.add(id);
      // The amount given for a receipt whose answer stays applies to the one that takes its place.
      const [stays] = candidates;
      if (stays) unmatched.delete(stays);
      const added = { ...job, id, expected: stays ? membersAfter(stays, piece).expected : job.expected };
      // By webhook an edit may be handled before its message, whose job must then exist already.
      const isNew = about.length === 0 && (await this.deps.jobs.open(added));
      if (!isNew) await this.deps.jobs.replace(added);
    }
    for (const job of unmatched) {
      if (!isDecided(job) && !job.undone && !job.dropped)
        await this.deps.jobs.replace({ ...job, dropped: true });
    }
  }

  /** Whether both name the same receipt, possibly written differently. */
  #isSameReceipt(before: Job, { what }: Job): boolean {
    if (before.what.kind !== 'text' || what.kind !== 'text') return false;
    const reference = referenceIn(this.deps.engine, before.what.request);
    return reference !== null && reference === referenceIn(this.deps.engine, what.request);
  }

  /** Updates the existing answer if the message has changed. */
  async #correct(job: Job, before: Job, piece: Piece): Promise<void> {
    const old = before.pieces.find((earlier) => isSamePiece(earlier, piece));
    if (old?.print === piece.print && !before.dropped) return;
    const edited = membersAfter(before, piece);
    const { expected, note, pieces } = edited;
    const isSame = namesSame(before, job);
    if (isSame && !before.dropped && expected === before.expected && note === before.note)
      return await this.deps.jobs.keep({ ...before, pieces });
    const other = this.#isSameReceipt(before, job)
      ? { ...before, what: job.what }
      : { ...job, id: before.id, ...takenOver(before, expected) };
    const changed = isSame ? { ...before, dropped: undefined } : other;
    await this.deps.jobs.replace({ ...changed, ...edited, undone: staysUndone(changed, expected) });
  }

  /** The earlier record of the same job. */
  async findEarlier({ id, chat, message }: Job): Promise<Job | null> {
    return (
      (await this.deps.jobs.find(id)) ??
      (await this.deps.answeredMessages.about(chat, message)).find((job) => job.id === id) ??
      null
    );
  }

  /** Reads the pictures again only if the picture, or the receipt named in its caption, has changed. */
  async picture(job: Job, piece: Piece): Promise<InputProblem | null> {
    const before = await this.findEarlier(job);
    if (before === null) {
      // By webhook it may be handled before the album's pictures.
      await this.deps.jobs.open(job.album ? { ...job, readyAt: Date.now() + albumMs } : job);
      return null;
    }
    const old = before.pieces.find((earlier) => isSamePiece(earlier, piece));
    if (old?.print === piece.print) return null;
    const edited = membersAfter(before, piece);
    const { expected, note, pieces } = edited;
    if (this.#contentKey(old) !== this.#contentKey(piece)) {
      if (isDecided(before)) return await this.picture({ ...this.#secondJob(job, piece), expected }, piece);
      const same = { ...takenOver(before, expected), message: before.message };
      await this.deps.jobs.replace({ ...job, ...same, ...edited, what: picturesOf(pieces) });
    } else if (expected === before.expected && note === before.note) {
      await this.deps.jobs.keep({ ...before, pieces });
    } else {
      // It is unknown which of the receipts the amount is for.
      const about = await this.deps.jobs.about(job.chat, piece.message);
      const isShared = about.filter((other) => this.#isCurrent(other, piece)).length > 1;
      if (isShared && expected !== before.expected) return 'shared_amount';
      await this.deps.jobs.replace({ ...before, ...edited, undone: staysUndone(before, expected) });
    }
    return null;
  }

  /** Identity of the picture's content: the file, and the receipts in its caption. */
  #contentKey(piece: Piece | undefined): string {
    return JSON.stringify([piece?.content, this.deps.engine.receiptsIn(piece?.caption ?? '')]);
  }

  /** Whether the job is for the current content of the message, not for an earlier one. */
  #isCurrent({ pieces }: Job, piece: Piece): boolean {
    const own = pieces.find((earlier) => isSamePiece(earlier, piece));
    return own === undefined || this.#contentKey(own) === this.#contentKey(piece);
  }

  /** A second job for the current content, if the answer to the earlier content must stay. */
  #secondJob({ album: _, ...job }: Job, piece: Piece): Job {
    const id = idOf(job.chat, piece.message, `instead ${this.#contentKey(piece)}`);
    return { ...job, id, message: piece.message, pieces: [piece], what: picturesOf([piece]) };
  }
}

/** Null if it is no receipt of any bank. */
export function referenceIn(engine: Engine, request: JobRequest): string | null {
  try {
    return engine.resolve(request).reference;
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

/** The request for an album or a single picture. */
export function picturesOf(pieces: readonly Piece[]): Job['what'] {
  const files = pieces.flatMap(({ file }) => file ?? []);
  const captions = pieces.flatMap(({ caption = '' }) => (caption === '' ? [] : [caption]));
  return { kind: 'pictures', files: files.slice(0, picturesMax), caption: captions.join('\n') };
}

/** The pieces with the current version of one message, in the order of the messages. */
export function piecesAfter({ pieces }: Job, piece: Piece): Piece[] {
  const others = pieces.filter((other) => !isSamePiece(other, piece));
  return [...others, piece].sort((a, b) => a.message - b.message);
}

/** The amount and the note stay, wherever they were given, unless this message gives others than before. */
function membersAfter(before: Job, piece: Piece): Pick<Job, 'expected' | 'note' | 'pieces'> {
  const { expected, note } = piece;
  const old = before.pieces.find((earlier) => isSamePiece(earlier, piece));
  return {
    expected: expected === null || expected === old?.expected ? before.expected : expected,
    note: note === undefined || note === old?.note ? before.note : note,
    pieces: piecesAfter(before, piece),
  };
}

/** What another receipt takes over with the answer. It still pays the rest of a third one, unless the amount has changed. */
function takenOver({ chat, from, answer, first, expected, parts }: Job, expectedNow: string | null) {
  return { chat, from, answer, first, ...(expectedNow === expected && { parts }) };
}

/** An undone acceptance stays undone unless the amount changes; other words do not matter. */
function staysUndone({ undone = false, expected }: Job, expectedNow: string | null): boolean {
  return undone && expectedNow === expected;
}

/**
 * Whether the answer led to an acceptance or to a question to the owners. Such an answer stays whatever its message names
 * now: only undoing the acceptance frees the receipt.
 */
function isDecided({ book, approved = false, asks, split = false }: Job): boolean {
  return book?.accepted === true || approved || asks !== undefined || split;
}

/** The first unused job id of the message. */
function freeId({ chat, message }: Job, taken: ReadonlySet<string>): string {
  for (let part = 0; ; part += 1) {
    const id = idOf(chat, message, String(part));
    if (!taken.has(id)) return id;
  }
}

/** Whether both ask for the same receipt; buttons may have added a bank or digits. */
function namesSame({ what: before }: Job, { what }: Job): boolean {
  if (before.kind !== 'text' || what.kind !== 'text') return false;
  const named = ({ url, reference, text }: JobRequest) => JSON.stringify([url, reference, text]);
  return named(before.request) === named(what.request);
}
