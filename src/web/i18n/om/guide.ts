import type { Words } from '../words.js';

export const guide: Words['guide'] = {
  title: 'Daqiiqaa kudhan keessatti mirkaneessaa',
  lead: 'Duwwaa irraa kaasee hanga kaashira kaffaltiin galuu isaa beekuutti. Wanti asii hundi akkuma maxxanfametti baankiiwwan yaaliitiin hojjeta: maallaqni dhugaa fi baankiin dhugaa keessa hin jiru.',
  contents: 'Fuula kana irra',
  language: 'Afaan sagantaa',
  steps: {
    key: {
      title: '1. Furtuu',
      text: 'Daashboordii irratti furtuu yaalii uumaa. Kilaayentoonni furtuu `DERESEGN_KEY` irraa, teessoo tajaajilaa immoo `DERESEGN_URL` irraa dubbisu. Tajaajila ofii keessanii yoo hojjechiistan, kun furtuu uumee lamaanuu guuta:',
    },
    client: {
      title: '2. Kilaayentii',
      text: 'Kilaayentii afaan sagantaa keessanii fayyadamaa: `@deresegn/client` TypeScriptiif (`clients/typescript`), `deresegn` Pythoniif (`clients/python`), yookaan faayilii `clients/php/deresegn.php`. Baankii ni eega, wanta irra deebi’amuu danda’u irra deebi’ee gaafata, kaffaltii ajaja keessan wajjin wal bira qaba. Pirojektii keessan keessatti, garagalchi kuusaa kanaa cinatti osoo jiruu, sarara afaan keessanii hojjechiisaa:',
      call: 'Tokkoon tokkoon isaanii waamicha kana tokko qofa ergu:',
      after:
        '`"verdict":"verified"` jechuun baankichi kaffaltii xumurame agarsiisa jechuu dha. `payment` baankii hundaaf bifa tokko qaba; `receipt` waan baankichi barreesse dha. Lakkoofsi `reference`, liinkiin `url`, wanti namni maxxanse kamiyyuu `text` dha.',
    },
    decide: {
      title: '3. Meeshaa kennuu nan danda’aa?',
      text: 'Murtiin guutuun kana. Hojjechiisaa: nagaheen kun ajajicha ni kaffala.',
      after:
        'Nagaheen dhugaa illee kan hanga biraa, kan nama biraa, yookaan kan duraan hojiirra oole ta’uu danda’a. Kanaaf wanti eegdan hanga fi kan fudhatu qabaachuu qaba; kan fudhatu malee kaffaltiin nama kamiif iyyuu ni darba.',
    },
    verdicts: {
      title: '4. Deebii tokkoon tokkoon isaatiin maal godhamu',
      text: 'Lakkoofsa sagantaa keessaa bakka buusaa. Qubeen afran dhumaa kan lakkoofsa yaalii waan baankichi godhu murteessu.',
      means: {
        paid: 'Baankichi kaffaltii xumurame, kan hanga kanaa, gara herrega kanaa agarsiisa; herregni keessan kanaan dura hin argine. Meeshaa kennaa.',
        other:
          'Nagaheen dhugaa dha, garuu ajaja kana hin kaffalu: rakkoon tokkoon tokkoon isaa maqaa qaba. Meeshaa hin kenninaa; nagahee sirrii yookaan kan hafe gaafadhaa.',
        refused:
          'Baankichi lakki jedhe. Meeshaa hin kenninaa, nama hin himatinaa: dogoggorri barreeffamaa, yookaan kaffaltiin daqiiqaa muraasa dura raawwate akkasuma mul’ata. Ragaa kaffaltii biraa gaafadhaa.',
        unsure:
          'Waa’ee kaffaltichaa wanti beekamu hin jiru. Ajajicha banaa dhiisaatii booda irra deebi’aa gaafadhaa, yookaan herrega keessan ilaalaa; akka kaffalameettis akka didameettis hin fudhatinaa.',
      },
    },
    once: {
      title: '5. Ajaja tokko, mirkaneessa tokko',
      text: 'Sagantaa kana al lama hojjechiisaa: lamaanuu `hand over` barreessa. Sana booda ajajicha gara `order-18` jijjiiraa: `seen_before` barreessa.',
      rules: [
        'Lakkoofsi ajajaa furtuu idempotency ti. Walqunnamtiin cituu isaa booda yookaan cuqaasa lammaffaatiin ajajuma sanaaf irra deebi’amuun mirkaneessuma sana dha; deebiin isaa tokko, al tokkos lakkaa’ama.',
        '`seen_before` (API keessatti `history.seenBefore`) jechuun nagaheen kun ajaja biraatiif herrega keessanitti dhiyaateera jechuu dha. Nagaheen tokko al lama akka hin kaffalle kun eega.',
        'Kanaaf waamicha hunda wajjin lakkoofsa ajaja keessanii ergaa: barreeffama tasaa yookaan lakkoofsa nagahee miti. Furtuun kun sa’aatii 24f kaa’ama.',
        '`possibly_seen_before` jechuun nagaheen biraa kaffaltiima sana agarsiisuu danda’a jechuu dha: kaffaltiiwwan tokko tokko lakkoofsa lama qabu. Namni wal bira qabee haa ilaalu.',
      ],
    },
    picture: {
      title: '6. Suuraa iskiriinii',
      text: 'Suuraa yookaan PDF nagahee tokkoo hanga shan: TypeScript fi PHP keessatti `verifyImage()`, Python keessatti `verify_image()`. Kun suuraa iskiriinii yaalii fidee deebisee erga:',
      after:
        '`detections` lakkoofsota dubbifaman tarreessa, `upstream.result` mirkaneessa dha. Suuraan gonkumaa hin kaa’amu.',
    },
    later: {
      title: '7. Osoo hin eegin',
      text: 'Baankiin suuta jechuu danda’a. Sagantaawwan olii ni eegu; fuulli weebii garuu eeguu hin qabu. `begin()` (API keessatti `waitMs`) miliisekondii hamma sanaa booda 202 deebisa, mirkaneessis itti fufa. Bu’aa isaa booda fidaa, yookaan webhookiin argadhaa:',
      after:
        'Waamichi hanga xumuramutti 202, sana booda deebii waamichaa mataa isaa deebisa. Maamilli ammaaf yoo hin kaffalle, gaaffii kaffaltii uumaa: fuulli isaa waan kaffalamu hima, nagahees fudhata.',
    },
    log: {
      title: '8. Maal galmeessitu',
      text: 'Sagantaawwan olii ajaja tokkoof sarara tokko galmeessu. Nagahee irraa kana caalaa hin galmeessinaa:',
      rules: [
        'Ajaja, murtii, `requestId` (deebiin kuusaa irraa yoo dhufe null), akkasumas sababa yookaan rakkoowwan galmeessaa.',
        'Liinkii, lakkoofsa, barreeffama yookaan suuraa nagahee gonkumaa hin galmeessinaa: nagahee bana, maqaa fi herrega nama lamaas ni agarsiisa.',
        'Furtuu gonkumaa hin galmeessinaa. Warri biroo arganii yoo ta’e, daashboordii irratti haqaa.',
      ],
    },
    live: {
      title: '9. Hojii dhugaatti ce’uu',
      text: 'Furtuu dhugaa uumaa; gaaffiin hin jijjiiramu. Seera afur hordofaa:',
      rules: ({ line, attempt, timeOut }) => [
        'Meeshaa kan kennitan nagahee `livemode` isaa true ta’eef qofa. Dura `verdict`, sana booda `error.code` yookaan `error.reason` irratti hundaa’aa; gonkumaa barreeffama ergaa irratti miti.',
        `API kilaayentii malee yoo waamtan, daangaa yeroo sekondii ${timeOut} kaa’aa: waamichi dabaree baankii keessa sekondii ${line} eeguu danda’a, sana booda baankichi al lama, tokkoon isaa sekondii ${attempt}f gaafatama.`,
        'Irra deebi’anii yaaluun barbaachisuu isaa `error.retry` hima: `never`, `after` sekondii `Retry-After` jedhu booda, yookaan `backoff`, yeroo eegumsaa dheeressaa. Kilaayentoonni kana ni godhu.',
        'Baankii `/api/providers` keessatti `viewLimited` qabuuf waamicha gonkumaa irra hin deebi’inaa: liinkiin akkasii walumaa galatti gara al shanii qofa banama. Kilaayentoonni irra hin deebi’an.',
      ],
      errors:
        'Dogoggorri tokkoon tokkoon isaa fuula mataa isaa qaba: `error.docs` isatti geessa. `/docs/errors` hunda tarreessa.',
      reference: 'Teessoowwan hunda',
      sandbox: 'Baankii fi bu’aa yaalamuu danda’u hunda',
    },
  },
};
