/** Dependencies that the features share. */
import type { Config } from '../../src/config/index.js';
import type { Engine } from '../../src/engine/index.js';
import type { Logger } from '../../src/log.js';
import type { Alerts } from './alerts.js';
import type { AnsweredMessages } from './jobs/answered-messages.js';
import type { Delivery } from './jobs/deliver.js';
import type { Jobs } from './jobs/types.js';
import type { Prompts } from './prompts.js';
import type { Setting, Vocabulary } from './render/index.js';
import type { RequestMessages } from './requests/request-messages.js';
import type { AcceptanceMessages } from './verification/message-receipts.js';
import type { Questions } from './verification/questions.js';

export interface FeatureDeps {
  engine: Engine;
  config: Config;
  log: Logger;
  vocabulary: Vocabulary;
  /** Settings of the renderers: time zone, current time and names of banks. */
  setting: () => Setting;
  /** Receipts being checked. */
  jobs: Jobs;
  /** Answered messages and their jobs. */
  answeredMessages: AnsweredMessages;
  /** Sends messages outside of a reply. It retries for up to an hour: a handler must not await it. */
  delivery: Delivery;
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
