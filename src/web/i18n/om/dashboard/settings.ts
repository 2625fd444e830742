import type { Words } from '../../words.js';

export const settings: Words['dashboard']['settings'] = {
  title: 'Qindaa’ina',
  account: 'Herrega',
  name: 'Maqaa',
  id: 'ID herregaa',
  idHint: 'Namoonni deeggarsaa fi namni tajaajila kana bulchu isa gaafatu.',
  timeZone: 'Zoonii yeroo',
  created: 'Kan uumame',
  plan: 'Paakeejii',
  verifications: { day: 'Mirkaneessa guyyaatti', month: 'Mirkaneessa ji’atti' },
  reads: 'Suuraa ji’atti',
  requests: 'Gaaffiiwwan kaffaltii kuufaman',
  contract: 'Waliigalteedhaan',
  sessions: 'Bilbilootaa fi kompiitaroota seenan',
  everywhere: 'Hunda irraa ba’aa',
  everywhereMeans:
    'Bilbilli yoo bade: kun bilbilootaa fi kompiitaroota herrega kanaa hunda irraa isin baasa. Furtuuleen hojjechuu itti fufu.',
  everywhereConfirm: 'Eeyyee, seensi hundi haa xumuramu',
};
