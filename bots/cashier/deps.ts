/** What the features of the bot share. */
import type { Config } from '../../src/config/index.js';
import type { Engine } from '../../src/engine/index.js';
import type { Logger } from '../../src/log.js';
import type { Alerts } from './alerts.js';
import type { Said } from './jobs/answered-messages.js';
import type { Delivery } from './jobs/deliver.js';
import type { Jobs } from './jobs/jobs.js';
import type { Asks } from './prompts.js';
import type { Setting, Vocabulary } from './render/index.js';
import type { Bearers } from './verification/message-receipts.js';
import type { Questions } from './verification/questions.js';

export interface Kit {
  engine: Engine;
  config: Config;
  log: Logger;
  vocabulary: Vocabulary;
  /** Where and when a message is drawn: now. */
  setting: () => Setting;
  /** Receipts that are worked on. */
  jobs: Jobs;
  /** Answers of the last day, by message. */
  said: Said;
  /** Brings messages into chats that have not just written; patient, so never to be waited for by a handler. */
  delivery: Delivery;
  /** What owners are told at once. */
  alerts: Alerts;
  /** What people have been asked to type. */
  asks: Asks;
  /** What owners have been asked about receipts. */
  questions: Questions;
  /** Which answer bears the acceptance of a receipt. */
  bearers: Bearers;
  now: () => number;
}
