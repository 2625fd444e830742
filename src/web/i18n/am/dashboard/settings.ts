import type { Words } from '../../words.js';

export const settings: Words['dashboard']['settings'] = {
  title: 'ቅንብሮች',
  account: 'ሂሳብ',
  name: 'ስም',
  id: 'የሂሳብ መለያ',
  idHint: 'ድጋፍ ሰጪዎችና አገልግሎቱን የሚያስተዳድረው ይጠይቁታል።',
  timeZone: 'የሰዓት ክልል',
  created: 'የተፈጠረው',
  plan: 'ዕቅድ',
  verifications: { day: 'ማረጋገጫዎች በቀን', month: 'ማረጋገጫዎች በወር' },
  reads: 'ፎቶዎች በወር',
  requests: 'የሚያዙ የክፍያ ጥያቄዎች',
  contract: 'በውሉ መሠረት',
  sessions: 'የገቡባቸው መሣሪያዎች',
  everywhere: 'ከሁሉም ቦታ ውጣ',
  everywhereMeans: 'ስልክ ከጠፋ፦ የዚህ ሂሳብ መግቢያዎች በሙሉ በሁሉም ስልክና ኮምፒውተር ይዘጋሉ። የኤፒአይ ቁልፎች መሥራታቸውን ይቀጥላሉ።',
  everywhereConfirm: 'አዎ፣ ሁሉንም ዝጋ',
};
