/**
 * Adds the checks of an answer to the account's record of its receipt. Not awaited, so that no answer waits for it: a process that
 * dies at that moment leaves the checks of an earlier answer, or none.
 */
import { logBackgroundError } from '#engine/shared/background-errors.js';
import type { Logger } from '../../log.js';
import type { ActivityRecorder } from '../metering/activity.js';
import * as names from '../store/key-names.js';
import type { Scripts } from '../store/scripts.js';
import { type AnswerRecorder, checksOf } from '../verification/response.js';

/** @param activity is told the same */
export function createAnswerRecorder(
  activity: Pick<ActivityRecorder, 'shown' | 'failed'>,
  scripts: Scripts,
  log: Logger,
): AnswerRecorder {
  return {
    failed: activity.failed,
    shown(entry, shown) {
      activity.shown(entry, shown);
      const found = checksOf(shown);
      if (found === null) return;
      const printed = names.printed(shown.realm, shown.target.provider, found.printed);
      const record = [names.verifiedReceipt(entry.account, printed)];
      const written = scripts.run('hash-set-if-exists', record, ['checks', JSON.stringify(found.checks)]);
      written.catch((error: unknown) => logBackgroundError(log, { component: 'records' }, error));
    },
  };
}
