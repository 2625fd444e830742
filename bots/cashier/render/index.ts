/** The door of this room: what features draw with. */
export { type Action, decodeAction, encodeAction } from './callbacks.js';
export { asOptions, button, message } from './message.js';
export * from './types.js';
export { renderVerdict, type VerdictOptions, type Verified } from './verdict.js';
export { loadVocabulary, localeOf, type Vocabulary, type Words } from './words.js';
