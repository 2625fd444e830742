### Words of the cashier bot. The sign of an answer is set by render/, not here.
### Keys and arguments are the same in am.ftl, en.ftl and om.ftl; a test compares them.

## Small words

the-bank = Baankichi
nameless = hojjetaa biraa
nameless-shop = suuqii keessan
unlimited = daangaa hin qabu
birr = qarshii { $amount }
moment-today = har'a { $time }
moment-yesterday = kaleessa { $time }
moment-other = { $day } { $time }

## Verdicts

verdict-accept = Kaffalameera: { $amount }
verdict-look = Dura ilaalaa: { $amount }
verdict-refuse = Hin fudhatinaa: { $amount }
verdict-anyway = Murtii { $who }tiin fudhatameera, { $when }
verdict-sandbox = YAALII: baankii dhugaa miti. Maallaqni hin galle.
remark-not_ours = Kaffaltiin dhugaadha, garuu KAN KEESSAN MITI. Hin fudhatinaa.
remark-already_accepted = Duraan fudhatameera: { $when }, { $who }
remark-short = Qarshii { $difference } HIR'ATA (kan eegame { $expected })
remark-over = Qarshii { $difference } CAALA (kan eegame { $expected })
remark-not_birr = Maallaqni kun qarshii Itoophiyaa miti: { $amount }
remark-old_hours = Tureera: erga kaffalamee sa'aatii { $hours } (daangaan sa'aatii { $limit })
remark-old_days = Tureera: erga kaffalamee guyyaa { $days } (daangaan sa'aatii { $limit })
remark-no_time = Baankichi guyyaa hin barreessu. Yoom akka kaffalame mirkaneeffadhaa.
remark-future = Guyyaan ragaa kanarra jiru gara FUULDURAATTI. Herrega keessan ilaalaa.
remark-unchecked_no_accounts = Fudhataan hin mirkanoofne: suuqiin keessan herrega hin galmeessine (/accounts)
remark-unchecked_unclear = Ragaan eenyuuf akka kaffalame ifatti hin agarsiisu. Herrega keessan ilaalaa.
fact-amount = Hanga: { $value }
fact-payer = Kan kaffale: { $value }
fact-receiver = Kan fudhate: { $value }
fact-time = Sa'aatii baankii: { $value }
fact-bank = Baankii: { $value }
fact-reference = Lakkoofsa kaffaltii: { $value }

## While it is checked

checking = Mirkaneessaan jira…
checking-slow = Ammas mirkaneessaan jira. { $bank } suuta jedha. Yeroo deebiin dhufu ergaan kun ni jijjiirama.
checking-position = Dabaree: { $position }

## Could not check, and what the bank refuses

not-paid = Akka kaffalameetti hin lakkaa'inaa.
next-watched = Yeroo baankichi deebi'u ergaa kana nan sirreessa.
next-view-limited = Ragaan kun yeroo muraasa qofa banama, kanaaf irra deebi'ee hin yaalu. Herrega keessan ilaalaa.

failure-invalid_json = Kun baankiif ergamuu hin dandeenye.
    .next = Ragaa kaffaltii irra deebi'aa ergaa.
failure-invalid_request = Kun naaf hin galle.
    .next = Lakkoofsa kaffaltii, liinkii, SMS yookaan suuraa qofa ergaa.
failure-missing_key = Hayyamni suuqii keessanii hin hojjetu.
    .next = Abbaa suuqii gaafadhaa.
failure-invalid_key = Hayyamni suuqii keessanii hin beekamu.
    .next = Abbaa suuqii gaafadhaa.
failure-revoked_key = Hayyamni suuqii keessanii cufameera.
    .next = Abbaa suuqii gaafadhaa.
failure-not_found = Kun asitti hin argamne.
    .next = Ragaa kaffaltii irra deebi'aa ergaa. Yoo hin taane abbaa suuqii gaafadhaa.
failure-method_not_allowed = Kun mirkanaa'uu hin dandeenye.
    .next = Ragaa kaffaltii irra deebi'aa ergaa.
failure-payload_too_large = Kun dubbisuuf baay'ee guddaadha.
    .next = Suuraa xiqqaa ergaa, yookaan SMS maxxansaa.
failure-unsupported_media_type = Faayila akkasii dubbisuu hin danda'u.
    .next = Suuraa yookaan PDF ergaa, yookaan SMS maxxansaa.
failure-rate_limited = Daqiiqaa kana keessatti baay'eetu ergame.
    .next = Daqiiqaa tokko eegaatii irra deebi'aa yaalaa. Yoo irra deddeebi'e abbaa suuqii gaafadhaa.
failure-quota_exceeded = Baay'inni mirkaneessaa suuqii keessanii dhumeera.
    .next = Abbaa suuqii gaafadhaa.
failure-image_cap_reached = Dubbisni suuraa ji'a kanaa dhumeera.
    .next = SMS yookaan lakkoofsa kaffaltii ergaa, abbaa suuqiis gaafadhaa.
failure-ocr_daily_cap_reached = Har'a suuraan dabalataa dubbifamuu hin danda'u.
    .next = SMS yookaan lakkoofsa kaffaltii ergaa.
failure-detection_failed = Suuraa irraa ragaa kaffaltii dubbisuu hin dandeenye.
    .next = Akka faayilaatti ergaa, yookaan SMS maxxansaa.
failure-ai_not_configured = Suuraan koodii QR hin qabne asitti hin dubbifamu.
    .next = SMS, liinkii yookaan lakkoofsa kaffaltii ergaa.
failure-provider_down = { $bank } amma hin deebisu.
    .next = Booda yaalaa, yookaan herrega keessan ilaalaa.
failure-unavailable = Tajaajilli yeroodhaaf hin hojjetu.
    .next = Daqiiqaa tokko booda yaalaa.
failure-internal = Gama keenyaan rakkoon uumameera.
    .next = Daqiiqaa tokko booda yaalaa.
failure-unsupported_url = Liinkiin kun kan baankii ani beekuu miti.
    .next = Lakkoofsa kaffaltii, SMS yookaan suuraa ragaa ergaa.
failure-unsupported_reference = Kana keessatti ragaa kaffaltii hin arganne.
    .next = Lakkoofsa kaffaltii, liinkii ragaa, SMS baankii yookaan suuraa ergaa.
failure-needs_account = { $bank } lakkoofsa herrega keessaniis barbaada.
    .next = Herrega itti kaffalame filadhaa, yookaan lakkoofsa isaa barreessaa.
failure-needs_phone = { $bank } lakkoofsa bilbilaa kan kaffaleetis barbaada.
    .next = Maamila gaafadhaatii barreessaa.
failure-needs_link = { $bank } liinkii ragaa barbaada, lakkoofsi qofti hin ga'u.
    .next = Maamila irraa liinkii yookaan SMS liinkii qabu gaafadhaa.
failure-ambiguous = Baankiiwwan hedduun lakkoofsa akkasii fayyadamu.
    .next = Baankii isa kam?
failure-bank_busy = { $bank } amma baay'ee hojiin itti baay'ateera.
    .next = Daqiiqaa tokko booda yaalaa.
failure-bank_timeout = { $bank } yeroon hin deebifne.
    .next = Daqiiqaa tokko booda yaalaa.
failure-bank_unreachable = { $bank } argachuun hin danda'amne.
    .next = Daqiiqaa tokko booda yaalaa.
failure-bank_blocked = { $bank } waa'ee ragaa kanaa deebii hin kennine.
    .next = Daqiiqaa tokko booda yaalaa.
failure-receipt_not_found = { $bank } kaffaltiin akkasii hin jiru jedha. Hin fudhatinaa.
    .next = Lakkoofsa mirkaneeffadhaa. Kaffaltiin amma raawwate hanga mul'atutti daqiiqaa muraasa fudhachuu danda'a.
failure-not_settled = { $bank }: kaffaltiin kun hin xumuramne. Amma hin fudhatinaa.
    .next = Daqiiqaa muraasa booda irra deebi'aa mirkaneessaa.
failure-not_settled_reversed = { $bank }: kaffaltiin kun deebi'eera yookaan hin milkoofne. Hin fudhatinaa.
    .next = Maamilli irra deebi'ee akka kaffalu gaafadhaa.
failure-mismatch = { $bank } lakkoofsa kanaan kaffaltii biraa agarsiisa. Hin fudhatinaa.
    .next = Maamila irraa lakkoofsa kaffaltii sirrii gaafadhaa.
failure-unreadable = { $bank } deebii ani dubbisuu hin dandeenye erge.
    .next = Herrega keessan ilaalaa. Rakkoo kana nuti beekneerra.

input-too_big = Faayilichi baay'ee guddaadha (yoo baay'ate MB 5).
    .next = Suuraa xiqqaa ergaa, yookaan SMS maxxansaa.
input-wrong_type = Ergaa akkasii dubbisuu hin danda'u.
    .next = Suuraa yookaan PDF ragaa ergaa, yookaan SMS maxxansaa.
input-too_many = Yeroo tokkotti ragaan baay'een ergame.
    .next = Kan hafe ergaa biraatiin ergaa.
input-download_failed = Faayilicha Telegram irraa fiduu hin dandeenye.
    .next = Irra deebi'aa ergaa, yookaan SMS maxxansaa.
input-nothing_found = Kana keessatti ragaa kaffaltii hin arganne.
    .next = Lakkoofsa kaffaltii, liinkii ragaa, SMS baankii yookaan suuraa ergaa.
input-bad_amount = Hanga maallaqaa dubbisuu hin dandeenye.
    .next = Ragaa kaffaltiitiif deebisaatii akkas barreessaa: 500 yookaan 1,250.50
input-shared_amount = Hanga tokko, ragaa hedduu: kan isa kamii akka ta'e hin beeku.
    .next = Tokkoon tokkoon ragaa hanga isaa waliin kophaatti ergaa.

digits-ask = Lakkoofsa herregaa barreessaa ({ $bank }), yookaan lakkoofsota isaa dhumaa.
phone-ask = Lakkoofsa bilbilaa kan kaffalee barreessaa, fakkeenyaaf 0911 000000.

## Owner's notice, once a day

notice-quota = Baay'inni mirkaneessaa suuqii keessanii dhumeera. Kaashiroonni keessan ragaa haaraa mirkaneessuu hin danda'an.
notice-screenshots = Dubbisni suuraa suuqii keessanii dhumeera. SMS fi lakkoofsi kaffaltii ni hojjetu.
notice-revoked = Hayyamni suuqii keessanii cufameera. Kaashiroonni keessan ragaa mirkaneessuu hin danda'an.
    .next = Akka banamuuf nu qunnamaa.
notice-figures = Kan fayyadamtan: { $used }, daangaa: { $cap }
notice-renewal = Kan haaromfamu: { $day }
notice-next = Paakeejiin guddaan caalaa kenna: /usage, /dashboard

## Buttons

button-retry = Irra deebi'i yaali
button-accept-anyway = Ta'us fudhadhu
button-type-digits = Lakkoofsa barreessi
button-open-shop = Suuqii bani
button-have-invitation = Affeerraan qaba
button-remove = Haqi
button-rename-member = { $who }: maqaa jijjiiri
button-remove-member = { $who }: haqi
button-remove-account = { $account }: haqi
button-add-account = Herrega dabali
button-invite-owner = Abbaa suuqii biraa affeeri
button-add-to-group = Garee keessatti na fayyadami
button-delete = Eeyyee, hunda haqi
button-cancel = Dhiisi
button-old = Qabduun kun yeroon isaa darbeera.
button-not-yours = Qabduun kun kan keessan miti.
cancelled = Dhiifameera.

## Start, shop, invitations

language-name = Afaan Oromoo
language-ask = Afaan filadhaa
language-set = Afaan Oromootiin nan barreessa.
welcome = Kaffaltiin dhugaa ta'uu isaa baankii irraa nan mirkaneessa. Lakkoofsa kaffaltii, liinkii, SMS yookaan suuraa ragaa naaf ergaa.
welcome-next = Suuqii banadhaa, yookaan affeerraan seenaa.
home = { $shop } keessa jirtu.
home-owner = Ragaa kaffaltii naaf ergaa. Herrega keessan /accounts irratti galmeessaa, kaashiroota /invite dhaan affeeraa.
home-cashier = Waan maamilli isinitti agarsiisu naaf ergaa: SMS, lakkoofsa kaffaltii, liinkii, suuraa yookaan PDF. Hanga isaa jalatti yoo barreessitan (500) nan madaala.
shop-name-ask = Maqaan suuqii keessanii eenyu?
shop-opened = { $shop } banameera. Itti aansee herrega maallaqa itti fudhattan /accounts irratti galmeessaa.
shop-ask = Suuqii tokkoo ol keessa jirtu. Isa kam?
shop-chosen = Amma: { $shop }
shop-only = Suuqii tokko qofa keessa jirtu: { $shop }
invitation-ask = Liinkii affeerraa abbaan suuqii isiniif erge banaa.
invite-cashier = Liinkii kana kaashira keessaniif ergaa:
invite-owner = Liinkii kana abbaa suuqii isa biraaf ergaa. Abbaan suuqii hunda arga, hunda jijjiira:
invite-terms = Yeroo { $uses } hojjeta. Hanga { $until } tura.
invite-more = Kaashiroota baay'eef geessituu tokko: /invite 5
join-joined = Baga nagaan dhuftan! Amma { $shop } keessa jirtu.
join-already = Duraanuu { $shop } keessa jirtu.
join-refused-unknown = Affeerraan kun hin beekamu. Abbaa suuqii haaraa gaafadhaa.
join-refused-used = Affeerraan kun hojjetee dhumeera. Abbaa suuqii haaraa gaafadhaa.
join-refused-expired = Yeroon affeerraa kanaa darbeera. Abbaa suuqii haaraa gaafadhaa.
join-refused-full = Suuqiin kun guuteera. Abbaa suuqii gaafadhaa.
joined-notice = { $who } gara { $shop } seeneera.
owner-only = Kana kan gochuu danda'u abbaa suuqii qofa.
no-shop = Ammaaf suuqii hin qabdan. /start ergaa.
no-longer-member = Suuqii kana keessaa baatanii jirtu.
dashboard = Liinkii seensaa keessan. Yeroo tokko qofa, daqiiqaa 10f hojjeta. Nama biraatti hin dabarsinaa.
dashboard-private = Liinkii seensaa haasaa dhuunfaatti qofa nan erga.
anyway-done = Fudhattaniittu. Murtii keessan ta'uun isaa galmaa'eera.

## Groups

group-bound = Gareen kun amma kan { $shop }. Hojjettoonni asitti ragaa erguu danda'u; nama biraaf hin deebisu.
group-taken = Gareen kun kan suuqii biraati.
group-owner-only = Garee keessa na galchuu kan danda'u abbaa suuqii qofa.
group-private-only = Maaloo kana haasaa dhuunfaatti godhaa.

## Help, privacy, leaving

help = Ragaa kaffaltii ergaa: lakkoofsa kaffaltii, liinkii, SMS, suuraa yookaan PDF. ✅ fudhadhaa, ⚠️ dura ilaalaa, ❌ hin fudhatinaa, ⏳ hin mirkanoofne: hin kaffalamne.
help-amount = Hanga isaa madaaluuf suuraa jalatti yookaan deebii keessatti 500 barreessaa, yookaan /v 500 fi lakkoofsa kaffaltii.
privacy = Waan ani kuusu fi hin kuufne:
privacy-kept = Kan kuufamu: lakkoofsa Telegram fi maqaa keessan, suuqii keessan, herregoota isaa, ragaalee mirkanaa'an: lakkoofsa kaffaltii, hanga, kan kaffale, kan fudhate, sa'aatii, nama mirkaneesse.
privacy-not_kept = Kan hin kuufamne: suuraa, faayilaa fi ergaa biraa. Suuraa irraa kan hafu mallattoo suuraa wal fakkaatu adda baasu qofa.
privacy-read = Ragaan kan gaafatamu baankii irraati. Suuraan koodii QR hin qabne tajaajila AI tiin dubbifamuu danda'a; kan ergamu suuricha qofa.
privacy-delete = /deleteme waan waa'ee keessanii jiru ni haqa.
delete-ask = Wanti waa'ee keessanii hundi haa haqamuu? Deebi'uu hin danda'u.
delete-leaves = • { $shop } keessaa ni baatu; suuqichi isin malee itti fufa.
delete-closes = • { $shop } abbaa biraa hin qabu: hojjettoota, herregootaa fi galmee isaa waliin ni cufama.
deleted = Haqameera.
deleted-left = • { $shop } keessaa baataniittu.
deleted-closed = • { $shop } cufameera.
deleted-remains = Kan hafu:
deleted-nothing_remains = Wanti waa'ee keessanii hafe hin jiru.
remains-book = ragaalee suuqiiwwan itti fufan keessatti mirkaneessitan, maqaa keessan malee, guyyaa 400f
remains-openings = baay'ina suuqiiwwan guyyoota 30 darban keessatti bantanii, lakkoofsa qofa, maqaa keessan malee
remains-requests = maqaa keessan mirkaneessa guyyoota 7 darbanii keessatti, hanga guyyoonni sun darbanitti
remains-account = paakeejii suuqii cufamee, lakkoofsota isaa fi tarree ragaalee inni argee, maqaa namaa malee
remains-keys = furtuulee API kan suuqii cufamee, hanga nuti cufnutti

## Settings

settings = Qindaa'ina { $shop }
setting-off = hin jiru
setting-name = Maqaa: { $value }
    .button = Maqaa
    .ask = Maqaa suuqii barreessaa.
    .wrong = Maqaan qubee 1 hanga 64 qaba.
setting-tolerance = Garaagarummaan hangaa hayyamamu: qarshii { $value }
    .button = Garaagarummaa hangaa
    .ask = Hangi qarshii meeqaan garaagara ta'uu danda'a? Fakkeenyaaf 0 yookaan 5.
    .wrong = Kun hanga maallaqaa miti.
setting-maxAgeHours = Kan turedha kan jedhamu: sa'aatii { $value } booda
    .button = Daangaa turtii
    .ask = Kaffaltiin sa'aatii meeqa booda tureera jedhama? 1 hanga 8760, fakkeenyaaf 24.
    .wrong = Kun lakkoofsa sa'aatii 1 hanga 8760 miti.
setting-closingTime = Sa'aatii cufiinsaa: { $value }
    .button = Sa'aatii cufiinsaa
    .ask = Yoom cuftu? Lakkoofsa sa'aatii 24n, fakkeenyaaf galgala 2:30 yoo ta'e 20:30 barreessaa. Dhaamsuuf - ergaa.
    .wrong = Kun sa'aatii miti.
setting-saved = Kuufameera.

## Staff and accounts

staff = Hojjettoota:
staff-owner = • { $who } (abbaa suuqii), { $since } irraa eegalee
staff-cashier = • { $who }, { $since } irraa eegalee
remove-ask = { $who } haa haqamuu?
removed = { $who } haqameera.
rename-ask = Maqaa haaraa { $who } barreessaa.
renamed = Amma maqaan isaa { $who }.
accounts = Herregoota maallaqa itti fudhattan:
accounts-none = Herregni galmaa'e hin jiru. Herregoota maallaqa itti fudhattan galmeessaa; yoo bakka biraatti kaffalame isinitti nan hima.
account-ask-bank = Baankii yookaan waaleetii kam irratti?
account-ask-number = Lakkoofsa herregaa yookaan bilbilaa barreessaa ({ $bank }).
account-ask-holder = Maqaa eenyuutiin? Akka baankichi barreessutti barreessaa.
account-saved = Galmaa'eera: { $account }
account-removed = Haqameera.

error-unknown = Kun amma hin jiru.
error-invalid = Kun hojjechuu hin danda'u. Irra deebi'aa yaalaa.
error-invalid-name = Maqaan qubee 1 hanga 64 qaba.
error-invalid-number = Kun lakkoofsa herregaa yookaan bilbilaa miti.
error-invalid-provider = Baankii kana hin beeku.
error-invalid-holder = Maqaan qubee 1 hanga 64 qaba.
error-invalid-uses = Yeroo 1 hanga 50.
error-invalid-date = Kun guyyaa miti. Akkas barreessaa: 2026-11-20
error-invalid-tolerance = Kun hanga maallaqaa miti.
error-invalid-maxAgeHours = Kun lakkoofsa sa'aatii 1 hanga 8760 miti.
error-invalid-closingTime = Kun sa'aatii miti. Akkas barreessaa: 20:30
error-too_many = Duraanuu baay'eetu jira.
error-last_owner = Suuqiin abbaa barbaada. Dura abbaa biraa affeeraa.
error-taken = Kun kan suuqii biraati.
error-not_owner = Kana kan gochuu danda'u abbaa suuqii qofa.

## The day

day = { $day }
day-closing = Sa'aatii cufiinsaa, { $day }
day-nothing = Kaffaltiin fudhatame hin jiru.
day-total = Kan fudhatame: kaffaltii { $count }, qarshii { $total }
day-part = { $name }: { $count }, qarshii { $total }
day-banks = Baankiidhaan:
day-cashiers = Kaashiraan:
day-not_accepted = Kan ilaalame, garuu hin fudhatamne: { $count }
day-unresolved = Kan ammaaf hin mirkanoofne ({ $count }):
day-why-bank = baankichi hin deebifne
day-why-unreadable = hin dubbifamne
day-why-limit = daangaan guuteera
day-why-question = wanti hir'ate jira
day-why-service = mirkanaa'uu hin dandeenye
history = { $query } kan argame:
history-none = { $query }: wanti argame hin jiru.
history-searched = Kaffaltiiwwan { $date } booda jiran qofatu barbaadame. Kan durii lakkoofsa kaffaltii guutuun argamu.
history-ask = Maal barbaaddu? /history fi lakkoofsa kaffaltii, hanga yookaan maqaa barreessaa.
export-caption = Ragaalee ilaalamanii fi fudhataman, { $from } hanga { $to }
export-empty = { $from } hanga { $to } homtuu hin jiru.
usage = Paakeejii: { $plan }
usage-verifications-day = Mirkaneessa har'aa: { $used }, daangaa: { $cap }
usage-verifications-month = Mirkaneessa ji'a kanaa: { $used }, daangaa: { $cap }
usage-screenshots = Dubbisa suuraa ji'a kanaa: { $used }, daangaa: { $cap }
usage-renewal = Kan haaromfamu { $day }
banks = Baankiiwwan amma:
banks-note = Baankiin yoo adda cite ragaa isaa mirkaneessuu hin danda'u. Kun waa'ee maamilaa homaa hin dubbatu.
bank-operational = { $bank }: ni deebisa
bank-degraded = { $bank }: gartokkoon deebisa
bank-down = { $bank }: ADDA CITEERA
bank-unknown = { $bank }: hin beekamu
bank-since = { $when } irraa eegalee
bank-waiting = { $count } eegaa jiru

## The spreadsheet

csv-received = Yeroo mirkanaa'e
csv-verdict = Murtii
csv-accepted = Yeroo fudhatame
csv-bank = Baankii
csv-reference = Lakkoofsa kaffaltii
csv-amount = Hanga
csv-currency = Gosa maallaqaa
csv-payer = Kan kaffale
csv-account = Herrega itti kaffalame
csv-paid = Sa'aatii baankii
csv-cashier = Kaashira
csv-anyway = Kan ta'us fudhate
csv-test = Yaalii
csv-answer-accept = fudhadhu
csv-answer-look = dura ilaali
csv-answer-refuse = hin fudhatin
csv-simulated = yaalii

## Commands

command-today = kaffaltiiwwan har'aa
command-history = kaffaltii barbaadi: lakkoofsa, hanga yookaan maqaa
command-export = kaffaltiiwwan akka faayila gabateetti
command-banks = baankiiwwan ni deebisuu?
command-accounts = herregoota maallaqa itti fudhattan
command-staff = hojjettoota
command-invite = kaashira affeeri
command-settings = garaagarummaa hangaa, turtii, sa'aatii cufiinsaa
command-usage = kan fayyadamtanii fi kan hafe
command-dashboard = marsariitiin seeni
command-shop = suuqii jijjiiri
command-language = አማርኛ, English, Afaan Oromoo
command-help = akkamitti akka hojjetu
command-privacy = maaltu kuufama
command-deleteme = waan waa'ee keessanii jiru haqi
command-start = jalqabi
