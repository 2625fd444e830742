/** What people can do, in the order in which it is asked. */
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
  // In a group that is nobody's nothing behind it is heard.
  composer.use(createGroups(kit));
  composer.use(createTyped(kit));
  // A `/start` with an invitation is not a plain one.
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
  // Buttons under an answer that decide something; the others follow.
  composer.use(createDecisions(kit));
  composer.use(createReceiptButtons(kit));
  // Buttons of an older version, or made up.
  composer.on('callback_query', async (ctx) => {
    await ctx.answerCallbackQuery({ text: ctx.asker.words.t('button-old') });
  });
  // Must be the last: it takes what the others have left.
  composer.use(createReceipts(kit));
  return composer;
}
