import type { Words } from '../words.js';

export const pay: Words['pay'] = {
  title: (merchant) => (merchant === '' ? 'Kaffaltii' : `Kaffaltii ${merchant}`),
  simulated: 'Kun yaalii dha: baankiin dhugaa hin gaafatamu, maallaqnis hin socho’u.',
  left: 'Kan hafe',
  for: 'Kan kaffalamuuf',
  timeLeft: 'Yeroo hafe',
  hours: (hours, minutes) => `sa’aatii ${hours} daqiiqaa ${minutes}`,
  minutes: (minutes) => `daqiiqaa ${minutes}`,
  refresh: 'Fuulli kun ofumaan haaromfama.',
  reload: 'Wanta jijjiirame arguuf fuula kana irra deebi’aa banaa.',
  to: '1. Herrega kanatti kaffalaa',
  toOneOf: '1. Herregoota kana keessaa tokkotti kaffalaa',
  account: 'Lakkoofsa herregaa',
  name: 'Maqaa',
  bank: 'Baankii',
  handIn: '2. Nagahee keessan ergaa',
  text: 'Liinkii, lakkoofsa nagahee yookaan SMS baankii',
  picture: 'Yookaan suuraa nagahee, yookaan PDF isaa',
  pictureHint: 'JPEG, PNG, WebP yookaan PDF, hanga 5 MB.',
  camera: 'Yookaan suuraa kaasaa',
  more: 'Lakkoofsa herregaa',
  phone: 'Lakkoofsa bilbilaa kan kaffale',
  submit: 'Ergi',
  attempt: 'Nagahee keessan',
  oneOfSeveral: (end: string) =>
    `Suuraan kun nagahee biraas ni agarsiisa. Kan ilaalame isa lakkoofsi isaa ${end} irratti dhumu qofa; isa biraa kophaatti ergaa.`,
  back: 'Gara suuqiitti deebi’i',
  status: {
    open: ['Kaffaltii eegaa jira', 'Kaffalaa, sana booda nagahee keessan fuula kana irratti ergaa.'],
    paid: ['Kaffalameera', 'Kaffaltiin kun xumurameera. Irra deebitanii hin kaffalinaa.'],
    review: [
      'Suuqichi ilaalaa jira',
      'Kaffaltiin dhufeera, suuqichis ilaalaa jira. Irra deebitanii hin kaffalinaa.',
    ],
    expired: [
      'Yeroon darbeera',
      'Gaaffii kanaan kana booda hin kaffalinaa. Suuqicha haaraa gaafadhaa. Yoo kaffaltan suuqicha gaafadhaa.',
    ],
    canceled: [
      'Haqameera',
      'Suuqichi gaaffii kana haqeera. Hin kaffalinaa. Yoo kaffaltan suuqicha gaafadhaa.',
    ],
  },
  says: {
    checking: ['Baankicha gaafachaa jirra', 'Maaloo eegaa. Irra deebitanii hin kaffalinaa.'],
    paid: ['Kaffaltiin keessan ga’eera', 'Galatoomaa. Wanti biraa gootan hin jiru.'],
    partial: [
      'Gartokkeen kaffalameera',
      'Kaffaltiin keessan lakkaa’ameera. Kan hafe kaffalaa, nagahee isaas ergaa.',
    ],
    review: [
      'Suuqichi kaffaltii keessan ilaalaa jira',
      'Baankichi mirkaneesseera, garuu suuqichi ilaaluu qaba. Irra deebitanii hin kaffalinaa.',
    ],
    refused: [
      'Suuqichi kaffaltii kana hin fudhanne',
      'Osoo irra deebitanii hin kaffalin suuqicha gaafadhaa.',
    ],
    tooLittle: [
      'Kan kaffalame ga’aa miti',
      'Nagaheen kun kan barbaadamu gadi. Guutuu isaa al tokkotti kaffalaa, yookaan suuqicha gaafadhaa.',
    ],
    wrongReceiver: [
      'Herrega biraatti kaffalame',
      'Herrega nagahee keessan irra jiru kan fuula kana irra jiru wajjin wal bira qabaa. Nagahee dogoggoraa yoo ergitan, isa sirrii ergaa.',
    ],
    wrongCurrency: ['Qarshii Itoophiyaatiin hin kaffalamne', 'Suuqicha gaafadhaa.'],
    tooEarly: ['Kun kaffaltii duraanii ti', 'Nagahee kaffaltii gaaffii kanaa ergaa.'],
    tooLate: [
      'Erga yeroon darbee kaffalame yookaan ergame',
      'Yeroon gaaffii kanaa darbee ture. Suuqicha gaafadhaa.',
    ],
    used: [
      'Nagaheen kun kanaan dura hojiirra ooleera',
      'Nagaheen tokko al tokko qofa kaffala. Nagahee kaffaltii kanaa ergaa.',
    ],
    repeated: [
      'Nagaheen kun duraan lakkaa’ameera',
      'Wanti gootan hin jiru. Irra deebitanii erguun hin barbaachisu.',
    ],
    notFound: [
      'Baankichi nagahee kana hin qabu',
      'Lakkoofsa sana ilaalaa, yookaan liinkii yookaan SMS baankii ergaa. Amma yoo kaffaltan, daqiiqaa muraasa eegaatii irra deebi’aa ergaa.',
    ],
    notSettled: [
      'Baankichi kaffaltii kana hin xumurre',
      'Daqiiqaa muraasa eegaa, nagahee irra deebi’aa ergaa. Irra deebitanii hin kaffalinaa.',
    ],
    otherReceipt: [
      'Baankichi nagahee biraa agarsiisa',
      'Lakkoofsa sana ilaalaa, yookaan liinkii yookaan SMS baankii ergaa.',
    ],
    doubtful: [
      'Suuraan dogoggoraan dubbifamee ta’uu danda’a',
      'Bakka isaa liinkii, SMS yookaan lakkoofsa ergaa.',
    ],
    retrying: [
      'Baankichi amma hin deebisu',
      'Balleessaa keessan miti. Ofuma keenyaan irra deebinee gaafanna. Irra deebitanii hin kaffalinaa; fuula kana cuftanii deebi’uu dandeessu.',
    ],
    shopChecks: [
      'Suuqichi ilaala',
      'Asitti mirkaneessuun hin danda’amne. Irra deebitanii hin kaffalinaa. Nagahee keessan qabadhaa, suuqichatti agarsiisaa.',
    ],
    unread: [
      'Nagahee dubbisuun hin danda’amne',
      'Suuraa ifa ta’e kan nagahee guutuu, yookaan liinkii, lakkoofsa yookaan SMS ergaa.',
    ],
    codesOnly: [
      'Asitti koodii QR fi barreeffama PDF qofatu dubbifama',
      'Nagaheen keessatti hin argamne. Bakka isaa liinkii, lakkoofsa yookaan SMS ergaa.',
    ],
    noPictures: ['Suuraan amma hin dubbifamu', 'Bakka isaa liinkii, lakkoofsa yookaan SMS ergaa.'],
    needsMore: [
      'Lakkoofsi qofti ga’aa miti',
      'Liinkii yookaan SMS guutuu baankii ergaa, yookaan kan gadii guutaa.',
    ],
    unknown: [
      'Kun nagahee nuti beeknu miti',
      'Liinkii, lakkoofsa yookaan SMS guutuu baankii irraa argattan ergaa.',
    ],
    couldNotCheck: [
      'Mirkaneessuun hin danda’amne',
      'Kun waa’ee kaffaltii keessanii waan tokko hin jedhu. Irra deebitanii hin kaffalinaa. Daqiiqaa muraasa eegaatii irra deebi’aa ergaa, yookaan suuqicha gaafadhaa.',
    ],
    closed: [
      'Gaaffiin kun amma banaa miti',
      'Yoo kaffaltanii ajajni keessan hin mirkanoofne, suuqicha gaafadhaa.',
    ],
    tooMany: ['Nagaheen baay’een ergameera', 'Asitti kana caalaa hin fudhatamu. Suuqicha gaafadhaa.'],
    slowDown: [
      'Neetworkii keessan irraa nagaheen baay’een ergame',
      'Sa’aatii tokko eegaa, yookaan suuqicha gaafadhaa.',
    ],
    empty: ['Wanti ergame hin jiru', 'Liinkii, lakkoofsa yookaan SMS galchaa, yookaan suuraa filadhaa.'],
    tooLarge: ['Faayiliin kun guddaa dha', 'Suuraa xiqqaa, yookaan liinkii, lakkoofsa yookaan SMS ergaa.'],
    otherFile: [
      'Faayiliin kun hin dubbifamu',
      'JPEG, PNG, WebP yookaan PDF, suuraa HEIC kan iPhone akka JPEG, yookaan liinkii, lakkoofsa yookaan SMS ergaa.',
    ],
    unreadPages: [
      'Fuulawwan jalqabaa PDF kanaa qofatu dubbifame',
      'Nagahee hin agarsiisan. Fuula nagahee qofa, yookaan liinkii, lakkoofsa yookaan SMS ergaa.',
    ],
  },
};
