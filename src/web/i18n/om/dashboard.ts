import type { Words } from '../words.js';
import { keys } from './dashboard/keys.js';
import { notices } from './dashboard/notices.js';
import { overview } from './dashboard/overview.js';
import { people } from './dashboard/people.js';
import { records } from './dashboard/records.js';
import { settings } from './dashboard/settings.js';
import { usage } from './dashboard/usage.js';
import { webhooks } from './dashboard/webhooks.js';

export const dashboard: Words['dashboard'] = {
  signIn: {
    title: 'Seenaa',
    lead: 'Jechi darbii hin jiru. Kan isin galchu liinkii dha: al tokko qofa, daqiiqaa kudhaniif hojjeta.',
    fromBot: 'Bootii kaashiraatti `/dashboard` ergaa: bootichi liinkii keessan isiniif deebisa.',
    fromOperator:
      'Yookaan nama tajaajila kana bulchu gaafadhaa: `deresegn login-link ID`; ID’n kan herrega keessanii ti.',
    ready:
      'Liinkiin keessan ni hojjeta. Itti fayyadamuuf “Seenaa” cuqaasaa: haasaa keessatti durargiin isaa itti hin fayyadamu.',
    opens: 'Herregni itti seentan:',
    button: 'Seenaa',
    refused:
      'Liinkiin kun kana booda hin hojjetu. Duraan itti fayyadamameera, yookaan daqiiqaan kudhan darbeera. Kan haaraa gaafadhaa.',
  },
  navigation: 'Kutaalee daashboordii',
  plan: (name) => `Paakeejii ${name}`,
  signOut: 'Ba’aa',
  change: 'Jijjiirama',
  done: 'Garagalcheera',
  newest: 'Kanneen haaraa',
  older: 'Kanneen duraanii',
  notices,
  overview,
  keys,
  usage,
  webhooks,
  people,
  records,
  settings,
};
