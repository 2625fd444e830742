/** Assembles the `Shops` interface of the engine. */
import { createReceivingAccounts } from '../access/receiving-accounts.js';
import type { Shops } from '../api/shops.js';
import type { ShopContext } from './context.js';
import { createDailyNotices } from './daily-notices.js';
import { createDeletion } from './deletion.js';
import { createGroups } from './groups.js';
import { createInvitations } from './invitations.js';
import { createCases } from './ledger/cases.js';
import { createInDay } from './ledger/context.js';
import { createDayTotals } from './ledger/day-totals.js';
import { createDecisions } from './ledger/decisions.js';
import { createLedger } from './ledger/ledger.js';
import { createReports } from './ledger/reports.js';
import { createSearch } from './ledger/search.js';
import { createUnverifiedReceipts } from './ledger/unverified-receipts.js';
import { createPeople } from './people.js';
import { createSettings } from './settings.js';
import { createShifts } from './shifts.js';
import { createStaff } from './staff.js';

export function createShops(parts: ShopContext): Shops {
  const settings = createSettings(parts);
  const staff = createStaff(parts);
  const groups = createGroups(parts);
  const receiving = createReceivingAccounts(parts);
  const totals = createDayTotals(parts);
  const inDay = createInDay(parts, settings, totals.noteDay);
  const ledger = { ...parts, settings, receiving, staff, totals, inDay };
  const { membership, ...people } = createPeople(parts, settings, staff);
  const { get, rename, set } = settings;
  const { members, renameMember, removeMember, owners } = staff;
  const { saveAccount, accounts, removeAccount, numbers } = receiving;
  return {
    ...people,
    ...{ get, rename, set },
    ...{ members, renameMember, removeMember, owners },
    ...createInvitations(parts, membership, staff),
    ...groups,
    ...{ saveAccount, accounts, removeAccount, numbers },
    ...createLedger(ledger),
    ...createUnverifiedReceipts(ledger),
    ...createDecisions(ledger),
    ...createReports(ledger),
    ...createSearch(ledger),
    ...createCases(ledger),
    ...createShifts(ledger),
    ...createDailyNotices(parts, settings, staff),
    ...createDeletion(parts, settings, staff, groups),
  };
}
