import type { Words } from '../words.js';

export const paymentGuide: Words['paymentGuide'] = {
  title: 'Daqiiqaa kudhan keessatti ajaja kaffalame',
  lead: 'Gaaffiin kaffaltii hanga maamilli kaffaluu qabu dha. Nagahee jalqabaa isa kaffaluun al tokko cufama. Ajaja tokkoon tokkoon isaa teerminaalii keessatti maxxansaa: baankiiwwan yaaliitiin hojjeta.',
  first: 'Teerminaalii malee arguuf:',
  install: 'Kilaayentii kanaan:',
  steps: {
    key: {
      title: '1. Furtuu',
      text: 'Daashboordii irratti furtuu yaalii uumaatii `DERESEGN_KEY` keessa kaa’aa. Tajaajila ofii keessanii yoo hojjechiistan, kun lamaanuu godha:',
    },
    account: {
      title: '2. Bakka maallaqa itti fudhattan',
      text: 'Herrega maamiltoonni itti kaffalan galmeessaa; asitti kan nagahee yaalii dha:',
      after: 'Nagaheen herrega biraatti kaffalame homaa hin kaffalu.',
    },
    make: {
      title: '3. Hanga kaffalamu gaafadhaa',
      text: 'Lakkoofsi ajajaa `Idempotency-Key` dha: irra deebi’uun gaaffiima sana argata. Guyyaan nagahee yaalii lakkoofsa isaa irraa dhufa, kanaaf gaaffiin kun `notBefore` dhaan kan duraanii ni fudhata; baankii dhugaatti isa dhiisaa.',
      after:
        'Maamila gara `url` ergaa. Hanga isaa, herrega keessanii fi yeroo hafe arga, nagahees achitti erga: liinkii, lakkoofsa, SMS yookaan suuraa. Banaatii `DKK4A1C0F3` ergaa. Yookaan asitti itti fufaa:',
    },
    handIn: {
      title: '4. Waan maamilli isiniif erge galchaa',
      text: 'Nagahee karaa biraa, fakkeenyaaf chaatiidhaan isin ga’eef:',
      after:
        'Nagaheen maal akka ta’e `attempt.outcome` hima. `paid` gaafficha cufa; `could_not_check` waa’ee kaffaltii waan tokko hin jedhu, `retrying` true yoo ta’es ofumaan irra deebi’amee ilaalama.',
    },
    show: {
      title: '5. Kaffalameeraa?',
      text: 'Meeshaa osoo hin kennin dura gaafadhaa:',
      after:
        'Ajajni kan kaffalame `status` yoo `paid` ta’e qofa. Gaafachuu mannaa akka isinitti himamuuf iddoo fudhannaa webhook uumaa: `payment_request.paid` gaafficha `data.object` keessatti qabatee dhufa.',
    },
    program: {
      title: '6. Sagantaa keessan keessatti',
      text: 'Ajajuma sana TypeScript, Python fi PHP dhaan. Ajajoota olii booda tokko hojjechiisaa: gaaffiima sana, kan duraan kaffalame dha.',
    },
    next: {
      title: '7. Hojii dhugaatti ce’uu',
      text: 'Herregoota keessan galmeessaatii furtuu dhugaa uumaa; gaaffiin hin jijjiiramu. Seera afur hordofaa:',
      rules: [
        'Meeshaa kan kennitan API’n gaaffichi kaffalameera yoo jedhe qofa; biraawzariin waan deebi’eef miti.',
        'Gaaffiin banaa ta’e hin didamne: maamilli hanga yeroon isaa darbutti kaffaluu danda’a.',
        'Gaaffiin ilaalamaa jiru nama eega: daashboordii irratti yookaan API’dhaan fudhadhaa yookaan didaa.',
        'Gaaffiin yeroon isaa darbe, kaffaltiin yeroodhaan raawwatee yoo ta’e, guyyaa tokkoof kaffalame ta’uu danda’a.',
      ],
      reference: 'Teessoowwan hunda',
      dashboard: 'Gaaffiiwwan kaffaltii keessan daashboordii irratti',
    },
  },
};
