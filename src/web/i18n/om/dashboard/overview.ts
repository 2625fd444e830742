import type { Words } from '../../words.js';

export const overview: Words['dashboard']['overview'] = {
  title: 'Cuunfaa',
  figures: 'Har’a',
  verified: 'Har’a kan mirkanaa’an',
  before: (count) => `isaan keessaa ${count} duraan mirkanaa’an`,
  waiting: 'Gaaffiiwwan kaffaltii eegaa jiran',
  review: (count) => `Kan isin murteessitan: ${count}`,
  outcomes: {
    verified: 'Mirkanaa’eera',
    cached: 'Duraan mirkanaa’eera',
    not_verified: 'Hin mirkanoofne',
    could_not_check: 'Mirkaneessuun hin danda’amne',
  },
  health: {
    title: 'Haala tajaajilichaa',
    good: 'Hundi ni hojjeta: baankiiwwan, webhook keessan yookaan daangaa keessan irratti rakkoon hin jiru.',
    unmeasured: 'Baankiiwwan dhiyeenya kana hin qoratamne.',
    bank: { degraded: 'Suuta jedha', down: 'Hin deebisu' },
    bankMeans: {
      degraded:
        'Mirkaneessi baankii kanaa tokko tokko milkaa’uu dhiisuu danda’a. Booda irra deebi’aa gaafadhaa.',
      down: 'Nagaheewwan baankii kanaa amma mirkaneessuun hin danda’amu. Kun waa’ee kaffaltii waan tokko hin jedhu.',
    },
    status: 'Haala baankiiwwanii',
    webhook: 'Webhook cufaa dha',
    webhookFails: 'Webhook hin milkaa’u',
    failing: 'Ergaawwan isaa hin ga’an.',
    cap: 'Daangaatti dhiyaateera',
    capFull: 'Daangaan guuteera',
    settings: 'Paakeejii fi daangaa',
  },
  chart: {
    title: 'Guyyoota 30 darban',
    byDay: (total, most) =>
      `Gaaffiiwwan guyyaan: walumaagalatti ${total}, guyyaa gaaffiin itti baay’atetti ${most}.`,
    byBank: 'Baankiidhaan',
    noBank: 'Baankii hin qabu',
    table: 'Lakkoofsota ilaalaa',
    date: 'Guyyaa',
    bank: 'Baankii',
    total: 'Hunda',
    note: 'Tajaajilichi tasa yoo dhaabate, gaaffiiwwan hanga sekondii tokkoo asitti hafuu danda’u. Daangaan keessan garuu hunda lakkaa’a.',
  },
  recent: {
    title: 'Gaaffiiwwan dhiyoo',
    note: 'Lakkoofsi nagahee nagahee isaa bana; kanaaf asitti qubee afran isaa dhumaa qofatu kaa’ama.',
    time: 'Yeroo',
    bank: 'Baankii',
    verdict: 'Murtii',
    reference: 'Lakkoofsa nagahee',
    by: 'Kan gaafate',
    member: 'hojjetaa duraanii',
    all: 'Nagaheewwan mirkanaa’an hunda',
  },
  empty: {
    title: 'Nagahee keessan jalqabaa mirkaneessaa',
    means:
      'Nagahee gara bootii kaashiraatti ergaa, yookaan furtuu API uumaatii API waamaa. Bu’aan isaa sekondii tokko keessatti asitti mul’ata.',
    key: 'Furtuu API uumaa',
    account: 'Herrega maallaqa itti fudhattan dabalaa',
  },
};
