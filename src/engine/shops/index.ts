/** Assembles the `Shops` interface of the engine. */

import { createReceivingAccounts } from '../access/receiving-accounts.js';
import type { Shops } from '../api/shops.js';
import { createCases } from './cases.js';
import type { ShopContext } from './context.js';
import { createDailyNotices } from './daily-notices.js';
import { createDecisions } from './decisions.js';
import { createDeletion } from './deletion.js';
import { createGroups } from './groups.js';
import { createInvitations } from './invitations.js';
import { createLedger } from './ledger.js';
import { createPeople } from './people.js';
import { createReports } from './reports.js';
import { createSettings } from './settings.js';
import { createShifts } from './shifts.js';
import { createStaff } from './staff.js';

export function createShops(parts: ShopContext): Shops {
  const settings = createSettings(parts);
  const staff = createStaff(parts);
  const groups = createGroups(parts);
  const receiving = createReceivingAccounts(parts);
  const {
    open,
    ofPerson,
    switchShop: choose,
    setLanguage: speak,
    membership,
  } = createPeople(parts, settings, staff);
  const { get, rename, set } = settings;
  const { members, renameMember, removeMember, owners } = staff;
  const { saveAccount, accounts, removeAccount, numbers } = receiving;
  return {
    ...{ open, ofPerson, switchShop: choose, setLanguage: speak },
    ...{ get, rename, set },
    ...{ members, renameMember, removeMember, owners },
    ...createInvitations(parts, membership, staff),
    ...groups,
    ...{ saveAccount, accounts, removeAccount, numbers },
    ...createLedger(parts, settings, receiving, staff),
    ...createDecisions(parts, settings, staff),
    ...createReports(parts, settings, staff),
    ...createCases(parts, settings),
    ...createShifts(parts, settings),
    ...createDailyNotices(parts, settings, staff),
    ...createDeletion(parts, settings, staff, groups),
  };
}
