/** What each failure means, for the reader of its page. Advice is for developers, who read it in English. */
import type { FailureName } from '../../../engine/index.js';
import { problems as english, type Problem } from '../en/errors.js';

const means: Record<FailureName, string> = {
  invalid_json: 'Qabiyyeen gaaffichaa akka JSON dubbifamuu hin dandeenye.',
  invalid_request: 'Gaaffii keessaa wanti tokko hin jiru yookaan sirrii miti.',
  missing_key: 'Gaaffichi furtuu API hin qabu.',
  invalid_key: 'Furtuun API kun hin beekamu.',
  revoked_key: 'Furtuun API kun haqameera.',
  insufficient_scope: 'Furtuun API kun daangeffameera; kana gochuu hin danda’u.',
  not_found: 'Teessoo kana irra wanti jiru hin jiru.',
  method_not_allowed: 'Teessoo kana irratti gaaffiin akkasii hin eeyyamamu.',
  payload_too_large: 'Gaaffichi baay’ee guddaa dha.',
  unsupported_media_type: 'Gosti qabiyyee kanaa asitti hin fudhatamu.',
  rate_limited: 'Yeroo gabaabaa keessatti gaaffiin baay’ateera.',
  too_many_waiting:
    'Gaaffiin herrega kanaa eegaa jiru baay’ateera; paakeejiin isaa al tokkotti kana caalaa hin eeyyamu.',
  quota_exceeded: 'Mirkaneessi paakeejii kanaa ammaaf dhumeera.',
  image_cap_reached: 'Suuraan ji’a kanaa dhumeera.',
  ocr_daily_cap_reached: 'Tajaajilichi har’a suuraa dabalataa dubbisuu hin danda’u.',
  detection_failed: 'Suuraa keessatti nagaheen hin argamne.',
  ai_not_configured:
    'Asitti koodii QR fi barreeffama PDF qofatu dubbifama; keessa isaaniitti nagaheen hin argamne.',
  provider_down: 'Baankichi amma hin deebisu.',
  unavailable: 'Tajaajilichi yeroof hin hojjetu.',
  internal: 'Gama keenyaan dogoggorri uumameera.',
  unsupported_url: 'Liinkiin kun kan baankii deeggaramuu miti.',
  unsupported_reference: 'Kun nagahee baankii deeggaramuu miti.',
  needs_account: 'Baankii kanaaf lakkoofsi herregaas ni barbaachisa.',
  needs_phone: 'Baankii kanaaf lakkoofsi bilbilaa kan kaffalees ni barbaachisa.',
  needs_link: 'Baankii kanaaf liinkiin nagahee ni barbaachisa; lakkoofsi qofti ga’aa miti.',
  ambiguous: 'Baankonni hedduun lakkoofsa akkanaa fayyadamu.',
  doubtful_reading:
    'Lakkoofsi nagahee suuraa irraa dubbifame, dogoggoraan dubbifamee ta’uu danda’a: baankichi hin mirkaneessu.',
  bank_busy: 'Yeroo ammaa gaaffiin baankii kana eegu baay’ateera.',
  bank_timeout: 'Baankichi yeroodhaan hin deebisne.',
  bank_unreachable: 'Baankichi hin argamne.',
  bank_blocked: 'Baankichi nagahee osoo hin taane waan biraa deebise.',
  receipt_not_found: 'Baankichi kaffaltii akkanaa hin agarsiisu. Akka waan kaffalameetti hin fudhatinaa.',
  not_settled: 'Baankichi kaffaltiin kun hin xumuramne jedha. Ammaaf hin fudhatinaa.',
  mismatch: 'Baankichi lakkoofsa kanaan kaffaltii biraa agarsiisa. Hin fudhatinaa.',
  unreadable: 'Baankichi deebiseera, garuu deebiin isaa hubatamuu hin dandeenye.',
};

const kinds = Object.fromEntries(
  Object.entries(english.kinds).map(([failure, problem]) => [
    failure,
    { ...problem, means: means[failure as FailureName] },
  ]),
) as Record<FailureName, Problem>;

export const problems = { ...english, kinds };
