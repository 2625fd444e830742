/** Public API of the renderers. */
export { renderAlert } from './alerts.js';
export {
  type Action,
  decodeAction,
  encodeAction,
  inShop,
  type MemberRole,
  type SettingName,
  shopNamed,
} from './callbacks.js';
export { type BotCommand, commandNames, commandsOf, type MenuRole } from './commands.js';
export { renderDay, renderHistory, renderMyTotal, renderReport, renderShift } from './day.js';
export {
  renderAnswered,
  renderQuestion,
  renderUndoAsk,
  renderUndone,
  undoConfirmation,
} from './decisions.js';
export { exportCsv } from './export.js';
export {
  accountLabel,
  canRetry,
  failureNamed,
  type InputProblem,
  isReversed,
  renderAmountNeeded,
  renderChecking,
  renderDisabledEndpoint,
  renderFailure,
  renderHint,
  renderInputProblem,
  renderNotice,
  renderSlow,
} from './failure.js';
export { formatDate, parseClock, parseDate } from './format.js';
export { loadVocabulary, localeOf, supportedLocale, type Vocabulary, type Words } from './i18n.js';
export { asOptions, button, cancelRow, message, replyTo } from './message.js';
export { nameOf, sanitizeName } from './sanitize.js';
export { renderBanks, renderUsage } from './service.js';
export {
  renderAccountBanks,
  renderAccountRemovalAsk,
  renderAccounts,
  renderClosingChoice,
  renderHolderAsk,
  renderRemovalAsk,
  renderSettingAsk,
  renderSettingError,
  renderSettings,
  renderShopError,
  renderStaff,
} from './shop.js';
export {
  ofShop,
  renderDashboard,
  renderDeleted,
  renderDeletionAsk,
  renderHelp,
  renderHome,
  renderInvitation,
  renderJoined,
  renderJoining,
  renderLanguageChoice,
  renderPrivacy,
  renderShopChoice,
  renderText,
  renderWelcome,
} from './start.js';
export { type Locale, locales, type Message, type Rich, type Setting } from './types.js';
export { renderVerdict, undoButtons } from './verdict.js';
