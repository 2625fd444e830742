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
    title: 'ይግቡ',
    lead: 'የይለፍ ቃል የለም። የሚያስገባዎ ሊንክ ነው፤ አንድ ጊዜ ብቻ፣ ለአሥር ደቂቃ ይሠራል።',
    fromBot: 'በገንዘብ ተቀባይ ቦቱ `/dashboard` ብለው ይላኩ፤ ቦቱ ሊንክዎን ይልክልዎታል።',
    fromOperator: 'ወይም አገልግሎቱን የሚያስተዳድረውን ይጠይቁ፦ `deresegn login-link ID`፣ ID የሂሳብዎ መለያ ነው።',
    ready: 'ሊንክዎ ደርሷል። ቁልፉን ሲጫኑ ብቻ ይውላል፤ ሊንክን የሚያዩ ፕሮግራሞች ሊያጠፉት አይችሉም።',
    opens: 'የሚገቡበት ሂሳብ፦',
    button: 'ግባ',
    refused: 'ይህ ሊንክ ከእንግዲህ አይሠራም። ተጠቅመውበት ወይም አሥር ደቂቃ አልፎት ይሆናል። አዲስ ይጠይቁ።',
  },
  navigation: 'የዳሽቦርድ ክፍሎች',
  plan: (name) => `ዕቅድ ${name}`,
  signOut: 'ውጣ',
  change: 'ለውጥ',
  done: 'ቀድቼዋለሁ',
  newest: 'አዲሶቹ',
  older: 'የቆዩት',
  notices,
  overview,
  keys,
  usage,
  webhooks,
  people,
  records,
  settings,
};
