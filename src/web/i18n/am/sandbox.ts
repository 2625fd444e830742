import type { Words } from '../en.js';

export const sandbox: Words['sandbox'] = {
  title: 'የሙከራ ባንኮች',
  lead: 'ለእያንዳንዱ ባንክና ውጤት የሚሠራ ደረሰኝ። የግብይት ቁጥሩ የመጨረሻ አራት ፊደላት ባንኩ የሚያደርገውን ይመርጣሉ፤ ሌላ ማንኛውም ቁጥር የተጠናቀቀ ክፍያ ነው።',
  key: 'ትዕዛዞቹ ቁልፉን ከDERESEGN_KEY ያነባሉ፤ የሙከራ ቁልፍ ሁልጊዜ እነዚህን ባንኮች ይጠይቃል።',
  banks: 'ባንኮች',
  screenshot: 'ደንበኛው የሚያሳየው',
  screenshotOf: (bank, outcome) => `የ${bank} ደረሰኝ ፎቶ፦ ${outcome}`,
  screen: 'የስልክ ምስል',
  photo: 'ፎቶ',
  sms: 'ኤስኤምኤስ',
  outcomes: {
    SETTLED: 'የተጠናቀቀ ክፍያ',
    GONE: 'ባንኩ እንዲህ ያለ ደረሰኝ የለውም',
    PEND: 'በመጠባበቅ ላይ ያለ ክፍያ፣ ባንኩ ሁኔታ ከጻፈ',
    BACK: 'የተመለሰ ክፍያ፣ ባንኩ ሁኔታ ከጻፈ',
    BADR: 'አስፈላጊ ነገሮች የጎደሉት ገጽ',
    DIFF: 'የሌላ ሰው ደረሰኝ',
    SLOW: 'ከ3 ሰከንድ በኋላ የሚመጣ መልስ',
    HANG: 'ምንም መልስ የለም',
    ONCE: 'የተቋረጠ ግንኙነት፣ ከዚያ መልስ',
    WALL: 'የመከልከያ ገጽ',
    HUGE: 'ማለቂያ የሌለው መልስ',
    TRAP: 'ወደ ሌላ ቦታ መምራት',
    XSSX: 'ስሙ ስክሪፕት የሆነ ከፋይ',
  },
};
