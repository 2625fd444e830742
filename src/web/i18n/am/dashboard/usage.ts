import type { Words } from '../../words.js';

export const usage: Words['dashboard']['usage'] = {
  title: 'እስካሁን የተጠቀሙት',
  verifications: 'ማረጋገጫዎች',
  reads: 'የተነበቡ ፎቶዎች',
  of: (used, cap) => `ከ${cap} ውስጥ ${used} ጥቅም ላይ ውሏል`,
  left: (count) => `${count} ቀርቷል`,
  unlimited: (used) => `${used} ጥቅም ላይ ውሏል፣ ጣሪያ የለውም`,
  until: 'እንደገና የሚጀምረው',
  today: 'ዛሬ',
  month: 'በዚህ ወር',
  note: 'እንደ ማረጋገጫ የሚቆጠሩት ከባንክ የመጡ ደረሰኞች ብቻ ናቸው፤ ከዚህ በፊት የተረጋገጡና ያልተሳኩ አይቆጠሩም። ፎቶ ግን ከተነበበ ውጤቱ ምንም ቢሆን ይቆጠራል።',
  key: (label) => `ቁልፍ ${label}`,
  overage: {
    title: 'ከጣሪያ በላይ',
    none: 'ይህ ዕቅድ ጣሪያው ላይ ይቆማል።',
    off: (price) => `ጣሪያው ላይ ማረጋገጡ ይቆማል። ከበራ ከጣሪያው በላይ ያለው እያንዳንዱ ${price} ብር ያስከፍላል።`,
    on: (price) => `ከጣሪያው በላይ ያለው እያንዳንዱ ማረጋገጫ ${price} ብር ያስከፍላል።`,
    sofar: (count, amount) => `እስካሁን፦ ከጣሪያ በላይ ${count}፣ ${amount} ብር።`,
    stateOn: 'በርቷል',
    stateOff: 'ጠፍቷል',
    switchOn: 'ከጣሪያ በላይ መጠቀምን አብራ',
    confirmOn: (price) => `አዎ፣ ለእያንዳንዱ ${price} ብር ይከፈል`,
    switchOff: 'ከጣሪያ በላይ መጠቀምን አጥፋ',
    means: 'የላይ ገደብ የለውም፦ እስኪያጠፉት ድረስ ከጣሪያው በላይ የተረጋገጠው ሁሉ ይከፈልበታል።',
  },
};
