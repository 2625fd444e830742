import type { Words } from '../words.js';

export const status: Words['status'] = {
  title: 'Haala',
  overall: {
    operational: 'Hundi ni hojjeta',
    slow: 'Suuta jedha: baankii tokkoof gaaffiin baay’een eegaa jira, tokko tokko sekondii 10 ol',
    down: 'Adda citeera: nagahee haaraa amma mirkaneessuun hin danda’amu',
    unknown: 'Hin beekamu: baankiiwwan dhiyeenya kana hin qoratamne',
  },
  states: {
    operational: 'Ni hojjeta',
    degraded: 'Gartokkoon hojjeta',
    down: 'Adda citeera',
    unknown: 'Hin beekamu',
  },
  checked: 'Kan ilaalame',
  live: 'Fuulli kun ofumaan haaromfama.',
  simulated: 'Baankiiwwan as jiran kan yaalii ti.',
  embedded: 'Tajaajilli kun kuusaa keessoo irratti hojjeta: yoo dhaabate seenaan isaa ni bada.',
  banks: 'Baankiiwwanii fi waaleetota',
  columns: {
    state: 'Haala',
    bank: 'Baankii yookaan waaleetii',
    days: 'Guyyoota 90 darban',
    uptime: 'Kan hojjete',
    time: 'Saffisa deebii, sa’aatii 24',
    waiting: 'Kan eegan',
  },
  ms: (milliseconds) => `${milliseconds} ms`,
  noData: 'Odeeffannoon hin jiru',
  noHistory: 'Seenaa isaa amma dubbisuun hin danda’amne.',
  since: 'Kan eegale',
  host: 'Teessoo isaa',
  queue: 'Gaaffiiwwan amma',
  calls: (running, waiting) => `Kan gaafatamaa jiran: ${running}. Kan eegan: ${waiting}.`,
  addresses: 'Teessoowwan keenya',
  noAddress: 'Qorannoon xumurame ammaaf hin jiru.',
  days: (known, bad, partly) =>
    `Guyyoota odeeffannoo qaban: ${known}. Guyyoota adda cite: ${bad}. Guyyoota teessoowwan keenya keessaa muraasaaf qofa deebise: ${partly}.`,
  noDays: 'Qorannoon galmaa’e ammaaf hin jiru.',
  incidentDays: 'Guyyoota rakkoon ture, qorannoowwan keessaas meeqa',
  times: {
    title: 'Saffisa deebii, sa’aatii 24 darban',
    summary: (mean, slowest, at) => `Giddu-galeessa: ${mean}. Kan hunda caalaa ture: ${slowest}, ${at}.`,
    failed: (failed, tests) => `Qorannoowwan hin milkoofne: ${tests} keessaa ${failed}.`,
    key: 'Sarara: giddu-galeessa daqiiqaa 15. Sarara dhaabbataa: kan hunda caalaa ture. Fannoo: qorannoon hin milkoofne.',
    none: 'Saffisni deebii sa’aatii 24 darbanii hin beekamu.',
  },
  service: 'Tajaajilicha',
  internal: {
    'verify-web (this service)': 'Mirkaneessa',
    'Redis (auth + API keys)': 'Kuusaa odeeffannoo',
    'Screenshot extractor': 'Suuraa dubbisuu',
    'Probe rounds': 'Qorannoo baankiiwwanii',
  },
  errors: {
    'no answer in time': 'yeroodhaan hin deebisne',
    'no connection': 'walqunnamtiin hin jiru',
    'the certificate does not verify': 'ragaan eenyummaa isaa sirrii miti',
    'a redirect': 'gara fuula biraatti erga',
    'a block page': 'teessoo kana ni dhorka',
    'an unexpected answer': 'deebii hin eegamne',
    'nothing was sent': 'wanti ergame hin jiru',
    'no round has been made': 'ammaaf qorannoon hin godhamne',
    'no round for three intervals': 'marsaa sadiif qorannoon hin godhamne',
    'no round of probes for three intervals': 'marsaa sadiif qorannoon hin godhamne',
    'the store does not answer': 'kuusaan odeeffannoo hin deebisu',
    'not asked yet': 'ammaaf hin gaafatamne',
    'switched off': 'dhaameera',
    'QR codes and text in PDFs only; no AI extractor is configured': 'koodii QR fi barreeffama PDF qofa',
  },
  incidents: 'Taateewwan',
  noIncidents: 'Taateen hin jiru',
  noIncidentsHint: 'Guyyoota 90 darbaniif wanti galmaa’e hin jiru.',
  moreIncidents: 'Taateewwan duraanii fiidii Atom keessa jiru.',
  incident: {
    bank_down: {
      title: (bank) => `${bank} adda citeera`,
      effect: 'Kanneen duraan mirkanaa’an malee nagaheewwan isaa mirkaneessuun hin danda’amne.',
    },
    egress_blocked: {
      title: (bank, egress) => `${bank} teessoo keenya “${egress}”f hin deebisu`,
      effect: 'Teessoowwan biroon hojiirra oolaniiru. Mirkaneessi tokko tokko turera.',
    },
    layout_changed: {
      title: (bank) => `Nagaheewwan ${bank} dubbisuun hin danda’amu`,
      effect: 'Deebiin nagaheewwan isaaf kenname “Mirkaneessuun hin danda’amne” ture.',
    },
    monitor_blind: {
      title: () => 'Qorannoon hin godhamu: haalli baankiiwwanii hin beekamu',
      effect: 'Nagaheewwan akka baratameetti mirkanaa’aa turan; yoo baankiin adda cite garuu hin mul’anne.',
    },
    extractor_failing: {
      title: () => 'Suuraa dubbisuun hin danda’amu',
      effect: 'Liinkiin, lakkoofsi nagahee fi SMS akka baratameetti mirkanaa’aa turan.',
    },
  },
  from: 'Kan eegale',
  to: 'hanga',
  lasting: 'Itti fufaa jira',
  over: 'Xumurameera',
  unknownStart: 'yeroo duraanii',
  duration: (days, hours, minutes) =>
    [
      days > 0 ? `guyyaa ${days}` : '',
      hours > 0 ? `sa’aatii ${hours}` : '',
      minutes > 0 || days + hours === 0 ? `daqiiqaa ${minutes}` : '',
    ]
      .filter(Boolean)
      .join(' '),
  meaning: {
    title: 'Hiika haalotaa',
    means: 'Hiika',
    todo: 'Kaashirri maal haa godhu',
    operational: [
      'Baankichi teessoowwan keenya hundaaf ni deebisa.',
      'Nagaheewwan akka baratameetti mirkaneessaa.',
    ],
    degraded: [
      'Baankichi teessoowwan keenya keessaa muraasaaf deebisa, hundaaf miti. Kanneen deebisuufin gaafanna.',
      'Nagaheewwan akka baratameetti mirkaneessaa. Deebiin turuu danda’a.',
    ],
    down: [
      'Baankichi teessoo keenya tokkoofillee hin deebisu. Hanga deebisutti isa hin gaafannu.',
      'Nagaheen soba jechaa hin jedhinaa: amma namni mirkaneessuu danda’u hin jiru. Haftee herrega keessanii ilaalaa, yookaan booda nagahee sana irra deebi’aa mirkaneessaa.',
    ],
    unknown: [
      'Dhiyeenya kana baankicha qorachuu hin dandeenye.',
      'Nagaheewwan akka baratameetti mirkaneessaa. “Mirkaneessuun hin danda’amne” waa’ee kaffaltichaa waan tokko hin jedhu.',
    ],
  },
  subscribe: {
    title: 'Hordofaa',
    feed: [
      'Fiidii Atom',
      'Taatee guyyoota 90 darbanii hunda, yeroo eegalu al tokko, yeroo xumuramu al tokko. Dubbistoota fiidii fi sagantaalee haasaatiif.',
    ],
    json: [
      'JSON',
      'Haala ammaa: baankii hunda, teessoowwan keenya, gaaffiiwwan eegan. Furtuun hin barbaachisu.',
    ],
    webhook: [
      'Webhook',
      'Sarvariin keessan `bank.down` fi `bank.up` akkuma uumamaniin, mallattoodhaan fudhata. Daashboordii keessatti iddoo fudhannaa dabalaa.',
    ],
    reference: 'Taateewwan kana wabii API keessatti',
  },
  feedTitle: 'Deresegn: taateewwan',
};
