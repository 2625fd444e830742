/** Dependencies and shared types of the pages. */
import type { Config } from '../config/index.js';
import type { Engine } from '../engine/index.js';
import type { SandboxExample } from '../http/pages.js';
import type { PayingReceipt } from '../sandbox/types.js';
import type { PageLanguage, Words } from './i18n/index.js';

export interface WebDeps {
  engine: Engine;
  config: Config;
  /** Null in deployments without simulated banks. */
  sandbox: {
    examples(): readonly SandboxExample[];
    /** Telebirr receipts of one amount, one for each outcome; without it there is no shop. @param month `yyyy-MM`, before which they were paid */
    paying?: (birr: number, seed: string, month: string) => readonly PayingReceipt[];
  } | null;
}

/** The visitor of a page: data of the request needed to render it. */
export interface Visitor {
  language: PageLanguage;
  words: Words;
}

/** The visitor of a page with forms. */
export interface PageContext extends Visitor {
  /** CSRF token, a hidden field of every form that posts. */
  csrfToken: string;
}
