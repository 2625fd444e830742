import type { Words } from '../words.js';

export const shop: Words['shop'] = {
  title: 'Suuqii yaalii',
  lead: 'Akka suuqii fi akka maamilaatti yaalaa: hanga tokko gaafadhaa, nagahee yaaliitiin kaffalaa, waan sirna keessanitti himamus ilaalaa. Herregni, maallaqni fi baankiin dhugaa keessa hin jiru.',
  amountHint: (step, max) =>
    `Hanga ${step}n qoodamu, hanga ${max}tti: nagaheen yaalii hanga akkasii agarsiisa.`,
  make: 'Hanga kana gaafadhaa',
  yours: 'Gaaffiiwwan keessan',
  notices: {
    amount: 'Wanti uumame hin jiru: hanga nagaheen yaalii agarsiisu keessaa tokko filadhaa.',
    busy: 'Wanti uumame hin jiru: neetworkii keessan irraa yookaan har’a gaaffiin baay’ateera. Booda irra deebi’aa yaalaa.',
  },
  order: 'Ajaja 17',
  back: 'Gara suuqiitti deebi’aa',
  means: {
    open: 'Suuqichi kaffaltii eegaa jira.',
    paid: 'Suuqichi meeshaa kenna.',
    review: 'Namni suuqii tokko kaffalticha ilaalee fudhachuu yookaan diduu qaba.',
    expired: 'Yeroon kaffaltii darbeera.',
    canceled: 'Suuqichi haqeera.',
  },
  pay: 'Waan maamilli godhu',
  payMeans:
    'Maamilli fuula kana liinkii yookaan koodii QR’n argata, herregoota isa irra jiran keessaa tokkotti kaffala, nagahees achitti erga.',
  receipts: 'Nagaheewwan ittiin kaffalamu',
  receiptsMean:
    'Qubeen afran dhumaa kan lakkoofsa nagahee waan baankiin yaalii godhu murteessu. Tokko gara fuula maamilaatti garagalchaa, yookaan cuqaasa isaatiin achitti ergaa. Kudhan ergamuu danda’u.',
  payWith: 'Ergaa',
  events: 'Waan sirna keessanitti himamu',
  noEvents:
    'Webhook ammaaf hin jiru: kan ergamu gaaffichi yoo kaffalame, yeroon isaa yoo darbe, yoo haqame yookaan ilaalamaa yoo jiraate.',
  eventsMean: 'Iddoon fudhannaa webhook kan suuqii qabiyyee kana mallattoo wajjin argata.',
  sandbox: 'Baankii fi bu’aa yaalamuu danda’u hunda',
};
