/** Events for administrators about picture reading: the daily budget, and a failing extractor. */
import type { Window } from '#engine/shared/windows.js';
import type { ExtractorPart } from '../api/events.js';
import type { Events } from '../store/events.js';
import type { FailureStreaks } from '../store/failure-streaks.js';

/** Used share of the budget from which it counts as low. */
const lowShare = 0.8;
/** Failures in a row, across all processes, before the event is emitted. */
const failuresInARow = 3;

export interface ExtractorAlerts {
  /** Never throws and never waits. An event that could not be written is tried again at the next read. */
  onDailyUse(used: number, day: Window): void;
  extractorFailed(part: ExtractorPart, cause: string): void;
  extractorAnswered(part: ExtractorPart): void;
}

export function createExtractorAlerts(
  events: Events,
  streaks: FailureStreaks,
  dailyBudget: number,
): ExtractorAlerts {
  /** Events that this process has emitted for a day, so that not every read asks the store. */
  const emitted = new Set<string>();

  async function emitOnce(name: string, emit: () => Promise<unknown>): Promise<void> {
    if (emitted.has(name)) return;
    emitted.add(name);
    await emit().catch(() => emitted.delete(name));
  }

  async function onFailure(part: ExtractorPart, cause: string): Promise<void> {
    const { failures, since } = await streaks.failed(part);
    if (failures < failuresInARow) return;
    await events.emit({ kind: 'extractor_failing', part, since, cause, failures });
  }

  async function onAnswer(part: ExtractorPart): Promise<void> {
    const streak = await streaks.read(part);
    if (streak === null) return;
    const { failures, since } = streak;
    if (failures >= failuresInARow) await events.emit({ kind: 'extractor_works', part, failingSince: since });
    await streaks.reset(part);
  }

  return {
    onDailyUse(used, { name: day, endsAt }) {
      const facts = { day, used, budget: dailyBudget, endsAt: new Date(endsAt).toISOString() };
      if (used >= dailyBudget) {
        void emitOnce(`${day} spent`, () => events.emit({ kind: 'screenshot_budget_spent', ...facts }));
      } else if (used >= dailyBudget * lowShare) {
        void emitOnce(`${day} low`, () => events.emit({ kind: 'screenshot_budget_low', ...facts }));
      }
    },
    extractorFailed: (part, cause) => void onFailure(part, cause).catch(() => undefined),
    extractorAnswered: (part) => void onAnswer(part).catch(() => undefined),
  };
}
