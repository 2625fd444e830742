import type { Words } from '../words.js';

const keyAdvice =
  'Furtuu qindaa’ina keessan keessaa dubbisaatii `x-api-key` keessatti ergaa. Yoo badeera ta’e, daashboordii irratti haaraa uumaa; furtuun al tokko qofa mul’ata.';
const laterAdvice =
  'Kaffaltii mirkaneessuun akka hin danda’amne kaashirichatti himaa; kun kaffaltii irratti waan tokko hin jedhu. Yeroo eegumsaa dachaa godhaa irra deebi’aa yaalaa: sekondii 1, 2, 4.';

const kinds: Words['problems']['kinds'] = {
  invalid_json: {
    means: 'Qabiyyeen gaaffichaa akka JSON dubbifamuu hin dandeenye.',
    advice:
      'Laayibirarii JSONiin barreessaatii `content-type: application/json` ergaa. JSON harkaan hin ijaarinaa.',
  },
  invalid_request: {
    means: 'Gaaffii keessaa wanti tokko hin jiru yookaan sirrii miti.',
    advice:
      '`error.issues` dubbisaa: tokkoon tokkoon isaa kutaa kam (`path`) akka ta’ee fi rakkoon isaa maal akka ta’e hima. `url`, `reference` fi `text` keessaa tokko qofa ergaa.',
  },
  missing_key: { means: 'Gaaffichi furtuu API hin qabu.', advice: keyAdvice },
  invalid_key: {
    means: 'Furtuun API kun hin beekamu.',
    advice: `Furtuun guutuu ta’uu isaa fi kan tajaajila kanaa ta’uu isaa ilaalaa. ${keyAdvice}`,
  },
  revoked_key: {
    means: 'Furtuun API kun haqameera.',
    advice: `Nama herrega keessan fayyadamutu haqe. ${keyAdvice}`,
  },
  insufficient_scope: {
    means: 'Furtuun API kun daangeffameera; kana gochuu hin danda’u.',
    advice: `Furtuu eeyyama (scope) waamicha kanaaf wabiin API tarreessu qabu fayyadamaa. ${keyAdvice}`,
  },
  not_found: {
    means: 'Teessoo kana irra wanti jiru hin jiru.',
    advice:
      'Teessoo ilaalaa. Lakkoofsi gaaffii kan argamu furtuu herrega gaaffii sana ergeetiin qofa, yeroo murtaa’eefis qofa kaa’ama.',
  },
  method_not_allowed: {
    means: 'Teessoo kana irratti gaaffiin akkasii hin eeyyamamu.',
    advice: 'Kan eeyyamaman `Allow` kan deebii keessaa tarreessa.',
  },
  payload_too_large: {
    means: 'Gaaffichi baay’ee guddaa dha.',
    advice:
      'JSON hanga 64 KiB ta’uu danda’a. Suuraa gara `/api/verify-image` ergaa, tokkoon isaa hanga 5 MiB; suuraa guddaa dura xiqqeessaa.',
  },
  unsupported_media_type: {
    means: 'Gosti qabiyyee kanaa asitti hin fudhatamu.',
    advice: 'JSON ergaa; suuraa `multipart/form-data` dhaanis erguun ni danda’ama.',
  },
  rate_limited: {
    means: 'Yeroo gabaabaa keessatti gaaffiin baay’ateera.',
    advice:
      'Sekondii `Retry-After` jedhu eegaa. Gaaffii meeqatu akka hafe `RateLimit` agarsiisa; daangaan furtuu tokkoo ol guddachuu danda’a.',
  },
  too_many_waiting: {
    means:
      'Gaaffiin herrega kanaa eegaa jiru baay’ateera; paakeejiin isaa al tokkotti kana caalaa hin eeyyamu.',
    advice:
      'Sekondii `Retry-After` jedhu, akkasumas deebii waamichoota jiranii eegaa. Al tokkotti xiqqoo ergaa; paakeejiin olaanaan caalaa eeyyama.',
  },
  quota_exceeded: {
    means: 'Mirkaneessi paakeejii kanaa ammaaf dhumeera.',
    advice:
      'Guyyaa yookaan ji’a itti aanu eegaa, paakeejii jijjiiraa, yookaan paakeejichi yoo qabaate mirkaneessa daangaa olii daashboordii irratti banaa. Nagaheewwan duraan mirkanaa’an amma illee ni deebifamu.',
  },
  image_cap_reached: {
    means: 'Suuraan ji’a kanaa dhumeera.',
    advice:
      'Bakka isaa lakkoofsa nagahee, liinkii yookaan SMS gaafadhaa: isaan akka suuraatti hin lakkaa’aman.',
  },
  ocr_daily_cap_reached: {
    means: 'Tajaajilichi har’a suuraa dabalataa dubbisuu hin danda’u.',
    advice:
      'Bakka isaa lakkoofsa nagahee, liinkii yookaan SMS gaafadhaa, yookaan suuraa halkan walakkaa booda irra deebi’aa ergaa.',
  },
  detection_failed: {
    means: 'Suuraa keessatti nagaheen hin argamne.',
    advice:
      'Suuraa ifa ta’e kan nagahee guutuu agarsiisu, yookaan lakkoofsa nagahee gaafadhaa. Suuruma sana irra deebi’anii erguun hin gargaaru.',
  },
  ai_not_configured: {
    means: 'Asitti koodii QR fi barreeffama PDF qofatu dubbifama; keessa isaaniitti nagaheen hin argamne.',
    advice: 'Lakkoofsa nagahee, liinkii yookaan SMS, yookaan suuraa koodiin QR isaa guutuu ta’e gaafadhaa.',
  },
  provider_down: {
    means: 'Baankichi amma hin deebisu.',
    advice:
      'Baankichaaf wanti ergame hin jiru. `Retry-After` eegaatii fuula haala baankiiwwanii ilaalaa. Kaffaltii mirkaneessuun akka hin danda’amne kaashirichatti himaa; kun kaffaltii irratti waan tokko hin jedhu.',
  },
  unavailable: {
    means: 'Tajaajilichi yeroof hin hojjetu.',
    advice: `\`Retry-After\` eegaa. ${laterAdvice}`,
  },
  internal: {
    means: 'Gama keenyaan dogoggorri uumameera.',
    advice: `${laterAdvice} \`x-request-id\` kan deebii keessa jiru nuuf ergaa.`,
  },
  unsupported_url: {
    means: 'Liinkiin kun kan baankii deeggaramuu miti.',
    advice:
      'Liinkii nagahee mataa isaa gaafadhaa, kan fuula baankichaa miti. Liinkiiwwan fudhataman tarreen baankiiwwanii agarsiisa.',
  },
  unsupported_reference: {
    means: 'Kun nagahee baankii deeggaramuu miti.',
    advice:
      'Dogoggora barreeffamaa barbaadaa. Qubeen O fi lakkoofsi 0 wal fakkaatu; liinkii yookaan SMS gaafadhaa.',
  },
  needs_account: {
    means: 'Baankii kanaaf lakkoofsi herregaas ni barbaachisa.',
    advice:
      'Lakkoofsa nagahee wajjin `account` ergaa: herrega maallaqa fudhate, yookaan lakkoofsota isaa dhumaa. Yeroo baay’ee liinkiin nagahee isaan qaba.',
  },
  needs_phone: {
    means: 'Baankii kanaaf lakkoofsi bilbilaa kan kaffalees ni barbaachisa.',
    advice: 'Lakkoofsa nagahee wajjin `phone` ergaa. Yeroo baay’ee liinkiin nagahee isa qaba.',
  },
  needs_link: {
    means: 'Baankii kanaaf liinkiin nagahee ni barbaachisa; lakkoofsi qofti ga’aa miti.',
    advice:
      'Nama kaffale irraa liinkii, yookaan SMS liinkii qabu gaafadhaatii `url` yookaan `text` dhaan ergaa.',
  },
  ambiguous: {
    means: 'Baankonni hedduun lakkoofsa akkanaa fayyadamu.',
    advice:
      '`error.candidates` keessaa tokko `provider` dhaan ergaa, yookaan nama kaffale baankii isaa gaafadhaa.',
  },
  doubtful_reading: {
    means:
      'Lakkoofsi nagahee suuraa irraa dubbifame, dogoggoraan dubbifamee ta’uu danda’a: baankichi hin mirkaneessu.',
    advice:
      'Kun waa’ee kaffaltii waan tokko hin jedhu. `reference` suuraa cinatti agarsiisaa, namni haa wal bira qabu yookaan haa barreessu, kan barreeffame gara `/api/verify` ergaa. Suuruma sana irra deebi’anii erguun hin gargaaru.',
  },
  bank_busy: {
    means: 'Yeroo ammaa gaaffiin baankii kana eegu baay’ateera.',
    advice: `Waamichi kun dabaree baankii kanaa keessa eegee dhiise. ${laterAdvice} Akka nuti dabaree keessa eegnuu fi bu’aa isaa booda argattan \`waitMs\` fayyadamaa.`,
  },
  bank_timeout: {
    means: 'Baankichi yeroodhaan hin deebisne.',
    advice: `Baankichi al lama gaafatame, yookaan liinkiin isaa yeroo muraasa qofa yoo banamu al tokko. ${laterAdvice}`,
  },
  bank_unreachable: {
    means: 'Baankichi hin argamne.',
    advice: `Baankicha wajjin wal qunnamuu hin dandeenye. ${laterAdvice}`,
  },
  bank_blocked: {
    means: 'Baankichi nagahee osoo hin taane waan biraa deebise.',
    advice: `Ittisni isaa nu dhorke, yookaan gara teessoo biraatti nu erge. ${laterAdvice}`,
  },
  receipt_not_found: {
    means: 'Baankichi kaffaltii akkanaa hin agarsiisu. Akka waan kaffalameetti hin fudhatinaa.',
    advice:
      'Dogoggorri barreeffamaa, kaffaltiin daqiiqaa muraasa dura raawwatee fi nagaheen baankiin kun nutti hin agarsiifne hunduu wal fakkaatu. Lakkoofsa ilaalaa, daqiiqaa muraasa booda al tokko irra deebi’aa yaalaa, herrega keessanis ilaalaa.',
  },
  not_settled: {
    means: 'Baankichi kaffaltiin kun hin xumuramne jedha. Ammaaf hin fudhatinaa.',
    advice:
      'Adeemsa irra jira, kufeera yookaan deebi’eera; kam akka ta’e `receipt` hima. Adeemsa irra yoo jiraate, daqiiqaa muraasa booda irra deebi’aa yaalaa.',
  },
  mismatch: {
    means: 'Baankichi lakkoofsa kanaan kaffaltii biraa agarsiisa. Hin fudhatinaa.',
    advice: 'Baankichi nagahee gaafatame irraa adda ta’e erge. Nama kaffale lakkoofsa sirrii gaafadhaa.',
  },
  unreadable: {
    means: 'Baankichi deebiseera, garuu deebiin isaa hubatamuu hin dandeenye.',
    advice:
      'Baankichi bifa nagahee isaa jijjiireera ta’a; nutti himameera. Herrega keessan ilaalaa; booda irra deebi’aa yaalaa.',
  },
};

export const problems: Words['problems'] = {
  kinds,
  index: {
    title: 'Dogoggorawwan',
    lead: 'Deebiin milkaa’ina hin qabne hundi kana keessaa tokko qaba. `error.code`, yookaan koodiin yoo hin jirre `error.reason` irratti hundaa’aa; gonkumaa barreeffama ergaa irratti hin hundaa’inaa.',
  },
  page: {
    code: 'Koodii',
    reason: 'Sababa',
    status: 'Haala HTTP',
    fault: 'Rakkoon kan eenyuu',
    retry: 'Irra deebi’anii yaaluu?',
    advice: 'Maal godhamu',
    answer: 'Deebii',
    all: 'Dogoggorawwan hunda',
  },
  fault: {
    caller: 'Kan gaafatee: wanta gaaffii keessa jiru',
    bank: 'Kan baankii',
    service: 'Kan keenya',
    payer: 'Kan keenyas kan baankiis miti: baankichi lakkoofsa kanaan kaffaltii xumurame hin agarsiisu',
  },
  retry: {
    never: 'Ofumaan miti. Dura gaaffii jijjiiraa, yookaan namni haa murteessu.',
    after: 'Eeyyee, sekondii `Retry-After` jedhu booda.',
    backoff:
      'Eeyyee, yeroo eegumsaa dheeressaa; liinkiin yeroo muraasa qofa banamu (`viewLimited` kan `/api/providers`) yoo ta’e gonkumaa hin yaalinaa.',
  },
};
