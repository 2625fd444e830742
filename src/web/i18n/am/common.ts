import type { Words } from '../words.js';

export const common: Words['common'] = {
  skip: 'ወደ ይዘቱ ዝለል',
  navigation: 'ገጾች',
  language: 'ቋንቋ',
  status: 'ሁኔታ',
  guide: 'መመሪያ',
  dashboard: 'ዳሽቦርድ',
  footer: 'ደረሰኝ ባንኩን ራሱን ይጠይቃል። ፎቶ ማስረጃ አይደለም፤ ማስረጃው የባንኩ መልስ ነው።',
  more: 'ተጨማሪ ገጾች',
  reference: 'የኤፒአይ ማጣቀሻ',
  home: 'መነሻ ገጽ',
  forged: 'ይህ ቅጽ ጊዜው አልፎበታል፣ ወይም የእኛ አይደለም። ገጹን እንደገና ከፍተው ይድገሙት።',
  copy: 'ቅዳ',
  copied: 'ተቀድቷል',
};
