/** The features, in the order in which they see an update. */
import { Composer } from 'grammy';
import type { FeatureDeps } from '../deps.js';
import type { CashierContext } from '../identify.js';
import { createDay } from './day.js';
import { createErrorBoundary } from './error-boundary.js';
import { createGroups } from './groups.js';
import { createMenu } from './menu.js';
import { createPromptAnswers } from './prompt-answers.js';
import { createDecisions } from './receipts/decisions.js';
import { createReceipts } from './receipts/receipt.js';
import { createReceiptButtons } from './receipts/receipt-buttons.js';
import { createUndo } from './receipts/undo.js';
import { createReport } from './report.js';
import { createRequest } from './request.js';
import { createService } from './service.js';
import { createShift } from './shift.js';
import { createAccounts } from './shop/accounts.js';
import { createDeletion } from './shop/deletion.js';
import { createInvitations } from './shop/invitations.js';
import { createSettings } from './shop/settings.js';
import { createStaff } from './shop/staff.js';
import { createStart } from './shop/start.js';
import { createSwitchShop } from './shop/switch-shop.js';

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
  composer.use(createRequest(deps));
  composer.use(createDay(deps));
  composer.use(createShift(deps));
  composer.use(createReport(deps));
  composer.use(createService(deps));
  composer.use(createDeletion(deps));
  // Buttons for decisions, before the other buttons under an answer.
  composer.use(createDecisions(deps));
  composer.use(createUndo(deps));
  composer.use(createReceiptButtons(deps));
  // Unknown buttons: of an older version, or forged.
  composer.on('callback_query', async (ctx) => {
    await ctx.answerCallbackQuery({ text: ctx.sender.words.t('button-old') });
  });
  // Must be the last: takes every remaining message.
  composer.use(createReceipts(deps));
  return composer;
}
