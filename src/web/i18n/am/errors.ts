import type { Words } from '../words.js';

const keyAdvice = 'ቁልፉን ከማዋቀሪያዎ አንብበው በ`x-api-key` ይላኩ። ከጠፋ በዳሽቦርዱ አዲስ ያውጡ፤ ቁልፍ የሚታየው አንድ ጊዜ ብቻ ነው።';
const laterAdvice = 'ለገንዘብ ተቀባዩ ማረጋገጥ እንዳልተቻለ ይንገሩ፣ ክፍያው ሐሰተኛ ነው አይበሉ። በየጊዜው በእጥፍ እየጠበቁ ይሞክሩ፦ 1፣ 2፣ 4 ሰከንድ።';

const kinds: Words['problems']['kinds'] = {
  invalid_json: {
    means: 'የጥያቄው ይዘት JSON ሆኖ አልተነበበም።',
    advice: 'በJSON ላይብረሪ ይጻፉና `content-type: application/json` ይላኩ። ጽሑፉን በእጅ አይገጣጥሙ።',
  },
  invalid_request: {
    means: 'በጥያቄው ውስጥ የጎደለ ወይም የተሳሳተ ነገር አለ።',
    advice:
      '`error.issues` ያንብቡ፦ እያንዳንዱ የትኛው አካል (`path`) ምን ችግር እንዳለው ይናገራል። ከ`url`፣ `reference` እና `text` አንዱን ብቻ ይላኩ።',
  },
  missing_key: { means: 'ጥያቄው ያለ API ቁልፍ መጣ።', advice: keyAdvice },
  invalid_key: {
    means: 'ይህ API ቁልፍ እዚህ አይታወቅም።',
    advice: `የሌላ አገልግሎት ወይም የተቆረጠ ቁልፍ እንዳይሆን ይመልከቱ። ${keyAdvice}`,
  },
  revoked_key: { means: 'ይህ API ቁልፍ ተሰርዟል።', advice: `ከሂሳብዎ ሰዎች አንዱ ሰርዞታል። ${keyAdvice}` },
  insufficient_scope: {
    means: 'ይህ API ቁልፍ የተገደበ ነው፤ ይህን ለማድረግ አልተፈቀደለትም።',
    advice: `ለዚህ ጥሪ የሚያስፈልገው ፈቃድ (scope) ያለው ቁልፍ ይጠቀሙ። ${keyAdvice}`,
  },
  not_found: {
    means: 'በዚህ አድራሻ ምንም የለም።',
    advice: 'አድራሻውን ያረጋግጡ። የጥያቄ መለያ የሚገኘው ጥያቄውን ባቀረበው ሂሳብ ቁልፍ ብቻ ነው፣ የሚቆየውም ለተወሰነ ጊዜ ነው።',
  },
  method_not_allowed: {
    means: 'ይህ አድራሻ ይህን የHTTP ዘዴ አይቀበልም።',
    advice: 'የሚቀበላቸውን ዘዴዎች የመልሱ `Allow` ይዘረዝራል።',
  },
  payload_too_large: {
    means: 'የተላከው በጣም ትልቅ ነው።',
    advice: 'JSON እስከ 64 KiB ነው። ፎቶ ወደ `/api/verify-image` ይላካል፣ እያንዳንዱ እስከ 5 MiB፤ ከመላክዎ በፊት ያሳንሱት።',
  },
  unsupported_media_type: {
    means: 'እንዲህ ዓይነት ይዘት ይህ አድራሻ አይቀበልም።',
    advice: 'JSON ይላኩ፤ ፎቶ በ`multipart/form-data` ም ይላካል።',
  },
  rate_limited: {
    means: 'በአጭር ጊዜ ብዙ ጥያቄ መጥቷል።',
    advice: '`Retry-After` የሚለውን ያህል ሰከንድ ይጠብቁ። የቀረውን `RateLimit` ያሳያል፤ የአንድ ቁልፍ ገደብ ከፍ ሊል ይችላል።',
  },
  too_many_waiting: {
    means: 'ጥቅሉ የሚፈቅደውን ያህል ጥያቄ አስቀድሞ መልስ እየጠበቀ ነው።',
    advice: '`Retry-After` የሚለውን ያህል ሰከንድ እና የቀሩትን መልሶች ይጠብቁ። በአንድ ጊዜ ጥቂት ይላኩ፤ ከፍ ያለ ጥቅል ብዙ ይፈቅዳል።',
  },
  quota_exceeded: {
    means: 'የዚህ ጥቅል ማረጋገጫ ለጊዜው አልቋል።',
    advice: 'ቀጣዩን ቀን ወይም ወር ይጠብቁ፣ ጥቅል ይቀይሩ፣ ወይም ጥቅሉ ከፈቀደ በዳሽቦርዱ ተጨማሪውን ያብሩ። የተረጋገጡ ደረሰኞች አሁንም ይመለሳሉ።',
  },
  image_cap_reached: {
    means: 'የዚህ ወር የፎቶ ንባብ አልቋል።',
    advice: 'በፎቶ ፈንታ የግብይት ቁጥር፣ ሊንክ ወይም ኤስኤምኤስ ይጠይቁ።',
  },
  ocr_daily_cap_reached: {
    means: 'አገልግሎቱ ዛሬ ተጨማሪ ፎቶ አያነብም።',
    advice: 'በፎቶ ፈንታ የግብይት ቁጥር፣ ሊንክ ወይም ኤስኤምኤስ ይጠይቁ፣ ወይም ፎቶውን ከእኩለ ሌሊት በኋላ ይላኩ።',
  },
  detection_failed: {
    means: 'በፎቶው ላይ ደረሰኝ አልተገኘም።',
    advice: 'ሙሉ ደረሰኙን የሚያሳይ ጥርት ያለ ፎቶ ወይም የግብይት ቁጥሩን ይጠይቁ። ያው ፎቶ ሌላ መልስ አያመጣም።',
  },
  ai_not_configured: {
    means: 'እዚህ የሚነበቡት QR ኮድና የፒዲኤፍ ጽሑፍ ብቻ ናቸው፤ በእነርሱም ደረሰኝ አልተገኘም።',
    advice: 'የግብይት ቁጥር፣ ሊንክ ወይም ኤስኤምኤስ፣ ወይም QR ኮዱ ሙሉ የሆነ ፎቶ ይጠይቁ።',
  },
  provider_down: {
    means: 'ባንኩ አሁን ለማንም አይመልስም።',
    advice: 'ለባንኩ ምንም አልተላከም። `Retry-After` ይጠብቁ፣ የሁኔታ ገጹን ይመልከቱ። ማረጋገጥ እንዳልተቻለ ይንገሩ፣ ክፍያው ሐሰተኛ ነው አይበሉ።',
  },
  unavailable: { means: 'አገልግሎቱ ለጊዜው አይሠራም።', advice: `\`Retry-After\` ይጠብቁ። ${laterAdvice}` },
  internal: { means: 'በእኛ በኩል ችግር ተፈጥሯል።', advice: `${laterAdvice} የመልሱን \`x-request-id\` ይንገሩን።` },
  unsupported_url: {
    means: 'ይህ ሊንክ እዚህ የሚታወቅ ባንክ አይደለም።',
    advice: 'የደረሰኙን ሊንክ ራሱን ይጠይቁ። የትኞቹ ሊንኮች እንደሚቻሉ የባንኮች ዝርዝር ያሳያል።',
  },
  unsupported_reference: {
    means: 'ይህ የሚታወቅ ባንክ ደረሰኝ አይደለም።',
    advice: 'የአጻጻፍ ስህተት ይፈልጉ። ፊደል O እና አኃዝ 0 ይመሳሰላሉ፤ ሊንኩን ወይም ኤስኤምኤሱን ይጠይቁ።',
  },
  needs_account: {
    means: 'ይህ ባንክ የሂሳብ ቁጥር አኃዞችንም ይፈልጋል።',
    advice: 'ከግብይት ቁጥሩ ጋር `account` ይላኩ፦ የተቀባዩን ሂሳብ ወይም የመጨረሻ አኃዞቹን። ብዙ ጊዜ የደረሰኙ ሊንክ ውስጥ አሉ።',
  },
  needs_phone: {
    means: 'ይህ ባንክ የከፋዩን ስልክ ቁጥርም ይፈልጋል።',
    advice: 'ከግብይት ቁጥሩ ጋር `phone` ይላኩ። ብዙ ጊዜ የደረሰኙ ሊንክ ውስጥ አለ።',
  },
  needs_link: {
    means: 'ይህ ባንክ የደረሰኙን ሊንክ ይፈልጋል፣ ቁጥሩ ብቻ አይበቃም።',
    advice: 'ከፋዩን ሊንኩን ወይም ሊንክ ያለበትን ኤስኤምኤስ ይጠይቁና በ`url` ወይም `text` ይላኩ።',
  },
  ambiguous: {
    means: 'እንዲህ ዓይነት ቁጥር ብዙ ባንኮች ይጠቀማሉ።',
    advice: 'ከ`error.candidates` አንዱን በ`provider` ይላኩ፣ ወይም የትኛው ባንክ እንደሆነ ከፋዩን ይጠይቁ።',
  },
  doubtful_reading: {
    means: 'የግብይት ቁጥሩ የተነበበው ከፎቶ ነው፣ በስህተት ተነቦ ሊሆን ይችላል፤ ባንኩ የተነበበውን ቁጥር አላረጋገጠም።',
    advice:
      'ይህ ስለ ክፍያው ምንም አይናገርም። `reference`ን ከፎቶው ጋር አሳይተው ሰው እንዲያወዳድረው ወይም እንዲጽፈው ያድርጉ፣ የተጻፈውን በ`/api/verify` ይላኩ። ያው ፎቶ የተሻለ ውጤት አይሰጥም።',
  },
  bank_busy: {
    means: 'አሁን ይህን ባንክ ብዙ ሰው እየጠየቀ ነው።',
    advice: `ጥያቄው በባንኩ ተራ ጠብቆ ተወ። ${laterAdvice} በ\`waitMs\` ተራው ያለ እርስዎ ይጠበቃል።`,
  },
  bank_timeout: {
    means: 'ባንኩ በጊዜው አልመለሰም።',
    advice: `ባንኩ ሁለት ጊዜ ተጠይቋል፤ ሊንኩ ጥቂት ጊዜ ብቻ የሚከፈት ከሆነ ግን አንድ ጊዜ። ${laterAdvice}`,
  },
  bank_unreachable: { means: 'ከባንኩ ጋር መገናኘት አልተቻለም።', advice: `ከባንኩ ጋር ግንኙነት አልተፈጠረም። ${laterAdvice}` },
  bank_blocked: {
    means: 'ባንኩ ከደረሰኝ ሌላ ነገር መለሰ።',
    advice: `የባንኩ መከላከያ ከለከለን፣ ወይም ወደ ሌላ ቦታ ላከን። ${laterAdvice}`,
  },
  receipt_not_found: {
    means: 'ባንኩ እንዲህ ያለ ክፍያ አያሳይም። እንደተከፈለ አይቁጠሩት።',
    advice:
      'የአጻጻፍ ስህተት፣ ከደቂቃዎች በፊት የተከፈለ ክፍያ፣ እና ባንኩ ለእኛ የማያሳየው ደረሰኝ አንድ ዓይነት ይመስላሉ። ቁጥሩን ያረጋግጡ፣ ከጥቂት ደቂቃ በኋላ አንድ ጊዜ ይጠይቁ፣ ሂሳብዎንም ይመልከቱ።',
  },
  not_settled: {
    means: 'ባንኩ ክፍያው አልተጠናቀቀም ይላል። አሁን አይቀበሉ።',
    advice: 'በመጠባበቅ ላይ ነው፣ አልተሳካም ወይም ተመልሷል፤ የትኛው እንደሆነ `receipt` ይናገራል። በመጠባበቅ ላይ ከሆነ ከጥቂት ደቂቃ በኋላ ይጠይቁ።',
  },
  mismatch: {
    means: 'ባንኩ በዚህ ቁጥር ሌላ ክፍያ ያሳያል። አይቀበሉ።',
    advice: 'ባንኩ የላከው የተጠየቀውን ደረሰኝ አይደለም። ከፋዩን ትክክለኛውን የግብይት ቁጥር ይጠይቁ።',
  },
  unreadable: {
    means: 'ባንኩ መልሷል፣ ግን መልሱን መረዳት አልተቻለም።',
    advice: 'ባንኩ ደረሰኙን ሳይቀይር አልቀረም፣ እኛም አውቀናል። ሂሳብዎን ይመልከቱ፤ ቆይተው ይሞክሩ።',
  },
};

export const problems: Words['problems'] = {
  kinds,
  index: {
    title: 'ስህተቶች',
    lead: 'ያልተሳካ መልስ ሁሉ ከእነዚህ አንዱን ይይዛል። በ`error.code`፣ ኮድ ከሌለ በ`error.reason` ይለዩ፤ በመልዕክቱ ጽሑፍ በፍጹም።',
  },
  page: {
    code: 'ኮድ',
    reason: 'ምክንያት',
    status: 'የHTTP ሁኔታ',
    fault: 'የማን ችግር',
    retry: 'እንደገና ይሞከር?',
    advice: 'ምን ይደረግ',
    answer: 'መልሱ',
    all: 'ሁሉም ስህተቶች',
  },
  fault: {
    caller: 'የጠያቂው፦ በጥያቄው ውስጥ ያለ ነገር',
    bank: 'የባንኩ',
    service: 'የእኛ',
    payer: 'የእኛም የባንኩም አይደለም፦ ባንኩ በዚህ ቁጥር የተጠናቀቀ ክፍያ አያሳይም',
  },
  retry: {
    never: 'በራሱ አይሞከርም። መጀመሪያ ጥያቄው ይቀየር፣ ወይም ሰው ይወስን።',
    after: 'አዎ፣ `Retry-After` የሚለውን ያህል ሰከንድ ጠብቀው።',
    backoff:
      'አዎ፣ በየጊዜው እየረዘመ በሚሄድ ቆይታ፤ ሊንኩ ጥቂት ጊዜ ብቻ በሚከፈትበት ባንክ (`/api/providers` ውስጥ `viewLimited`) ግን በፍጹም።',
  },
};
