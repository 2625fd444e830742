import type { Words } from '../../words.js';

export const records: Words['dashboard']['records'] = {
  title: 'Galmee',
  lead: 'Nagaheewwan isiniif mirkanaa’an hunda, tokkoon tokkoon isaa al tokko. Kan hin mirkanoofne asitti hin kaa’amu.',
  search: 'Barbaadaa',
  text: 'Lakkoofsa nagahee, kan kaffale yookaan kan fudhate',
  textHint:
    'Lakkoofsi nagahee guutuun nagahee isaa battalumatti argamsiisa. Maqaa fi lakkoofsi herregaa gartokkee ta’uu danda’u.',
  bank: 'Baankii',
  anyBank: 'Baankiiwwan hunda',
  from: 'Guyyaa jalqabaa',
  to: 'Guyyaa dhumaa',
  checks: 'Wal bira qabamuu',
  checkStates: { all: 'Hunda', ok: 'Wal simeera', failed: 'Wal hin simne' },
  mode: 'Gosa',
  clear: 'Barbaacha haqaa',
  csv: 'CSV buufadhaa',
  amount: 'Hanga',
  payer: 'Kan kaffale',
  receiver: 'Kan fudhate',
  verifiedAt: 'Kan mirkanaa’e',
  partly: 'Hanga ammaatti galmee keessan keessaa gartokkeen qofa barbaadame. “Kanneen duraanii” itti fufa.',
  none: 'Nagaheen barbaacha kana simu hin jiru',
  empty: 'Nagaheen mirkanaa’e ammaaf hin jiru',
  emptyMeans: 'Nagahee gara bootii kaashiraatti ergaa, yookaan furtuudhaan API waamaa:',
};
