/** Dependencies and shared types of the pages. */
import type { Config } from '../config/index.js';
import type { Engine } from '../engine/index.js';
import type { SandboxExample } from '../http/pages.js';
import type { PageLanguage, Words } from './i18n/index.js';

export interface WebDeps {
  engine: Engine;
  config: Config;
  /** Null in deployments without simulated banks. */
  sandbox: { examples(): readonly SandboxExample[] } | null;
}

/** The visitor of a page: data of the request needed to render it. */
export interface PageContext {
  language: PageLanguage;
  words: Words;
  /** CSRF token, a hidden field of every form that posts. */
  csrfToken: string;
}
