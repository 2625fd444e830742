/** The features, in the order in which they see an update. */
import { Composer } from 'grammy';
import type { FeatureDeps } from '../deps.js';
import type { CashierContext } from '../identify.js';
import { createAccounts } from './accounts.js';
import { createDay } from './day.js';
import { createDecisions } from './decisions.js';
import { createDeletion } from './deletion.js';
import { createErrorBoundary } from './error-boundary.js';
import { createGroups } from './groups.js';
import { createInvitations } from './invitations.js';
import { createMenu } from './menu.js';
import { createPromptAnswers } from './prompt-answers.js';
import { createReceipts } from './receipt.js';
import { createReceiptButtons } from './receipt-buttons.js';
import { createReport } from './report.js';
import { createService } from './service.js';
import { createSettings } from './settings.js';
import { createShift } from './shift.js';
import { createStaff } from './staff.js';
import { createStart } from './start.js';
import { createSwitchShop } from './switch-shop.js';

export function createFeatures(deps: FeatureDeps): Composer<CashierContext> {
  const composer = new Composer<CashierContext>();
  composer.use(createMenu(deps));
  composer.use(createErrorBoundary(deps));
  // In a group without a shop the features after this one do not run.
  composer.use(createGroups(deps));
  composer.use(createPromptAnswers(deps));
  // Before `start`: handles `/start` with an invitation.
  composer.use(createInvitations(deps));
  composer.use(createStart(deps));
  composer.use(createStaff(deps));
  composer.use(createSwitchShop(deps));
  composer.use(createAccounts(deps));
  composer.use(createSettings(deps));
  composer.use(createDay(deps));
  composer.use(createShift(deps));
  composer.use(createReport(deps));
  composer.use(createService(deps));
  composer.use(createDeletion(deps));
  // Buttons for decisions, before the other buttons under an answer.
  composer.use(createDecisions(deps));
  composer.use(createReceiptButtons(deps));
  // Unknown buttons: of an older version, or forged.
  composer.on('callback_query', async (ctx) => {
    await ctx.answerCallbackQuery({ text: ctx.sender.words.t('button-old') });
  });
  // Must be the last: takes every remaining message.
  composer.use(createReceipts(deps));
  return composer;
}
