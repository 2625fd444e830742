import type { Words } from '../../words.js';

export const usage: Words['dashboard']['usage'] = {
  title: 'Kan hanga ammaatti hojiirra oole',
  verifications: 'Mirkaneessa',
  reads: 'Suuraa dubbifame',
  of: (used, cap) => `${cap} keessaa ${used} hojiirra ooleera`,
  left: (count) => `${count} hafe`,
  unlimited: (used) => `${used} hojiirra ooleera, daangaa hin qabu`,
  until: 'Kan haaromfamu',
  today: 'har’a',
  month: 'ji’a kana',
  note: 'Akka mirkaneessaatti kan lakkaa’amu nagahee baankii irraa dhufe qofa: kan duraan mirkanaa’ee fi kan hin milkoofne bilisa. Suuraan garuu erga dubbifamee bu’aan isaa maal iyyuu ta’u ni lakkaa’ama.',
  key: (label) => `Furtuu ${label}`,
  overage: {
    title: 'Mirkaneessa daangaa olii',
    none: 'Paakeejiin kun daangaa isaa irratti ni dhaabbata.',
    off: (price) =>
      `Mirkaneessi daangaa irratti ni dhaabbata. Mirkaneessa daangaa olii yoo bantan, tokkoon tokkoon isaa qarshii ${price} kaffalchiisa.`,
    on: (price) => `Daangaa olitti mirkaneessi tokkoon tokkoon qarshii ${price} kaffalchiisa.`,
    sofar: (count, amount) => `Hanga ammaatti: daangaa ol ${count}, qarshii ${amount}.`,
    stateOn: 'Banameera',
    stateOff: 'Cufameera',
    switchOn: 'Mirkaneessa daangaa olii banaa',
    confirmOn: (price) => `Eeyyee, tokkoon tokkoon qarshii ${price} haa kaffalchiisu`,
    switchOff: 'Mirkaneessa daangaa olii cufaa',
    means: 'Daangaan olaanaa hin jiru: hanga cuftanitti mirkaneessi daangaa darbe hundi ni kaffalchiisa.',
  },
};
