import type { Words } from '../words.js';

const waits =
  'Kun maamila irratti waan tokko hin jedhu. Meeshaa amma hin kenninaa: daqiiqaa muraasa booda irra deebi’aa yaalaa, yookaan herrega keessan ilaalaa.';

const says: Words['landing']['result']['says'] = {
  empty: [
    'Nagaheen ammaaf asitti hin argamu.',
    'Liinkii, lakkoofsa yookaan SMS maxxansaa, yookaan suuraa filadhaa.',
  ],
  invalid: [
    'Wanti ergame keessaa tokko sirrii miti.',
    'Isa guuttan ilaalaa. Hangi lakkoofsa akka 5,000.00 ti.',
  ],
  unknown: [
    'Kun nagahee baankii nuti beeknuu miti.',
    'Dogoggora barreeffamaa ilaalaa: qubeen O fi lakkoofsi 0 wal fakkaatu. Yookaan SMS guutuu maxxansaa.',
  ],
  needsAccount: [
    'Baankiin kun lakkoofsa herregaas barbaada.',
    'Unka irratti guutaa, yookaan liinkii nagahee maxxansaa.',
  ],
  needsPhone: [
    'Baankiin kun lakkoofsa bilbilaa kan kaffalees barbaada.',
    'Unka irratti guutaa, yookaan liinkii nagahee maxxansaa.',
  ],
  needsLink: [
    'Baankiin kun liinkii nagahee barbaada, lakkoofsi qofti ga’aa miti.',
    'Maamila irraa liinkii yookaan SMS liinkii qabu gaafadhaa.',
  ],
  ambiguous: ['Lakkoofsa akkanaa baankiiwwan hedduutu fayyadama.', 'Unka irratti baankicha filadhaa.'],
  unread: [
    'Suuraa irraa nagahee dubbisuun hin danda’amne.',
    'Suuraa ifa ta’e kan nagahee guutuu, yookaan lakkoofsa, liinkii yookaan SMS ergaa.',
  ],
  codesOnly: [
    'Asitti koodii QR fi barreeffama PDF qofatu dubbifama; nagaheen keessatti hin argamne.',
    'Lakkoofsa, liinkii yookaan SMS, yookaan suuraa koodiin QR isaa guutuu ta’e ergaa.',
  ],
  misread: [
    'Lakkoofsi suuraa irraa dubbifame; dogoggoraan dubbifamee ta’uu danda’a: baankichi hin mirkaneessine.',
    'Kun waa’ee kaffaltii waan tokko hin jedhu. Lakkoofsicha nagahee wajjin wal bira qabaatii barreessaa.',
  ],
  tooLarge: [
    'Faayiliin kun guddaa dha.',
    'Suuraa MB 5 hin caalle, yookaan lakkoofsa, liinkii yookaan SMS ergaa.',
  ],
  noMorePictures: [
    'Har’a suuraan kana caalaa hin dubbifamu.',
    'Bakka isaa lakkoofsa, liinkii yookaan SMS ergaa.',
  ],
  stillChecking: [
    'Nagaheen keessan kan biraa ammayyuu mirkaneeffamaa jira.',
    'Deebii isaa eegaatii irra deebi’aa yaalaa.',
  ],
  silent: ['Baankichi amma hin deebisu.', waits],
  blocked: ['Deebiin baankichaa nagahee miti.', waits],
  unreadable: ['Baankichi deebiseera, garuu deebii isaa hubachuun hin danda’amne.', waits],
  notFound: [
    'Baankichi kaffaltii akkasii hin qabu.',
    'Meeshaa hin kenninaa. Lakkoofsicha ilaalaa: dogoggorri barreeffamaas akkasuma mul’ata; kaffaltiin amma raawwate hanga mul’atutti daqiiqaa muraasa fudhachuu danda’a.',
  ],
  notSettled: [
    'Baankichi kaffaltii kana hin xumurre.',
    'Meeshaa hin kenninaa. Kaffaltiin adeemsa irra, kan dhaabbate yookaan kan deebi’e ta’uu danda’a. Daqiiqaa muraasa booda irra deebi’aa gaafadhaa.',
  ],
  otherReceipt: [
    'Baankichi lakkoofsa kanaan kaffaltii biraa agarsiisa.',
    'Meeshaa hin kenninaa. Maamila irraa lakkoofsa sirrii yookaan SMS gaafadhaa.',
  ],
  ours: [
    'Gama keenyaan rakkoon uumameera.',
    'Kun waa’ee kaffaltii waan tokko hin jedhu. Daqiiqaa tokko booda irra deebi’aa yaalaa.',
  ],
};

export const landing: Words['landing'] = {
  title: 'Maallaqni dhuguma galeeraa?',
  lead: 'Maamilli nagahee isinitti agarsiisa. Deresegn kaffaltiin dhugaa ta’uu fi eenyu akka fudhate baankicha gaafata.',
  description:
    'Nagahee kaffaltii maxxansaa yookaan suuraa kaasaa. Deresegn baankii yookaan waaleetii nagahee kenne gaafatee mirkanaa’uu, mirkanaa’uu dhabuu yookaan mirkaneessuun akka hin danda’amne isinitti hima.',
  box: 'Liinkii, lakkoofsa yookaan SMS',
  boxHint: 'Kan maamilli erge maxxansaa',
  picture: 'Suuraa, PDF',
  more: 'Baankii, herrega, bilbila yookaan hanga dabalaa',
  account: 'Lakkoofsa herregaa, yookaan lakkoofsota isaa dhumaa',
  phone: 'Lakkoofsa bilbilaa kan kaffale',
  bank: 'Baankii',
  anyBank: 'Ofumaan haa beekamu',
  amount: 'Hanga eegamu qarshiidhaan',
  amountHint: 'Yoo guuttan, deebiin kaffaltii wajjin wal simuu isaa isinitti hima.',
  submit: 'Baankicha gaafadhaa',
  busy: 'Baankicha gaafachaa jirra…',
  failed: 'Deebiin hin dhufne. Qunnamtii keessan ilaalaatii irra deebi’aa yaalaa.',
  simulated:
    'Baankiiwwan asii kan yaaliiti; kaffaltiin dhugaa hin mirkaneeffamu. Kanneen keessaa tokko yaalaa:',
  examples: {
    SETTLED: 'Kaffaltii dhugaa',
    GONE: 'Nagahee baankichi hin qabne',
    PEND: 'Kaffaltii hin xumuramne',
    WALL: 'Baankii hin deebisne',
  },
  limits: (receipts, pictures) =>
    `Galmee malee bilisa: sa’aatiitti nagahee ${receipts} fi suuraa ${pictures}.`,
  left: (receipts, pictures) => `Sa’aatii kana kan hafe: nagahee ${receipts}, suuraa ${pictures}.`,
  chat: {
    title: 'Waan kaashirri Telegram irratti argu',
    sent: 'Suuraa nagahee',
    example: 'Baankii yaaliitiin bootii irraa kan waraabame.',
  },
  result: {
    verified: 'Mirkanaa’eera',
    not_verified: 'Hin mirkanoofne',
    could_not_check: 'Mirkaneessuun hin danda’amne',
    verifiedMeans: 'Kaffaltiin kun xumuramuu isaa baankichi mirkaneesseera.',
    verifiedNext: 'Hanga isaa fi kan fudhate keessan wajjin wal bira qabaatii meeshaa kennaa.',
    says,
    payer: 'Kan kaffale',
    receiver: 'Kan fudhate',
    time: 'Yeroo baankii',
    bank: 'Baankii',
    reference: 'Lakkoofsa nagahee',
    unknown: 'Baankichi hin ibsu',
    otherFile:
      'Faayiliin akkasii asitti hin dubbifamu. Suuraa iskiriinii, JPEG, PNG yookaan WebP, yookaan PDF ergaa; suuraa HEIC kan iPhone akka JPEG.',
    noPictures: 'Asitti suuraan hin dubbifamu. Lakkoofsa, liinkii yookaan SMS ergaa.',
    unreadPages:
      'Fuulawwan jalqabaa PDF kanaa qofatu dubbifame, nagahees hin agarsiisan. Fuula nagahee qofa ergaa.',
    json: 'Sagantaa barreessitootaaf: deebii JSON',
    simulated: 'Kan deebise baankii yaaliiti: kun yaalii dha, maallaqni hin sochoone.',
    oneOfSeveral: (end: string) =>
      `Suuraan kun nagahee biraas ni agarsiisa. Kan ilaalame isa lakkoofsi isaa ${end} irratti dhumu qofa; isa biraa kophaatti ergaa.`,
    amountAsExpected: 'Hangi isaa kan eegdani dha.',
    amountOff: (difference) => `Hangi isaa kan eegdan miti. Garaagarummaa qarshiidhaan: ${difference}`,
    amountOffNext: 'Meeshaa amma hin kenninaa. Kan hafe yookaan nagahee sirrii gaafadhaa.',
    limited: 'Nagaheen bilisaa kan sa’aatii kanaa dhumeera.',
    again: (minutes) =>
      `Daqiiqaa ${minutes} booda deebi’aa. Suuqonni bootii fayyadamanii fi sagantaa barreessitoonni furtuu qaban daangaa kana hin qaban.`,
  },
  verdicts: {
    title: 'Deebiiwwan sadii, fi waan godhamu',
    lead: 'Mirkaneessi hundi kanneen keessaa tokkoon xumurama. Baankiin yoo adda cite kaffaltii irratti waan tokko hin jedhu.',
    example: 'Deebiiwwan dhugaa Deresegn waa’ee kaffaltiiwwan baankii yaalii kenne.',
    asExpected: 'Hangi isaa fi kan fudhate akkuma eegame.',
    next: 'Maal godhamu',
    verified: 'Meeshaa kennaa.',
    not_verified:
      'Meeshaa hin kenninaa. Nagahee biraa gaafadhaa, nama hin himatinaa: dogoggora barreeffamaa ta’uu danda’a.',
    could_not_check: 'Eegaa, yookaan herrega keessan ilaalaa. Maamila irratti waan tokko hin jedhu.',
  },
  how: {
    title: 'Akkamitti hojjeta',
    drawing:
      'Nagaheen gara Deresegn deema. Deresegn baankicha gaafata, baankichi deebisa, isinis murtii argattu.',
    receipt: 'Nagahee',
    bank: 'Baankii',
    verdict: 'Murtii',
    steps: [
      'Waan qabdan ergitu: liinkii, lakkoofsa, SMS, suuraa yookaan PDF.',
      'Deresegn baankicha adda baasee nagahee sana teessoo baankichaa irratti bana. Wanti suuraan jedhu gonkumaa hin amanamu.',
      'Deebiiwwan sadan keessaa tokko argattu, yeroo baay’ee sekondii muraasa keessatti.',
    ],
  },
  bot: {
    title: 'Kaashira keessaniif: bootii Telegram',
    lead: 'Kaashirri nagahee gara bootii ergu, deebiinis achuma dhufa. Bootiin Afaan Amaaraa, Afaan Oromoo fi Afaan Ingiliffaa dubbata.',
    steps: [
      'Bootii banaatii “Suuqii banaa” cuqaasaa.',
      'Herregoota maallaqa ittiin fudhattan galmeessaa: sana booda kaffaltiin nama biraaf kaffalame hin fudhatamu.',
      'Kaashira keessan liinkiidhaan affeeraa.',
    ],
    open: 'Bootii Telegram irratti banaa',
    code: 'Koodii QR bootii Telegram irratti banu',
  },
  code: {
    title: 'Sagantaa barreessitootaaf',
    lead: 'Nagahee tokkoof waamicha tokko. Tokkoon tokkoon isaa akkuma maxxanfametti hojjeta: furtuu malee yaalii, `DERESEGN_KEY` dhaan furtuu keessan fayyadama.',
    languages: 'Afaan sagantaa',
    reference: 'Wabii teessoowwan hundaa',
    sandbox: 'Fakkeenya baankii fi bu’aa hundaa',
  },
  plans: {
    title: 'Paakeejiiwwan',
    plan: 'Paakeejii',
    verifications: 'Nagahee',
    window: { day: 'guyyaatti', month: 'ji’atti' },
    over: 'Sanaa ol',
    stop: 'Ni dhaabbata, kaffaltii hin qabu',
    price: (etb) => `Tokkoon qarshii ${etb}, yoo bantan`,
    pictures: 'Suuraa ji’atti',
    contract: 'Waliigalteedhaan',
    note: 'Nagaheen kan lakkaa’amu yeroo baankii irraa dhufu: kanuma irra deebi’anii gaafachuun bilisa, deebiin nagahee hin qabnes akkasuma. Suuraan garuu erga dubbifamee bu’aan isaa maal iyyuu ta’u ni lakkaa’ama.',
  },
  banks: {
    title: 'Baankiiwwanii fi waaleetiiwwan',
    lead: 'Waan baankiin tokkoon tokkoon barbaadu, fi haala isaa kan ammaa.',
    number: 'Lakkoofsi qofti ga’aa dha',
    needs: {
      account: 'Lakkoofsa nagahee fi lakkoofsota herregaa',
      phone: 'Lakkoofsa nagahee fi bilbila kan kaffale',
      link: 'Liinkii nagahee',
    },
    fewViews: 'Liinkiin isaa yeroo muraasa qofa banama',
    unread: 'Nagaheen isaa ammaaf hin mirkaneeffamu',
    status: 'Haala baankiiwwanii guyyoota 90 darban',
    recognised: 'Kan beekaman, garuu ammaaf hin gaafatamne',
  },
  questions: {
    title: 'Gaaffiiwwan',
    all: (freeReceipts) => [
      [
        'Suuraan iskiriinii jijjiirame darbuu danda’aa?',
        'Lakki. Wanti suuraan yookaan ergaan jedhu hin amanamu: lakkoofsi isaa qofti dubbifamee baankichi gaafatama. Herregoonni keessan yoo galmaa’an, kaffaltiin dhugaa nama biraaf kaffalame ni beekama; nagaheen kanaan dura hojiirra oole akkasuma.',
      ],
      [
        'Maamilli waan barbaachisu qabaa?',
        'Lakki. Appii fi galmeen hin barbaachisu: SMS, liinkii, suuraan iskiriinii yookaan PDF baankiin nama kaffale hundaaf kennu ga’aa dha.',
      ],
      [
        'Baankiin yoo adda citehoo?',
        'Deebiin “Mirkaneessuun hin danda’amne” ta’a, gonkumaa “Hin mirkanoofne” hin ta’u. Baankichi yeroo deebi’u bootiin ofumaan irra deebi’ee gaafata.',
      ],
      [
        'Nagahee akkamii erguu danda’a?',
        'Liinkii, lakkoofsa, SMS guutuu, suuraa iskiriinii, suuraa yookaan PDF. Liinkii fi SMS caalaatti amansiisoo dha; suuraadhaan nagahee guutuu agarsiisaa. Baankiiwwan tokko tokko lakkoofsa caalaa barbaadu: tarree baankiiwwanii ilaalaa.',
      ],
      [
        'Amansiisaa dhaa?',
        'Eenyullee lakkoofsa icciitii yookaan jecha darbii keessan hin gaafatu; asitti wanti maallaqa sochoosu hin jiru. Deresegn fuula baankichi nama nagahee qabu hundatti agarsiisu qofa bana.',
      ],
      [
        'Maaltu kaa’ama?',
        'Nagaheen sun booda akka beekamuuf wanti baankichi waa’ee isaa agarsiisu ni kaa’ama. Suuraa fi faayiliin ni dubbifamu, hin kaa’aman.',
      ],
      [
        'Gatiin isaa meeqa?',
        `Paakeejiin Free ji’atti nagahee ${freeReceipts} qaba, kaffaltii hin qabu: yeroo dhumu ni dhaabbata. Kana caalaaf paakeejiiwwan ilaalaa.`,
      ],
    ],
    begin: 'Akkamitti jalqaba?',
    withBot:
      'Suuqii yoo taatan: bootii Telegram irratti banaatii “Suuqii banaa” cuqaasaa; battaluma paakeejii Free irra ta’a.',
    withoutBot:
      'Suuqii yoo taatan: nagahee olitti yaalaa, bootii Telegram immoo nama tajaajila kana bulchu gaafadhaa.',
    developers: 'Sagantaa barreessaa yoo taatan: qajeelfama baankiiwwan yaaliitiin hojjetu hordofaa.',
  },
};
