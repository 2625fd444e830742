/** Opens jobs for the receipts of a message: one for each text, one for the pictures of an album. */
import type { FeatureDeps } from '../../deps.js';
import { contentOf, type Job, type JobRequest, newJob, type Piece, printOf, unread } from '../../jobs/job.js';
import { albumMs } from '../../jobs/types.js';
import type { ReadableFile } from '../../parse-message.js';
import type { InputProblem } from '../../render/index.js';
import { Corrections, picturesMax, picturesOf } from './corrections.js';
import type { ParsedText, Where } from './message-content.js';

/** Maximum number of receipts in one message. */
const receiptsMax = 20;

export type JobOpener = ReturnType<typeof createJobOpener>;

export function createJobOpener(deps: FeatureDeps) {
  const { jobs, now } = deps;
  const corrections = new Corrections(deps);
  return { openTexts, openPictures };

  async function openTexts(
    where: Where,
    asked: readonly JobRequest[],
    { whole, expected, note, edited }: ParsedText,
  ): Promise<InputProblem | null> {
    // It is unknown which of them the amount is for.
    if (asked.length > 1 && expected !== null) return 'shared_amount';
    const print = printOf(whole, expected ?? '');
    const piece = { message: where.message, content: contentOf(whole), print, expected, note };
    const named = asked.slice(0, receiptsMax).map((request, nth) => {
      const what = { kind: 'text' as const, request };
      return newJob({ ...where, part: String(nth), what, expected, note, pieces: [piece] }, now());
    });
    if (edited) await corrections.texts(named, piece);
    else for (const job of named) await jobs.open(job);
    return asked.length > receiptsMax ? 'too_many' : null;
  }

  /** The first picture of an album opens the job; the others join it while it waits. */
  async function openPictures(
    { media_group_id: group, message_id }: { media_group_id?: string | undefined; message_id: number },
    where: Where,
    { whole, text, expected, note, edited }: ParsedText,
    { file, unique }: ReadableFile,
  ): Promise<InputProblem | null> {
    const print = printOf(unique, whole, expected ?? '');
    const content = contentOf(unique);
    const piece = { message: message_id, content, print, expected, file, caption: text, note };
    const given = { ...where, what: picturesOf([piece]), expected, note, pieces: [piece] };
    if (group === undefined) {
      const job = newJob({ ...given, part: '0' }, now());
      if (edited) return await corrections.picture(job, piece);
      await jobs.open(job);
      return null;
    }
    // All pictures of an album must find the same job, so its id is derived from the album alone.
    const job = {
      ...newJob({ ...given, message: 0, part: `album ${group}` }, now()),
      message: where.message,
      album: true,
    };
    const alone = newJob({ ...given, part: '0' }, now());
    if (edited)
      return await corrections.picture((await corrections.findEarlier(alone)) === null ? job : alone, piece);
    if (await jobs.open({ ...job, readyAt: now() + albumMs })) return null;
    return await joinAlbum(job.id, piece, alone);
  }

  /** @param alone a job for this picture alone */
  async function joinAlbum(id: string, piece: Piece, alone: Job): Promise<InputProblem | null> {
    let problem: InputProblem | null = null;
    const joined = await jobs.update(id, ({ pieces, what }) => {
      if (pieces.some(({ message }) => message === piece.message)) return {};
      if (what.kind !== 'pictures') return null;
      if (pieces.length >= picturesMax) {
        problem = 'too_many';
        return {};
      }
      const all = [...pieces, piece];
      const note = all.find((each) => each.note !== undefined)?.note;
      const written = { expected: expectedOf(all), note };
      return { pieces: all, what: picturesOf(all), ...written, readyAt: now() + albumMs };
    });
    if (!joined) await openLate(await jobs.find(id), alone);
    return problem;
  }

  /** A picture that arrives after the album was answered gets its own answer; the amount applies to all. */
  async function openLate(album: Job | null, alone: Job): Promise<void> {
    const { expected } = alone;
    if (album !== null && expected !== null && album.expected === null) {
      await jobs.replace({ ...album, expected, undone: false });
    }
    const { shared, expected: written = null } = album ?? {};
    await jobs.open({ ...alone, expected: expected ?? written, ...(shared && { shared }) });
  }
}

/** The amount of an album, whichever piece has it; `unread` if there are two. */
function expectedOf(pieces: readonly Piece[]): string | null {
  const amounts = new Set(pieces.flatMap(({ expected }) => expected ?? []));
  return amounts.size > 1 ? unread : ([...amounts][0] ?? null);
}
