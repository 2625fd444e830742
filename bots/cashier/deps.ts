/** Dependencies that the features share. */
import type { Config } from '../../src/config/index.js';
import type { Alerts } from './alerts.js';
import type { MessengerDeps } from './broadcast.js';
import type { AnsweredMessages } from './jobs/answered-messages.js';
import type { Jobs } from './jobs/types.js';
import type { Prompts } from './prompts.js';
import type { RequestMessages } from './requests/request-messages.js';
import type { AcceptanceMessages } from './verification/message-receipts.js';
import type { Questions } from './verification/questions.js';

export interface FeatureDeps extends MessengerDeps {
  config: Config;
  /** Receipts being checked. */
  jobs: Jobs;
  /** Answered messages and their jobs. */
  answeredMessages: AnsweredMessages;
  /** Immediate alerts to owners. */
  alerts: Alerts;
  /** Messages that show payment requests. */
  requestMessages: RequestMessages;
  /** Questions that people answer by typing. */
  prompts: Prompts;
  /** Questions to owners about receipts. */
  questions: Questions;
  /** Messages that show an accepted receipt. */
  acceptanceMessages: AcceptanceMessages;
  now: () => number;
}
