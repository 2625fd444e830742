/** What the receipts of the shop are. The page of examples itself is for developers, who read it in English. */

import { sandbox as english } from '../en/sandbox.js';
import type { Words } from '../en.js';

const outcomes: Words['sandbox']['outcomes'] = {
  SETTLED: 'Kaffaltii xumurame',
  GONE: 'Baankichi nagahee akkasii hin qabu',
  PEND: 'Kaffaltii hin xumuramne, bakka baankichi haala barreessutti',
  BACK: 'Kaffaltii deebi’e, bakka baankichi haala barreessutti',
  BADR: 'Fuula wanti barbaachisu irraa hir’ate',
  DIFF: 'Nagahee nama biraa',
  SLOW: 'Deebii sekondii 3 booda',
  HANG: 'Deebii hin qabu',
  ONCE: 'Walqunnamtii adda cite, sana booda deebii',
  WALL: 'Fuula dhorkaa',
  HUGE: 'Deebii dhuma hin qabne',
  TRAP: 'Gara teessoo biraatti erguu',
  XSSX: 'Kan kaffale kan maqaan isaa iskiriiptii ta’e',
};

export const sandbox = { ...english, outcomes };
