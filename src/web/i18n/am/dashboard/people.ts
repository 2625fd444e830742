import type { Words } from '../../words.js';

export const people: Words['dashboard']['people'] = {
  title: 'አባላት',
  lead: 'በዚህ ሂሳብ ክፍያዎችን በገንዘብ ተቀባይ ቦቱ የሚያረጋግጡ።',
  name: 'ስም',
  role: 'ኃላፊነት',
  roles: { owner: 'ባለቤት', cashier: 'ገንዘብ ተቀባይ' },
  joined: 'የገባበት',
  empty: 'በዚህ ሂሳብ የገንዘብ ተቀባይ ቦቱን የሚጠቀም እስካሁን የለም',
  emptyMeans: 'ሱቅ ለመክፈት በቴሌግራም ለገንዘብ ተቀባይ ቦቱ `/start` ብለው ይላኩ። ሱቁ የራሱ ሂሳብና ዳሽቦርድ ይኖረዋል።',
  manage: 'አባላት የሚጋበዙትና የሚወጡት በገንዘብ ተቀባይ ቦቱ ነው፦ `/invite` ወይም `/staff` ብለው ይላኩ።',
};
