/**
 * Adds the checks of an answer to the account's record of its receipt. Answers do not wait for the write: if the process dies
 * before it, the record has the checks of an earlier answer, or none.
 */
import { logBackgroundError } from '#engine/shared/background-errors.js';
import type { Logger } from '../../log.js';
import type { ActivityRecorder } from '../metering/activity.js';
import * as names from '../store/key-names.js';
import type { Scripts } from '../store/scripts.js';
import { type AnswerRecorder, checksOf } from '../verification/response.js';

/** @param activity also records every answer */
export function createAnswerRecorder(
  activity: Pick<ActivityRecorder, 'shown' | 'failed'>,
  scripts: Scripts,
  log: Logger,
): AnswerRecorder {
  return {
    failed: activity.failed,
    shown(entry, receipt) {
      activity.shown(entry, receipt);
      const found = checksOf(receipt);
      if (found === null) return;
      const printed = names.printed(receipt.realm, receipt.target.provider, found.printed);
      const record = [names.verifiedReceipt(entry.account, printed)];
      const written = scripts.run('hash-set-if-exists', record, ['checks', JSON.stringify(found.checks)]);
      written.catch((error: unknown) => logBackgroundError(log, { component: 'records' }, error));
    },
  };
}
