/** The features, in the order in which they see an update. */
import { Composer } from 'grammy';
import type { Kit } from '../deps.js';
import type { CashierContext } from '../identify.js';
import { createAccounts } from './accounts.js';
import { createDay } from './day.js';
import { createDecisions } from './decisions.js';
import { createDeletion } from './deletion.js';
import { createGuard } from './error-boundary.js';
import { createGroups } from './groups.js';
import { createInvitations } from './invitations.js';
import { createMenu } from './menu.js';
import { createTyped } from './prompt-answers.js';
import { createReceipts } from './receipt.js';
import { createReceiptButtons } from './receipt-buttons.js';
import { createReport } from './report.js';
import { createService } from './service.js';
import { createSettings } from './settings.js';
import { createShift } from './shift.js';
import { createStaff } from './staff.js';
import { createStart } from './start.js';
import { createSwitch } from './switch-shop.js';

export function createFeatures(kit: Kit): Composer<CashierContext> {
  const composer = new Composer<CashierContext>();
  composer.use(createMenu(kit));
  composer.use(createGuard(kit));
  // In a group without a shop the features after this one do not run.
  composer.use(createGroups(kit));
  composer.use(createTyped(kit));
  // Before `start`: handles `/start` with an invitation.
  composer.use(createInvitations(kit));
  composer.use(createStart(kit));
  composer.use(createStaff(kit));
  composer.use(createSwitch(kit));
  composer.use(createAccounts(kit));
  composer.use(createSettings(kit));
  composer.use(createDay(kit));
  composer.use(createShift(kit));
  composer.use(createReport(kit));
  composer.use(createService(kit));
  composer.use(createDeletion(kit));
  // Buttons for decisions, before the other buttons under an answer.
  composer.use(createDecisions(kit));
  composer.use(createReceiptButtons(kit));
  // Unknown buttons: of an older version, or forged.
  composer.on('callback_query', async (ctx) => {
    await ctx.answerCallbackQuery({ text: ctx.asker.words.t('button-old') });
  });
  // Must be the last: takes every remaining message.
  composer.use(createReceipts(kit));
  return composer;
}
