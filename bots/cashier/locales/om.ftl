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
clock-night = { $time } (halkan { $hour })
clock-morning = { $time } (ganama { $hour })
clock-afternoon = { $time } (guyyaa { $hour })
clock-evening = { $time } (galgala { $hour })

## Verdicts

verdict-look = Dura ilaalaa: { $amount }
verdict-refuse = Hin fudhatinaa: { $amount }
verdict-anyway = Akeekkachiisni jiraatus murtii { $who }tiin fudhatameera, { $when }
verdict-sandbox = YAALII: baankii dhugaa miti. Maallaqni hin galle.
remark-not_ours = Kaffaltiin dhugaadha, garuu KAN KEESSAN MITI. Hin fudhatinaa.
remark-already_accepted = Duraan fudhatameera: { $when }, { $who }
remark-refused_by_owner = { $who } HIN HAYYAMNE, { $when }. Hin fudhatinaa.
remark-paid_request = Kaffaltii kanaan gaaffiin kaffaltii kaffalameera, yookaan isa kaffalame fakkaata. Lammata hin fudhatinaa.
remark-part_taken = { $reference } waliin hin lakkaa'amu: duraan fudhatameera, { $when }, { $who }
remark-part_unusable = { $reference } waliin hin lakkaa'amu. Dura ilaalaa.
remark-short = Qarshii { $difference } HIR'ATA (kan eegame { $expected })
remark-over = Qarshii { $difference } CAALA (kan eegame { $expected })
remark-not_birr = Maallaqni kun qarshii Itoophiyaa miti: { $amount }
remark-old_hours = Tureera: erga kaffalamee sa'aatii { $hours } (daangaan sa'aatii { $limit })
remark-old_days = Tureera: erga kaffalamee guyyaa { $days } (daangaan sa'aatii { $limit })
remark-no_time = Ragaa kanarra guyyaan hin jiru. Yoom akka kaffalame mirkaneeffadhaa.
remark-future = Guyyaan ragaa kanarra jiru gara FUULDURAATTI. Haftee herrega keessanii ilaalaa.
remark-unchecked_no_accounts = Kun isiniif kaffalamuu isaa beekuu hin danda'u: herregni galmaa'e ammaaf hin jiru. Abbaan suuqii: /accounts
remark-unchecked_unclear = Maallaqa eenyu akka fudhate ragaan ifatti hin agarsiisu. Haftee herrega keessanii ilaalaa.
verdict-as_expected = Kaffalameera: { $amount }, akkuma eegame
verdict-not_compared = Kaffalameera: { $amount } (hangi isaa wal hin madaalamne)
verdict-parts = Kaffalameera: { $amount }, ragaa { $count }n, akkuma eegame
verdict-part = • { $amount } · { $reference }
verdict-undone = Fudhatamuun isaa { $who }tiin haqameera, { $when }
    .next = Kana booda hin lakkaa'amu. Irra deebi'uun fudhachuuf ragaa irra deebi'aa ergaa.
split-waiting = Ragaa isa biraa amma ergaa, yookaan ergaa kanaaf deebii (reply) godhaa. Kan hafu: qarshii { $rest }
asked-owners = Deebii { $who } eegaan jira.
asked-shut = { $who } Telegram irratti argachuu hin danda'u: na cufaniiru yookaan naaf barreessanii hin beekan.
asked-nobody = Abbaa suuqii Telegram irratti argachuu hin danda'u: na cufaniiru yookaan naaf barreessanii hin beekan. Bilbilaaf.
fact-amount = Hanga: { $value }
fact-payer = Kan kaffalan: { $value }
fact-receiver = Kan fudhatan: { $value }
fact-time = Yeroo kaffalame: { $value }
fact-bank = Baankii: { $value }
fact-reference = Lakkoofsa kaffaltii: { $value }
fact-note = Yaadannoo: { $value }

## While it is checked

checking = Mirkaneessaan jira…
checking-slow = { $bank } suuta jedha. Akkuma deebiseen ergaa kana nan haaromsa.
checking-position = Dabaree keessatti lakkoofsa { $position }
checking-waiting = Mirkaneessi suuqii keessanii baay'een eegaa jira. Yeroo dabareen isaa ga'u kana nan mirkaneessa, asittis isinitti nan hima; irra deebi'aatii hin erginaa.
checking-answered = Deebiin gaditti jira.
checking-dropped = Ergaan keessan ragaa kana kana booda hin caqasu.

## Could not check, and what the bank refuses

not-confirmed = Ammaaf hin mirkanoofne. Meeshaa amma hin kenninaa.
still-accepted = { $who }tiin fudhatameera, { $when }; ammas ni lakkaa'ama. Irra deebi'ee mirkaneessuu hin dandeenye.
next-watched = Yeroo baankichi deebi'u asumatti isinitti hima.
next-view-limited = Liinkiin kun yeroo muraasa qofa banama, kanaaf irra deebi'ee hin yaalu. Haftee herrega keessanii ilaalaa.

failure-invalid_json = Ergaa kana irratti rakkoon jira.
    .next = Ragaa kaffaltii irra deebi'aa ergaa.
failure-invalid_request = Kun naaf hin galle.
    .next = Lakkoofsa kaffaltii, liinkii, SMS yookaan suuraa qofa ergaa.
failure-missing_key = Suuqiin keessan tajaajila kana akka hin fayyadamne dhorkameera.
    .next = Abbaa suuqii gaafadhaa.
failure-invalid_key = Suuqiin keessan tajaajila kana akka hin fayyadamne dhorkameera.
    .next = Abbaa suuqii gaafadhaa.
failure-revoked_key = Suuqiin keessan tajaajila kana akka hin fayyadamne dhorkameera.
    .next = Abbaa suuqii gaafadhaa.
failure-insufficient_scope = Suuqiin keessan tajaajila kana akka hin fayyadamne dhorkameera.
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
failure-too_many_waiting = Mirkaneessi suuqii keessanii baay'een ammayyuu eegaa jira.
    .next = Deebii isaanii eegaa, sana booda kana irra deebi'aa ergaa.
failure-quota_exceeded = Mirkaneessi suuqii keessanii ammaaf dhumeera.
    .next = Abbaa suuqii gaafadhaa.
failure-image_cap_reached = Mirkaneessi suuraa suuqii keessanii kan ji'a kanaa dhumeera.
    .next = SMS yookaan lakkoofsa kaffaltii ergaa, abbaa suuqiis gaafadhaa.
failure-ocr_daily_cap_reached = Har'a suuraan dabalataa mirkanaa'uu hin danda'u.
    .next = SMS yookaan lakkoofsa kaffaltii ergaa.
failure-detection_failed = Suuraa irraa ragaa kaffaltii dubbisuu hin dandeenye.
    .next = Bakka ifa gahaa qabutti irra deebi'aa kaasaa, yookaan SMS maxxansaa.
failure-ai_not_configured = Asitti koodii QR fi barreeffama PDF qofan dubbisa.
    .next = SMS, liinkii yookaan lakkoofsa kaffaltii ergaa.
failure-ai_not_configured_off = Asitti suuraa dubbisuu hin danda'u.
    .next = SMS, liinkii yookaan lakkoofsa kaffaltii ergaa.
failure-provider_down = { $bank } amma hin deebisu.
    .next = Booda yaalaa, yookaan haftee herrega keessanii ilaalaa.
failure-unavailable = Yeroodhaaf homaa mirkaneessuu hin danda'u.
    .next = Daqiiqaa tokko booda yaalaa.
failure-internal = Gama keenyaan rakkoon uumameera.
    .next = Daqiiqaa tokko booda yaalaa.
failure-unsupported_url = Kun liinkii ragaa kaffaltii ani beeku miti.
    .next = Lakkoofsa kaffaltii, SMS yookaan suuraa ragaa ergaa.
failure-unsupported_url_bank = Ragaa { $bank } akkasii ammaaf mirkaneessuu hin danda'u.
    .next = Haftee herrega keessanii ilaalaa.
failure-unsupported_reference = Kun lakkoofsa kaffaltii ani beeku miti.
    .next = Lakkoofsa kaffaltii, liinkii ragaa, SMS baankii yookaan suuraa ergaa.
failure-needs_account = Kana mirkaneessuuf { $bank } lakkoofsa herrega itti kaffalamee barbaada.
    .next = Herregicha filadhaa, yookaan lakkoofsota isaa dhumaa barreessaa.
failure-needs_phone = Kana mirkaneessuuf { $bank } lakkoofsa bilbilaa kan kaffalanii barbaada.
    .next = Maamila keessan gaafadhaatii barreessaa.
failure-needs_link = { $bank } liinkii ragaa barbaada, lakkoofsi qofti hin ga'u.
    .next = Maamila keessan irraa liinkii yookaan SMS liinkii qabu gaafadhaa.
failure-ambiguous = Kun kan baankii kamiiti?
    .next = Baankicha gaditti filadhaa.
failure-doubtful_reading = Lakkoofsicha dogoggoraan dubbiseera ta'uu danda'a: lakkoofsa kaffaltii barreessaa.
    .next = Lakkoofsa armaan gadii ragaa wajjin wal bira qabaa. Isa sirrii barreessaa, yookaan SMS maxxansaa.
failure-bank_busy = { $bank } amma hojiin itti baay'ateera.
    .next = Daqiiqaa tokko booda yaalaa.
failure-bank_timeout = { $bank } yeroon hin deebifne.
    .next = Daqiiqaa tokko booda yaalaa.
failure-bank_unreachable = { $bank } argachuun hin danda'amne.
    .next = Daqiiqaa tokko booda yaalaa.
failure-bank_blocked = { $bank } waa'ee ragaa kanaa deebii hin kennine.
    .next = Daqiiqaa tokko booda yaalaa.
failure-receipt_not_found = { $bank } kaffaltii akkasii hin qabu. Hin fudhatinaa.
    .next = Lakkoofsa mirkaneeffadhaa. Kaffaltiin amma raawwate hanga mul'atutti daqiiqaa muraasa fudhachuu danda'a.
failure-not_settled = { $bank }: kaffaltiin kun hin xumuramne. Amma hin fudhatinaa.
    .next = Daqiiqaa muraasa booda irra deebi'aa mirkaneessaa.
failure-not_settled_reversed = { $bank }: kaffaltiin kun deebi'eera yookaan hin milkoofne. Hin fudhatinaa.
    .next = Maamilli keessan irra deebi'anii akka kaffalan gaafadhaa.
failure-mismatch = { $bank } biratti lakkoofsi kun kan kaffaltii biraati. Hin fudhatinaa.
    .next = Maamila keessan irraa lakkoofsa kaffaltii sirrii gaafadhaa.
failure-unreadable = { $bank } deebii ani dubbisuu hin dandeenye erge.
    .next = Haftee herrega keessanii ilaalaa; rakkoo kana ilaalaa jirra.

other-digits = { $bank } lakkoofsa kanaan dijiitii kana wajjin kaffaltii hin argisiifne.
    .next = Dijiitiin dogoggoraan barreeffamuu danda'a. Herrega filadhaa, yookaan lakkoofsa biraa barreessaa.

input-too_big = Faayilichi baay'ee guddaadha (yoo baay'ate MB 5).
    .next = Suuraa xiqqaa ergaa, yookaan SMS maxxansaa.
input-wrong_type = Kana dubbisuu hin danda'u.
    .next = Suuraa yookaan PDF ragaa ergaa, yookaan SMS maxxansaa.
input-not_as_file = Suuraa akkasii dubbisuu hin danda'u.
    .next = Akka faayilaatti osoo hin taane akka suuraatti, yookaan akka JPEG ergaa.
input-damaged = Suuraan yookaan faayilli kun miidhameera.
    .next = Irra deebi'aa ergaa, yookaan SMS maxxansaa.
input-unread_pages = Fuulota jalqabaa PDF kanaa qofan dubbise, achittis ragaa kaffaltii hin arganne.
    .next = Fuula ragaa kaffaltii qofa ergaa, yookaan SMS maxxansaa.
input-too_many = Yeroo tokkotti ragaan baay'een ergame: kan duraa qofan fudhadhe.
    .next = Kan hafe ergaa biraatiin ergaa.
input-download_failed = Faayilicha Telegram irraa fiduu hin dandeenye.
    .next = Irra deebi'aa ergaa, yookaan SMS maxxansaa.
input-nothing_found = Ragaa kaffaltii naaf ergaa: lakkoofsa kaffaltii, liinkii, SMS yookaan suuraa.
    .next = Akkamitti akka hojjetu: /help
input-bad_amount = Hanga maallaqaa dubbisuu hin dandeenye.
    .next = Ragaa kaffaltiitiif deebii (reply) kennaatii hanga isaa barreessaa, fakkeenyaaf 500 yookaan 1,250.50
input-shared_amount = Hanga tokko, garuu ragaa hedduu.
    .next = Tokkoon tokkoon ragaa hanga isaa waliin kophaatti ergaa.
input-amount_needed = Maamilli keessan qarshii meeqa kaffaluu qabu?
    .next = Ergaa kanaaf deebii (reply) kennaatii hanga isaa barreessaa, fakkeenyaaf 500

digits-ask = Lakkoofsa herregaa barreessaa ({ $bank }), yookaan lakkoofsota isaa dhumaa.
phone-ask = Lakkoofsa bilbilaa kan kaffalanii barreessaa, fakkeenyaaf 0911 000000.
amount-ask = Hanga maamilli keessan kaffaluu qaban barreessaa, fakkeenyaaf 500.

## Decisions

question = { $who } { $shop } irraa gaafatu: ragaan kun haa fudhatamuu?
question-open = Ergicha banaa
question-over = Fudhatameera. Deebiin kana booda hin barbaachisu.
question-approved = { $who }tiin hayyamameera, { $when }
question-refused = { $who } hin hayyamne, { $when }
ask-yourself = Isin ofii keessaniin hayyamuu dandeessu.
undo-ask = Fudhatamuun { $amount } · { $reference } haa haqamuu?
undo-done = Haqameera. Maqaa keessaniin galmaa'eera.
undo-not_yours = Kana haquu kan danda'an nama fudhate yookaan abbaa suuqii qofa.
undo-too_late = Guyyaa hojii biraatti fudhatame; kana booda haquun hin danda'amu.
undo-paid_request = Kanaan gaaffiin kaffaltii waan kaffalameef fudhatamuun isaa haqamuu hin danda'u.
undo-not_accepted = Ragaan kun amma hin fudhatamne.
undo-usage = Ragaa kaffaltiitiif deebii (reply) /undo barreessaa, yookaan /undo fi lakkoofsa kaffaltii.

## Payment requests

request-usage = Maamilli meeqa akka kaffalu fi maaliif akka ta'e barreessaa: /request 500 ajaja 17
request-no_accounts = Herregni galmaa'e hin jiru; maamilli eessatti akka kaffalu hin beeku.
    .owner = Dura herrega maallaqa itti fudhattan galmeessaa: /accounts
    .cashier = Abbaan suuqii akka galmeessan gaafadhaa.
request-too_many = Gaaffiiwwan al tokkotti baay'ataniiru. Daqiiqaa tokko eegaatii irra deebi'aa yaalaa. Yoo itti fufe abbaa suuqii gaafadhaa.
request-open = { $amount } eegaa jira
request-until = Hanga { $when } banaadha (daqiiqaa { $minutes } hafe)
request-share-text = { $shop }: maaloo { $amount } asitti kaffalaa
request-review = Dura ilaalaa: gaaffii kanaaf { $amount } dhufeera
    .next = Abbaa suuqiitu murteessa. Meeshaa ammaaf hin kenninaa.
request-double = Tarii dabarsi kun duraan itti fayyadamameera, yookaan abbaan suuqii hin hayyamne.
request-paid_more = Kaffalameera: { $amount }, kan gaafatame irra qarshii { $difference } caala
request-late = Yeroon kaffalameera, booda mirkanaa'e.
request-expired = Yeroon darbeera: { $amount }
    .next = Kaffaltiin baankiin mirkaneesse hin jiru. Irra deebi'uun gaafachuuf: /request
request-canceled = Gaaffiin haqameera: { $amount }
request-tried-checking = { $when }: ragaan dhufeera, baankichi ammallee hin mirkaneessine. Gaafachuu nan itti fufa.
request-tried-unchecked = { $when }: ragaan mirkanaa'uu hin dandeenye dhufeera.
request-tried-unknown = { $when }: ragaan baankichi hin mirkaneessine dhufeera.
request-tried-short = { $when }: ragaan hangi isaa xiqqaate dhufeera.
request-tried-elsewhere = { $when }: ragaan kaffaltii herrega biraa dhufeera.
request-tried-used = { $when }: ragaan duraan itti fayyadamame dhufeera.
request-tried-refused = { $when }: abbaan suuqii kaffaltii kana hin hayyamne.
request-tried-other = { $when }: ragaan gaaffii kanaaf hin taane dhufeera.
request-acceptRequest = Hayyamameera. Gaaffiin cufameera.
request-refuseRequest = Hin hayyamamne. Gaaffiin irra deebi'ee banameera.
request-changed = Gaaffiin kun gidduutti jijjiirameera.
request-not_yours = Kana haquu kan danda'an nama gaafate yookaan abbaa suuqii qofa.

## Owner's notice, once a day

notice-quota = Mirkaneessi suuqii keessanii ammaaf dhumeera. Kaashiroonni keessan ragaa haaraa mirkaneessuu hin danda'an.
notice-screenshots = Mirkaneessi suuraa suuqii keessanii kan ji'a kanaa dhumeera. SMS, liinkii fi lakkoofsi kaffaltii ni hojjetu.
notice-revoked = Suuqiin keessan tajaajila kana akka hin fayyadamne dhorkameera. Kaashiroonni keessan ragaa mirkaneessuu hin danda'an.
    .next = Akka banamuuf nu qunnamaa.
notice-figures = Kan fayyadamtan: { $used }, daangaa: { $cap }
notice-renewal = Guyyaa { $day } ni haaromfama
notice-next = Dabalata barbaadduu? Paakeejii keessan guddisaa: /dashboard
notice-endpoint_failing = Ergaawwan gara sirna keessanii ({ $host }) ergaman dhaabataniiru: guyyaa shaniif tokkollee hin geenye.
notice-endpoint_gone = Ergaawwan gara sirna keessanii ({ $host }) ergaman dhaabataniiru: teessoon sun akka hin jirre deebiseera.
notice-endpoint_next = Deebi'ee banuuf: /dashboard

## Buttons

button-retry = Irra deebi'aa yaalaa
button-accept-anyway = Ta'us fudhadhaa
button-ask-owner = Abbaa suuqii gaafadhaa
button-approve = Haa hayyamamu
button-refuse = Hin hayyamamin
button-rest = Ragaan biraa isa hafe ni kaffala
button-undo = Haa haqamu
button-undo-yes = Eeyyee, haa haqamu
button-undo-no = Lakki
button-type-amount = Hanga isaa barreessaa
button-type-digits = Lakkoofsa herregaa barreessaa
button-type-phone = Lakkoofsa bilbilaa barreessaa
button-other-digits = Lakkoofsa biraa barreessaa
button-open-shop = Suuqii banaa
button-open-another = Suuqii biraa banaa
button-start-shift = Shiftii jalqabaa
button-end-shift = Shiftii xumuraa
button-report-week = Torbaniin
button-report-month = Ji'aan
button-spreadsheet = Faayila Excel
button-have-invitation = Affeerraan qaba
button-remove = Keessaa baasaa
button-skip = Irra darbaa
button-share = Qoodaa
button-page-back = ‹ Duubatti
button-page-next = Itti fufa ›
button-rename-member = { $who }: maqaa jijjiiraa
button-remove-member = { $who }: keessaa baasaa
button-remove-account = { $account }: tarree keessaa baasaa
button-add-account = Herrega dabalaa
button-invite-owner = Abbaa suuqii biraa affeeraa
button-add-to-group = Garee keessa galchaa
button-delete = Eeyyee, odeeffannoon koo haa haqamu
button-turn-off = Haa dhaamu
button-askAmount-on = Yeroo hunda hangi haa gaafatamu
button-askAmount-off = Hangi hin gaafatamin
button-cancel = Haa hafu
button-cancel-request = Gaaffiin haa haqamu
button-old = Cuqaasni kun kana booda hin hojjetu.
button-not-yours = Cuqaasni kun kan keessan miti.
cancelled = Hafeera.

## Start, shop, invitations

language-name = Afaan Oromoo
language-ask = Afaan filadhaa
language-set = Afaan Oromootiin nan barreessa.
welcome = Kaffaltiin dhugaa ta'uu isaa baankii irraa nan mirkaneessa. Lakkoofsi kaffaltii, liinkiin, SMS yookaan suuraan ragaa ni ga'a.
welcome-next = Suuqii banaa, yookaan affeerraan seenaa.
home = Suuqii: { $shop }
home-owner = Ragaa kaffaltii naaf ergaa. Herrega keessan /accounts irratti galmeessaa, kaashiroota /invite dhaan affeeraa.
home-cashier = Waan maamilli keessan isinitti agarsiisan naaf ergaa: SMS, lakkoofsa kaffaltii, liinkii, suuraa yookaan PDF. Hanga isaa jalatti yoo barreessitan (500) nan madaala.
shop-name-ask = Maqaan suuqii keessanii maali?
shop-opened = { $shop } qophaa'eera. Itti aansee herrega maallaqa itti fudhattan /accounts irratti galmeessaa.
shop-ask = Suuqii tokkoo ol keessa jirtu. Isa kam?
shop-chosen = Gara { $shop } jijjiirameera.
shop-only = Suuqii tokko qofa keessa jirtu: { $shop }
invitation-ask = Liinkii affeerraa abbaan suuqii isiniif ergan banaa.
invite-cashier = Liinkii kana kaashira keessaniif ergaa:
invite-owner = Liinkii kana abbaa suuqii isa biraaf ergaa. Abbootiin suuqii hunda argu, hunda jijjiiru:
invite-terms = { $uses ->
    [1] Nama 1f, hanga { $until } ni hojjeta
   *[other] Hanga nama { $uses }tti, hanga { $until } ni hojjeta
}
invite-more = Kaashiroota baay'eef liinkii tokko: /invite 5
invite-share-text = Kaffaltii { $shop } akka mirkaneessitan affeeramtaniittu.
join-joined = Baga nagaan dhuftan! Amma { $shop } keessa jirtu.
join-already = Duraanuu { $shop } keessa jirtu.
join-refused-unknown = Affeerraan kun hin beekamu. Abbaa suuqii kan haaraa gaafadhaa.
join-refused-used = Affeerraan kun hojjetee dhumeera. Abbaa suuqii kan haaraa gaafadhaa.
join-refused-expired = Yeroon affeerraa kanaa darbeera. Abbaa suuqii kan haaraa gaafadhaa.
join-refused-full = Suuqiin kun guuteera. Abbaa suuqii gaafadhaa.
joined-notice = { $who } gara { $shop } seenaniiru.
owner-only = Kana gochuu kan danda'an abbaa suuqii qofa.
no-shop = Suuqii tokko keessas hin jirtan. Abbaa suuqii affeerraa gaafadhaa, yookaan /start ergaa.
no-longer-member = Suuqii kana keessaa baatanii jirtu.
dashboard = Liinkii seensaa keessan. Yeroo tokko qofa, daqiiqaa 10f hojjeta. Nama biraatti hin dabarsinaa.
dashboard-missing = Marsariitiin ammaaf hin qophoofne.
dashboard-private = Liinkii seensaa haasaa dhuunfaatti qofa nan erga.
anyway-done = Fudhattaniittu. Maqaa keessaniin galmaa'eera.

## Groups

group-bound = Gareen kun amma kan { $shop }. Hojjettoonni asitti ragaa erguu danda'u; nama biraaf hin deebisu.
group-taken = Gareen kun kan suuqii biraati.
group-owner-only = Garee keessa na galchuu kan danda'an abbaa suuqii qofa.
group-private-only = Maaloo kana haasaa dhuunfaatti godhaa.
group-anonymous = Eenyu akka taatan arguu hin danda'u. Maqaa garee osoo hin taane maqaa keessaniin barreessaa.

## Help, privacy, leaving

help = Ragaa kaffaltii ergaa: lakkoofsa kaffaltii, liinkii, SMS, suuraa yookaan PDF. ✅ fudhadhaa, ⚠️ dura ilaalaa, ❌ hin fudhatinaa, ⏳ mirkaneessuun hin danda'amne: ammaaf namni beeku hin jiru, meeshaa hin kenninaa.
help-amount = Hanga isaa madaaluuf suuraa jalatti yookaan deebii keessatti 500 barreessaa, yookaan /v 500 fi lakkoofsa kaffaltii.
privacy = Waan ani kuusu fi hin kuufne:
privacy-kept = Kan kuufamu: lakkoofsa Telegram fi maqaa keessan, suuqii keessan, herregoota isaa, ragaalee mirkanaa'an: lakkoofsa kaffaltii, hanga, kan kaffalan, kan fudhatan, sa'aatii, namoota mirkaneessan, yaadannoo hanga cinatti barreessitan.
privacy-not_kept = Kan hin kuufamne: suuraa, faayilaa fi ergaa biraa. Kan hafu mallattoo suuraa sanuma adda baasu qofa.
privacy-read = Ragaa kaffaltii baankii nan gaafadha. Suuraan koodii QR hin qabne tajaajila AI tiin dubbifamuu danda'a; kan ergamu suuricha qofa.
privacy-delete = /deleteme odeeffannoo keessan ni haqa.
delete-ask = Odeeffannoon keessan hundi haa haqamuu? Kun deebi'uu hin danda'u.
delete-leaves = • { $shop } keessaa ni baatu; suuqichi isin malee itti fufa.
delete-closes = • { $shop } abbaa biraa hin qabu: hojjettoota, herregootaa fi galmee isaa waliin ni cufama.
deleted = Haqameera.
deleted-left = • { $shop } keessaa baataniittu.
deleted-closed = • { $shop } cufameera.
deleted-remains = Kan hafu:
deleted-nothing_remains = Odeeffannoon waa'ee keessanii hafe hin jiru.
remains-book = ragaalee suuqiiwwan itti fufan keessatti mirkaneessitan, maqaa keessan malee, guyyaa 400f
remains-openings = baay'ina suuqiiwwan guyyoota 30 darban keessatti bantanii, lakkoofsa qofa, maqaa keessan malee
remains-requests = maqaa keessan mirkaneessa guyyoota 30 darbanii keessatti, hanga guyyoonni sun darbanitti
remains-account = paakeejii suuqii cufamee, lakkoofsota isaa fi tarree ragaalee inni argee, maqaa namaa malee
remains-keys = furtuulee API kan suuqii cufamee, hanga nuti cufnutti

## Settings

settings = Qindaa'ina { $shop }
setting-off = hin jiru
setting-on = jira
setting-name = Maqaa: { $value }
    .button = Maqaa
    .ask = Maqaa suuqii barreessaa.
    .wrong = Maqaan qubee 1 hanga 64 qaba.
setting-tolerance = Garaagarummaan hangaa hayyamamu: qarshii { $value }
    .button = Garaagarummaa hangaa
    .ask = Hangi qarshii meeqaan garaagara ta'uu danda'a? Fakkeenyaaf 0 yookaan 5.
    .wrong = Kun hanga maallaqaa miti.
setting-maxAgeHours = Daangaa turtii: sa'aatii { $value }
    .button = Daangaa turtii
    .ask = Kaffaltiin sa'aatii meeqa booda tureera jedhama? 1 hanga 8760, fakkeenyaaf 24.
    .wrong = Kun lakkoofsa sa'aatii 1 hanga 8760 miti.
setting-closingTime = Sa'aatii cufiinsaa: { $value }
    .button = Sa'aatii cufiinsaa
    .ask = Yoom cuftu? Fakkeenyaaf galgala 2:30 yoo ta'e 20:30 barreessaa.
    .wrong = Kun sa'aatii miti.
setting-closingTime-which = Sa'aatii isa kam?
setting-askAmount = Yeroo hunda hanga gaafachuu: { $value }
setting-alerts = Beeksisa hatattamaa abbootii suuqiitiif: { $value }
    .on = Beeksisni haa ibsamu
    .off = Beeksisni haa dhaamu
setting-saved = Kuufameera.

## Staff and accounts

staff = Hojjettoota ({ $count }):
staff-owner = • { $who } (abbaa suuqii), { $since } irraa eegalee
staff-cashier = • { $who }, { $since } irraa eegalee
remove-ask = { $who } keessaa haa bahanii?
removed = { $who } keessaa baafamaniiru.
rename-ask = Maqaa haaraa { $who } barreessaa.
renamed = Maqaa haaraa: { $who }
accounts = Herregoota maallaqa itti fudhattan:
accounts-none = Herregni galmaa'e hin jiru. Herregoota maallaqa itti fudhattan galmeessaa; yoo bakka biraatti kaffalame isinitti nan hima.
account-ask-bank = Baankii yookaan waaleetii kam irratti?
account-ask-number = Lakkoofsa herrega { $bank } keessanii barreessaa.
account-ask-phone = Lakkoofsa bilbilaa herrega { $bank } keessanii barreessaa, fakkeenyaaf 0911 000000.
account-ask-holder = Maqaa eenyuutiin? Maqaa guutuu akka baankichi barreessutti barreessaa.
account-saved = Galmaa'eera: { $account }
account-remove-ask = { $account } tarree keessaa haa bahuu?
account-removed = Herregichi tarree keessaa baheera.

error-unknown = Kun amma hin jiru.
error-invalid = Hin milkoofne. Irra deebi'aa yaalaa.
error-invalid-name = Maqaan qubee 1 hanga 64 qaba.
error-invalid-number = Kun lakkoofsa herregaa yookaan bilbilaa miti.
error-invalid-provider = Baankii kana hin beeku.
error-invalid-holder = Maqaan qubee 1 hanga 64 qaba.
error-invalid-uses = Affeerraan tokko yeroo 1 hanga 50 fayyaduu danda'a.
error-invalid-date = Kun guyyaa miti. Akkas barreessaa: 20/11/2026
error-invalid-tolerance = Kun hanga maallaqaa miti.
error-invalid-maxAgeHours = Kun lakkoofsa sa'aatii 1 hanga 8760 miti.
error-invalid-closingTime = Kun sa'aatii miti. Akkas barreessaa: 20:30
error-too_many = Duraanuu baay'eetu jira.
error-too_many-accounts = Duraanuu herrega 20 qabdu. Dura tokko keessaa baasaa.
error-too_many-shops = Guyyaa 30 keessatti suuqii 5 bantaniittu. Booda yaalaa.
error-too_many-shifts = Har'a shiftiin baay'een jalqabameera.
error-last_owner = Suuqiin abbaa barbaada. Dura abbaa biraa affeeraa.
error-taken = Suuqiin biraa kana fayyadama.
error-not_owner = Kana gochuu kan danda'an abbaa suuqii qofa.

## The day

day = Har'a, { $day }
day-next = Sa'aatii cufiinsaa booda, kan { $day }
day-last = Hanga sa'aatii cufiinsaatti, kan { $day }
day-closing = Cuunfaa { $day }
day-nothing = Kaffaltiin fudhatame hin jiru.
day-total = Kan fudhatame: kaffaltii { $count }, qarshii { $total }
day-part = { $name }: qarshii { $total } ({ $count })
day-banks = Baankiidhaan:
day-cashiers = Kaashiraan:
day-shifts = Shiftiiwwan:
count-refused = kan didaman: { $count }
count-warned = kan akeekkachiisa qaban: { $count }
count-couldNotCheck = kan mirkanaa'uu hin dandeenye: { $count }
count-usedTwice = kan irra deebiin dhufan: { $count }
mytotal = Ida'ama keessan, { $day }
shift-none = Shiftiin adeemsa irra jiru hin jiru. Shiftiin waan ammaa kaasee fudhattan walitti ida'a.
shift-running = Shiftii keessan, { $since } irraa eegalee:
shift-yours = Shiftii keessan
shift-left_open = guyyaa waliin xumurame
report-week = Torban { $from } – { $to }
report-month = Ji'a { $from } – { $to }
report-days = Guyyaan:
report-anyway = Akeekkachiisa jiruun kan fudhataman: { $count }, qarshii { $total }
report-unresolved = Kan ammaaf hin mirkanoofne: { $count }
alert-twice = Ragaan kaffaltii duraan fudhatame irra deebiin dhufe.
alert-foreign = Kaffaltiin dhugaa, garuu KAN KEESSAN HIN TAANE dhufe.
alert-reversed = Kaffaltiin fudhattan amma baankichatti DEEBI'EERA yookaan hin milkoofne.
alert-anyway = Akeekkachiisni jiraatus ragaan kaffaltii fudhatameera.
alert-more = Sa'aatii kanatti beeksisa dabalataa: { $count }. /today ilaalaa
alert-brought = Kan fidan: { $who }, { $when }
alert-times = Hanga ammaatti ergaa { $count } keessatti
alert-off = Beeksisa ibsuu yookaan dhaamsuu: /settings
alert-shift = Shiftiin { $who } xumurameera:
day-not_accepted = Kan ilaalame, garuu hin fudhatamne: { $count }
day-undone = Fudhatamuu haqame: { $count }
day-unresolved = Kan ammaaf hin mirkanoofne ({ $count }):
day-why-bank = baankichi hin deebifne
day-why-unreadable = hin dubbifamne
day-why-limit = daangaan guuteera
day-why-question = wanti hir'ate jira
day-why-service = mirkanaa'uu hin dandeenye
history = { $query } kan argame:
history-none = { $query }: wanti argame hin jiru.
history-sale = Kan waliin kaffalame: { $references }
history-searched = Kaffaltiiwwan { $date } booda jiran qofatu barbaadame. Kan durii lakkoofsa kaffaltii guutuun argamu.
history-more = Kan biroos jiru. Argachuuf lakkoofsa kaffaltii yookaan maqaa dabalaa barreessaa.
history-partly = Kaffaltiiwwan wal fakkaatan baay'ee waan ta'aniif hundi hin ilaalamne. Lakkoofsa kaffaltii guutuu yookaan hanga barreessaa.
history-ask = Maal barbaaddu? Lakkoofsa kaffaltii, hanga yookaan maqaa, fakkeenyaaf /history 500
export-caption = Ragaalee ilaalamanii fi fudhataman, { $from } hanga { $to }
export-empty = { $from } hanga { $to } ragaan kaffaltii hin jiru.
usage = Paakeejii: { $plan }
usage-verifications-day = Mirkaneessa har'aa: { $used }, daangaa: { $cap }
usage-verifications-month = Mirkaneessa ji'a kanaa: { $used }, daangaa: { $cap }
usage-screenshots = Mirkaneessa suuraa ji'a kanaa: { $used }, daangaa: { $cap }
usage-renewal = Guyyaa { $day } ni haaromfama
banks = Baankiiwwan amma:
banks-note = Baankiin yoo adda cite ragaa isaa mirkaneessuu hin danda'u. Kun maamilli keessan sobu jechuu miti.
bank-operational = { $bank }: ni hojjeta
bank-degraded = { $bank }: gartokkoon hojjeta
bank-down = { $bank }: ADDA CITEERA
bank-unknown = { $bank }: ammaaf odeeffannoon hin jiru
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
csv-payer = Kan kaffalan
csv-account = Herrega itti kaffalame
csv-paid = Yeroo kaffalame
csv-cashier = Kaashira
csv-anyway = Akeekkachiisa jiruun kan fudhatan
csv-refused = Kan hin hayyamne
csv-undone = Kan haqan
csv-undone_at = Yeroo haqame
csv-sale = Kan waliin kaffalaman
csv-test = Yaalii
csv-note = Yaadannoo
csv-answer-accept = fudhadhaa
csv-answer-look = dura ilaalaa
csv-answer-refuse = hin fudhatinaa
csv-answer-undone = haqameera
csv-simulated = yaalii

## Commands

command-today = kaffaltiiwwan har'aa
command-request = maamila kaffaltii gaafachuu: hanga fi sababa
command-mytotal = ida'ama keessan
command-shift = shiftii jalqabaa yookaan xumuraa
command-history = kaffaltii barbaadaa: lakkoofsa, hanga yookaan maqaa
command-undo = fudhatamuu haquuf
command-report = gabaasa torbanii fi ji'aa
command-export = kaffaltiiwwan akka faayila Excel
command-banks = haala baankiiwwanii
command-accounts = herregoota maallaqa itti fudhattan
command-staff = hojjettoota
command-invite = kaashira affeeraa
command-settings = garaagarummaa hangaa, turtii, sa'aatii cufiinsaa
command-usage = mirkaneessa hafe
command-dashboard = marsariitiin seenaa
command-shop = suuqii jijjiiraa
command-language = አማርኛ, English, Afaan Oromoo
command-help = akkamitti akka hojjetu
command-privacy = maaltu kuufama
command-deleteme = odeeffannoo koo haquuf
command-start = jalqabuuf
