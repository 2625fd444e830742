### Words of the cashier bot. The sign of an answer is set by render/, not here.
### Keys and arguments are the same in am.ftl, en.ftl and om.ftl; a test compares them.

## Small words

the-bank = ባንኩ
nameless = የሥራ ባልደረባ
nameless-shop = ሱቅዎ
unlimited = ያልተገደበ
birr = { $amount } ብር
moment-today = ዛሬ { $time }
moment-yesterday = ትናንት { $time }
moment-other = { $day } { $time }

## Verdicts

verdict-accept = ተከፍሏል፦ { $amount }
verdict-look = መጀመሪያ ያረጋግጡ፦ { $amount }
verdict-refuse = አይቀበሉ፦ { $amount }
verdict-anyway = በ{ $who } ውሳኔ ተቀባይነት አግኝቷል፣ { $when }
verdict-sandbox = ሙከራ ነው፦ ባንኩ እውነተኛ አይደለም፣ ገንዘብ አልገባም።
remark-not_ours = ክፍያው እውነተኛ ነው፣ ግን ለእርስዎ አይደለም። አይቀበሉ።
remark-already_accepted = ከዚህ በፊት ተቀባይነት አግኝቷል፦ { $when } በ{ $who }
remark-short = { $difference } ብር ይጎድላል (የሚጠበቀው { $expected })
remark-over = { $difference } ብር ይበልጣል (የሚጠበቀው { $expected })
remark-not_birr = ገንዘቡ ብር አይደለም፦ { $amount }
remark-old_hours = የቆየ ነው፦ ከተከፈለ { $hours } ሰዓት ሆኖታል (ገደቡ { $limit } ሰዓት)
remark-old_days = የቆየ ነው፦ ከተከፈለ { $days } ቀን ሆኖታል (ገደቡ { $limit } ሰዓት)
remark-no_time = ባንኩ ቀኑን አይጽፍም። መቼ እንደተከፈለ ያረጋግጡ።
remark-future = በደረሰኙ ላይ ያለው ቀን ገና አልደረሰም። ሂሳብዎን ይመልከቱ።
remark-unchecked_no_accounts = ተቀባዩ አልተረጋገጠም፦ ሱቅዎ ሂሳብ አልመዘገበም (/accounts)
remark-unchecked_unclear = ደረሰኙ ለማን እንደተከፈለ በግልጽ አያሳይም። ሂሳብዎን ይመልከቱ።
fact-amount = መጠን፦ { $value }
fact-payer = ከ፦ { $value }
fact-receiver = ለ፦ { $value }
fact-time = የባንክ ሰዓት፦ { $value }
fact-bank = ባንክ፦ { $value }
fact-reference = የግብይት ቁጥር፦ { $value }

## While it is checked

checking = እያረጋገጥኩ ነው…
checking-slow = አሁንም እያረጋገጥኩ ነው። { $bank } ዘግይቷል። መልሱ ሲመጣ ይህ መልዕክት ይቀየራል።
checking-position = ተራ፦ { $position }

## Could not check, and what the bank refuses

not-paid = እንደተከፈለ አይቁጠሩት።
next-watched = ባንኩ ሲመለስ ይህን መልዕክት አስተካክላለሁ።
next-view-limited = ይህ ደረሰኝ የሚከፈተው ለጥቂት ጊዜ ብቻ ስለሆነ ደግሜ አልሞክርም። ሂሳብዎን ይመልከቱ።

failure-invalid_json = ይህን ወደ ባንኩ መላክ አልተቻለም።
    .next = ደረሰኙን እንደገና ይላኩ።
failure-invalid_request = ይህን መረዳት አልቻልኩም።
    .next = የግብይት ቁጥሩን፣ ሊንኩን፣ ኤስኤምኤሱን ወይም ፎቶ ብቻ ይላኩ።
failure-missing_key = የሱቅዎ ፈቃድ አይሠራም።
    .next = ባለቤቱን ይጠይቁ።
failure-invalid_key = የሱቅዎ ፈቃድ አይታወቅም።
    .next = ባለቤቱን ይጠይቁ።
failure-revoked_key = የሱቅዎ ፈቃድ ተዘግቷል።
    .next = ባለቤቱን ይጠይቁ።
failure-not_found = ይህ እዚህ አልተገኘም።
    .next = ደረሰኙን እንደገና ይላኩ። ካልሆነ ባለቤቱን ይጠይቁ።
failure-method_not_allowed = ይህን ማረጋገጥ አልተቻለም።
    .next = ደረሰኙን እንደገና ይላኩ።
failure-payload_too_large = ይህ ለማንበብ በጣም ትልቅ ነው።
    .next = አነስ ያለ ፎቶ ይላኩ፣ ወይም ኤስኤምኤሱን ይለጥፉ።
failure-unsupported_media_type = እንዲህ ዓይነት ፋይል ማንበብ አልችልም።
    .next = ፎቶ ወይም ፒዲኤፍ ይላኩ፣ ወይም ኤስኤምኤሱን ይለጥፉ።
failure-rate_limited = በዚህ ደቂቃ ብዙ ደረሰኝ ተልኳል።
    .next = አንድ ደቂቃ ጠብቀው እንደገና ይሞክሩ። ቶሎ ቶሎ ከተፈጠረ ባለቤቱን ይጠይቁ።
failure-quota_exceeded = የሱቅዎ የማረጋገጫ ብዛት አልቋል።
    .next = ባለቤቱን ይጠይቁ።
failure-image_cap_reached = የሱቅዎ የዚህ ወር የፎቶ ንባብ አልቋል።
    .next = ኤስኤምኤሱን ወይም የግብይት ቁጥሩን ይላኩ፣ ባለቤቱንም ይጠይቁ።
failure-ocr_daily_cap_reached = ዛሬ ተጨማሪ ፎቶ ማንበብ አይቻልም።
    .next = ኤስኤምኤሱን ወይም የግብይት ቁጥሩን ይላኩ።
failure-detection_failed = በፎቶው ላይ ደረሰኝ ማንበብ አልቻልኩም።
    .next = እንደ ፋይል ይላኩት፣ ወይም ኤስኤምኤሱን ይለጥፉ።
failure-ai_not_configured = QR ኮድ የሌለው ፎቶ እዚህ ማንበብ አይቻልም።
    .next = ኤስኤምኤሱን፣ ሊንኩን ወይም የግብይት ቁጥሩን ይላኩ።
failure-provider_down = { $bank } አሁን አይመልስም።
    .next = ቆይተው ይሞክሩ፣ ወይም ሂሳብዎን ይመልከቱ።
failure-unavailable = አገልግሎቱ ለጊዜው አይሠራም።
    .next = ከአንድ ደቂቃ በኋላ ይሞክሩ።
failure-internal = በእኛ በኩል ችግር ተፈጥሯል።
    .next = ከአንድ ደቂቃ በኋላ ይሞክሩ።
failure-unsupported_url = ይህ ሊንክ የማውቀው ባንክ አይደለም።
    .next = የግብይት ቁጥሩን፣ ኤስኤምኤሱን ወይም የደረሰኙን ፎቶ ይላኩ።
failure-unsupported_reference = በዚህ ውስጥ ደረሰኝ አላገኘሁም።
    .next = የግብይት ቁጥሩን፣ የደረሰኙን ሊንክ፣ የባንኩን ኤስኤምኤስ ወይም ፎቶ ይላኩ።
failure-needs_account = { $bank } የሂሳብ ቁጥርዎንም ይፈልጋል።
    .next = የተከፈለበትን ሂሳብ ይምረጡ፣ ወይም ቁጥሩን ይጻፉ።
failure-needs_phone = { $bank } የከፋዩን ስልክ ቁጥርም ይፈልጋል።
    .next = ደንበኛውን ጠይቀው ይጻፉት።
failure-needs_link = { $bank } የደረሰኙን ሊንክ ይፈልጋል፣ ቁጥሩ ብቻ አይበቃም።
    .next = ደንበኛውን ሊንኩን ወይም ሊንክ ያለበትን ኤስኤምኤስ ይጠይቁ።
failure-ambiguous = እንዲህ ዓይነት ቁጥር ብዙ ባንኮች ይጠቀማሉ።
    .next = የትኛው ባንክ ነው?
failure-bank_busy = { $bank } አሁን በጣም ተጨናንቋል።
    .next = ከአንድ ደቂቃ በኋላ ይሞክሩ።
failure-bank_timeout = { $bank } በጊዜው አልመለሰም።
    .next = ከአንድ ደቂቃ በኋላ ይሞክሩ።
failure-bank_unreachable = ከ{ $bank } ጋር መገናኘት አልተቻለም።
    .next = ከአንድ ደቂቃ በኋላ ይሞክሩ።
failure-bank_blocked = { $bank } ስለዚህ ደረሰኝ መልስ አልሰጠም።
    .next = ከአንድ ደቂቃ በኋላ ይሞክሩ።
failure-receipt_not_found = { $bank } እንዲህ ያለ ክፍያ የለም ይላል። አይቀበሉ።
    .next = ቁጥሩን ያረጋግጡ። አሁን የተከፈለ ክፍያ እስኪታይ ጥቂት ደቂቃ ሊወስድ ይችላል።
failure-not_settled = { $bank }፦ ክፍያው ገና አልተጠናቀቀም። አሁን አይቀበሉ።
    .next = ከጥቂት ደቂቃ በኋላ እንደገና ያረጋግጡ።
failure-not_settled_reversed = { $bank }፦ ክፍያው ተመልሷል ወይም አልተሳካም። አይቀበሉ።
    .next = ደንበኛው እንደገና እንዲከፍል ይጠይቁ።
failure-mismatch = { $bank } በዚህ ቁጥር ሌላ ክፍያ ያሳያል። አይቀበሉ።
    .next = ደንበኛውን ትክክለኛውን የግብይት ቁጥር ይጠይቁ።
failure-unreadable = { $bank } የላከውን መልስ ማንበብ አልቻልኩም።
    .next = ሂሳብዎን ይመልከቱ። ችግሩን እኛ አውቀናል።

input-too_big = ፋይሉ በጣም ትልቅ ነው (ቢበዛ 5 ሜባ)።
    .next = አነስ ያለ ፎቶ ይላኩ፣ ወይም ኤስኤምኤሱን ይለጥፉ።
input-wrong_type = እንዲህ ዓይነት መልዕክት ማንበብ አልችልም።
    .next = የደረሰኙን ፎቶ ወይም ፒዲኤፍ ይላኩ፣ ወይም ኤስኤምኤሱን ይለጥፉ።
input-too_many = በአንድ ጊዜ ብዙ ደረሰኝ ተልኳል።
    .next = የቀሩትን በሌላ መልዕክት ይላኩ።
input-download_failed = ፋይሉን ከቴሌግራም ማምጣት አልቻልኩም።
    .next = እንደገና ይላኩት፣ ወይም ኤስኤምኤሱን ይለጥፉ።
input-nothing_found = በዚህ ውስጥ ደረሰኝ አላገኘሁም።
    .next = የግብይት ቁጥሩን፣ የደረሰኙን ሊንክ፣ የባንኩን ኤስኤምኤስ ወይም ፎቶ ይላኩ።
input-bad_amount = የገንዘቡን መጠን ማንበብ አልቻልኩም።
    .next = ለደረሰኙ መልስ በመስጠት እንዲህ ይጻፉ፦ 500 ወይም 1,250.50
input-shared_amount = አንድ መጠን፣ ብዙ ደረሰኝ፦ የየትኛው እንደሆነ አላወቅኩም።
    .next = እያንዳንዱን ደረሰኝ ከራሱ መጠን ጋር ለየብቻ ይላኩ።

digits-ask = የሂሳብ ቁጥሩን ይጻፉ ({ $bank })፣ ወይም የመጨረሻ አኃዞቹን።
phone-ask = የከፋዩን ስልክ ቁጥር ይጻፉ፣ ለምሳሌ 0911 000000።

## Owner's notice, once a day

notice-quota = የሱቅዎ የማረጋገጫ ብዛት አልቋል። ገንዘብ ተቀባዮችዎ አዲስ ደረሰኝ ማረጋገጥ አይችሉም።
notice-screenshots = የሱቅዎ የፎቶ ንባብ አልቋል። ኤስኤምኤስ እና የግብይት ቁጥር ይሠራሉ።
notice-revoked = የሱቅዎ ፈቃድ ተዘግቷል። ገንዘብ ተቀባዮችዎ ደረሰኝ ማረጋገጥ አይችሉም።
    .next = እንዲከፈት ያነጋግሩን።
notice-figures = የተጠቀሙት፦ { $used } ከ{ $cap }
notice-renewal = የሚታደሰው፦ { $day }
notice-next = ከፍ ያለ ጥቅል ብዙ ይሰጣል፦ /usage፣ /dashboard

## Buttons

button-retry = እንደገና ሞክር
button-accept-anyway = ቢሆንም ተቀበል
button-type-digits = ቁጥሩን ጻፍ
button-open-shop = ሱቅ ክፈት
button-have-invitation = ግብዣ አለኝ
button-remove = አስወግድ
button-rename-member = { $who }፦ ስም ቀይር
button-remove-member = { $who }፦ አስወግድ
button-remove-account = { $account }፦ አስወግድ
button-add-account = ሂሳብ ጨምር
button-invite-owner = ሌላ ባለቤት ጋብዝ
button-add-to-group = ግሩፕ ውስጥ ተጠቀም
button-delete = አዎ፣ ሁሉንም አጥፋ
button-cancel = ተው
button-old = ይህ አዝራር ጊዜው አልፏል።
button-not-yours = ይህ አዝራር ለእርስዎ አይደለም።
cancelled = ተትቷል።

## Start, shop, invitations

language-name = አማርኛ
language-ask = ቋንቋ ይምረጡ
language-set = በአማርኛ እጽፋለሁ።
welcome = ክፍያ እውነተኛ መሆኑን ከባንኩ አረጋግጣለሁ። የግብይት ቁጥር፣ ሊንክ፣ ኤስኤምኤስ ወይም የደረሰኝ ፎቶ ይላኩልኝ።
welcome-next = ሱቅ ይክፈቱ፣ ወይም በግብዣ ይግቡ።
home = { $shop } ውስጥ ነዎት።
home-owner = ደረሰኝ ይላኩልኝ። ሂሳብዎን በ /accounts ይመዝግቡ፣ ገንዘብ ተቀባዮችን በ /invite ይጋብዙ።
home-cashier = ደንበኛው የሚያሳይዎትን ይላኩልኝ፦ ኤስኤምኤስ፣ የግብይት ቁጥር፣ ሊንክ፣ ፎቶ ወይም ፒዲኤፍ። መጠኑን ከሥሩ ከጻፉ (500) አመሳክራለሁ።
shop-name-ask = የሱቅዎ ስም ማን ነው?
shop-opened = { $shop } ተከፍቷል። ቀጥሎ ገንዘብ የሚቀበሉበትን ሂሳብ በ /accounts ይመዝግቡ።
shop-ask = ከአንድ በላይ ሱቅ ውስጥ ነዎት። የትኛው?
shop-chosen = አሁን፦ { $shop }
shop-only = ያሉት በአንድ ሱቅ ብቻ ነው፦ { $shop }
invitation-ask = ባለቤቱ የላከልዎትን የግብዣ ሊንክ ይክፈቱ።
invite-cashier = ይህን ሊንክ ለገንዘብ ተቀባይዎ ይላኩ፦
invite-owner = ይህን ሊንክ ለሌላው ባለቤት ይላኩ። ባለቤት ሁሉንም ያያል፣ ይቀይራል፦
invite-terms = የሚያገለግለው፦ { $uses } ጊዜ። እስከ { $until } ይሠራል።
invite-more = ለብዙ ገንዘብ ተቀባዮች አንድ ሊንክ፦ /invite 5
join-joined = እንኳን ደህና መጡ! አሁን { $shop } ውስጥ ነዎት።
join-already = ቀድሞውኑ { $shop } ውስጥ ነዎት።
join-refused-unknown = ይህ ግብዣ አይታወቅም። ባለቤቱን አዲስ ይጠይቁ።
join-refused-used = ይህ ግብዣ አገልግሏል። ባለቤቱን አዲስ ይጠይቁ።
join-refused-expired = የዚህ ግብዣ ጊዜ አልፏል። ባለቤቱን አዲስ ይጠይቁ።
join-refused-full = ይህ ሱቅ ሞልቷል። ባለቤቱን ይጠይቁ።
joined-notice = { $who } ወደ { $shop } ገብቷል።
owner-only = ይህን ማድረግ የሚችለው የሱቁ ባለቤት ብቻ ነው።
no-shop = ገና ሱቅ የለዎትም። /start ይላኩ።
no-longer-member = ከዚህ ሱቅ ወጥተዋል።
dashboard = የመግቢያ ሊንክዎ። አንድ ጊዜ ብቻ፣ ለ10 ደቂቃ ይሠራል። ለሌላ አይላኩ።
dashboard-private = የመግቢያ ሊንክ የምልከው በግል ውይይት ብቻ ነው።
anyway-done = ተቀብለዋል። የእርስዎ ውሳኔ መሆኑ ተመዝግቧል።

## Groups

group-bound = ይህ ግሩፕ አሁን የ{ $shop } ነው። ሠራተኞች ደረሰኝ እዚህ መላክ ይችላሉ፣ ለሌላ ሰው አልመልስም።
group-taken = ይህ ግሩፕ የሌላ ሱቅ ነው።
group-owner-only = ወደ ግሩፕ ሊጨምረኝ የሚችለው የሱቅ ባለቤት ብቻ ነው።
group-private-only = እባክዎ ይህን በግል ውይይት ያድርጉ።

## Help, privacy, leaving

help = ደረሰኝ ይላኩ፦ የግብይት ቁጥር፣ ሊንክ፣ ኤስኤምኤስ፣ ፎቶ ወይም ፒዲኤፍ። ✅ ይቀበሉ፣ ⚠️ መጀመሪያ ያረጋግጡ፣ ❌ አይቀበሉ፣ ⏳ ማረጋገጥ አልተቻለም፦ አልተከፈለም።
help-amount = መጠኑን ለማመሳከር ከፎቶው ሥር ወይም በመልስ 500 ብለው ይጻፉ፣ ወይም /v 500 እና የግብይት ቁጥሩን።
privacy = የማስቀምጠው እና የማላስቀምጠው፦
privacy-kept = የሚቀመጥ፦ የቴሌግራም ቁጥርዎ እና ስምዎ፣ ሱቅዎ፣ ሂሳቦቹ፣ የተረጋገጡ ደረሰኞች፦ የግብይት ቁጥር፣ መጠን፣ ከፋይ፣ ተቀባይ፣ ሰዓት፣ ያረጋገጠው ሰው።
privacy-not_kept = የማይቀመጥ፦ ፎቶ፣ ፋይል እና ሌላ መልዕክት። ከፎቶ የሚቀረው ተመሳሳዩን ለመለየት የሚያገለግል መለያ ብቻ ነው።
privacy-read = ደረሰኝ የሚጠየቀው ከባንኩ ነው። QR ኮድ የሌለው ፎቶ በAI አገልግሎት ሊነበብ ይችላል፣ የሚላከውም ፎቶው ብቻ ነው።
privacy-delete = /deleteme ስለ እርስዎ ያለውን ያጠፋል።
delete-ask = ስለ እርስዎ ያለው ሁሉ ይጥፋ? መመለስ አይቻልም።
delete-leaves = • ከ{ $shop } ይወጣሉ፣ ሱቁ ያለ እርስዎ ይቀጥላል።
delete-closes = • { $shop } ሌላ ባለቤት የለውም፦ ከሠራተኞቹ፣ ከሂሳቦቹ እና ከመዝገቡ ጋር ይዘጋል።
deleted = ጠፍቷል።
deleted-left = • ከ{ $shop } ወጥተዋል።
deleted-closed = • { $shop } ተዘግቷል።
deleted-remains = የሚቀረው፦
deleted-nothing_remains = ስለ እርስዎ የቀረ ነገር የለም።
remains-book = በሚቀጥሉ ሱቆች ያረጋገጧቸው ደረሰኞች፣ ያለ ስምዎ፣ ለ400 ቀን
remains-openings = ባለፉት 30 ቀናት የከፈቷቸው ሱቆች ብዛት፣ ያለ ስምዎ ቁጥር ብቻ
remains-requests = ባለፉት 7 ቀናት ማረጋገጫዎች ያለው ስምዎ፣ ቀናቱ እስኪያልፉ
remains-account = የተዘጋው ሱቅ ጥቅል፣ ቁጥሮቹ እና ያያቸው ደረሰኞች ዝርዝር፣ ያለ ሰዎች ስም
remains-keys = የተዘጋው ሱቅ የAPI ቁልፎች፣ እስክንዘጋቸው ድረስ

## Settings

settings = የ{ $shop } ቅንብር
setting-off = የለም
setting-name = ስም፦ { $value }
    .button = ስም
    .ask = የሱቁን ስም ይጻፉ።
    .wrong = ስም ከ1 እስከ 64 ፊደል ነው።
setting-tolerance = የሚፈቀድ የመጠን ልዩነት፦ { $value } ብር
    .button = የመጠን ልዩነት
    .ask = መጠኑ በስንት ብር ቢለያይ ይፈቀዳል? ለምሳሌ 0 ወይም 5።
    .wrong = ይህ የገንዘብ መጠን አይደለም።
setting-maxAgeHours = የቆየ የሚባለው፦ ከ{ $value } ሰዓት በኋላ
    .button = የቆይታ ገደብ
    .ask = ክፍያ ከስንት ሰዓት በኋላ የቆየ ይባላል? ከ1 እስከ 8760፣ ለምሳሌ 24።
    .wrong = ይህ ከ1 እስከ 8760 ያለ የሰዓት ብዛት አይደለም።
setting-closingTime = የመዝጊያ ሰዓት፦ { $value }
    .button = የመዝጊያ ሰዓት
    .ask = መቼ ይዘጋሉ? በ24 ሰዓት አቆጣጠር፣ ለምሳሌ ከምሽቱ 2:30 ሲሆን 20:30 ብለው ይጻፉ። ለማጥፋት - ይላኩ።
    .wrong = ይህ ሰዓት አይደለም።
setting-saved = ተቀምጧል።

## Staff and accounts

staff = ሠራተኞች፦
staff-owner = • { $who } (ባለቤት)፣ ከ{ $since } ጀምሮ
staff-cashier = • { $who }፣ ከ{ $since } ጀምሮ
remove-ask = { $who } ይወገድ?
removed = { $who } ተወግዷል።
rename-ask = የ{ $who }ን አዲስ ስም ይጻፉ።
renamed = አሁን ስሙ { $who } ነው።
accounts = ገንዘብ የሚቀበሉባቸው ሂሳቦች፦
accounts-none = የተመዘገበ ሂሳብ የለም። ገንዘብ የሚቀበሉባቸውን ሂሳቦች ይመዝግቡ፣ ወደ ሌላ ሲከፈል እነግርዎታለሁ።
account-ask-bank = በየትኛው ባንክ ወይም ዋሌት?
account-ask-number = የሂሳብ ወይም የስልክ ቁጥሩን ይጻፉ ({ $bank })።
account-ask-holder = በማን ስም ነው? ባንኩ እንደሚጽፈው ይጻፉ።
account-saved = ተመዝግቧል፦ { $account }
account-removed = ተወግዷል።

error-unknown = ይህ አሁን የለም።
error-invalid = ይህን መጠቀም አይቻልም። እንደገና ይሞክሩ።
error-invalid-name = ስም ከ1 እስከ 64 ፊደል ነው።
error-invalid-number = ይህ የሂሳብ ወይም የስልክ ቁጥር አይደለም።
error-invalid-provider = ይህን ባንክ አላውቀውም።
error-invalid-holder = ስም ከ1 እስከ 64 ፊደል ነው።
error-invalid-uses = ከ1 እስከ 50 ጊዜ።
error-invalid-date = ይህ ቀን አይደለም። እንዲህ ይጻፉ፦ 2026-11-20
error-invalid-tolerance = ይህ የገንዘብ መጠን አይደለም።
error-invalid-maxAgeHours = ይህ ከ1 እስከ 8760 ያለ የሰዓት ብዛት አይደለም።
error-invalid-closingTime = ይህ ሰዓት አይደለም። እንዲህ ይጻፉ፦ 20:30
error-too_many = ቀድሞውኑ በጣም ብዙ አለ።
error-last_owner = ሱቅ ባለቤት ያስፈልገዋል። መጀመሪያ ሌላ ባለቤት ይጋብዙ።
error-taken = ይህ የሌላ ሱቅ ነው።
error-not_owner = ይህን ማድረግ የሚችለው የሱቁ ባለቤት ብቻ ነው።

## The day

day = { $day }
day-closing = የመዝጊያ ሰዓት፣ { $day }
day-nothing = ተቀባይነት ያገኘ ክፍያ የለም።
day-total = የተቀበሉት፦ { $count } ክፍያ፣ { $total } ብር
day-part = { $name }፦ { $count }፣ { $total } ብር
day-banks = በባንክ፦
day-cashiers = በገንዘብ ተቀባይ፦
day-not_accepted = የታዩ፣ ግን ያልተቀበሏቸው፦ { $count }
day-unresolved = ገና ያልተረጋገጡ ({ $count })፦
day-why-bank = ባንኩ አልመለሰም
day-why-unreadable = ማንበብ አልተቻለም
day-why-limit = ገደቡ ሞልቷል
day-why-question = የጎደለ ነገር አለ
day-why-service = ማረጋገጥ አልተቻለም
history = ለ{ $query } የተገኘ፦
history-none = ለ{ $query } የተገኘ ነገር የለም።
history-searched = የተፈለገው ከ{ $date } ወዲህ ባሉት ክፍያዎች ብቻ ነው። የቆዩት በሙሉ የግብይት ቁጥራቸው ይገኛሉ።
history-ask = ምን ይፈልጋሉ? /history ብለው የግብይት ቁጥር፣ መጠን ወይም ስም ይጻፉ።
export-caption = የታዩ እና የተቀበሏቸው ደረሰኞች፣ ከ{ $from } እስከ { $to }
export-empty = ከ{ $from } እስከ { $to } ምንም የለም።
usage = ጥቅል፦ { $plan }
usage-verifications-day = የዛሬ ማረጋገጫ፦ { $used } ከ{ $cap }
usage-verifications-month = የዚህ ወር ማረጋገጫ፦ { $used } ከ{ $cap }
usage-screenshots = የዚህ ወር የፎቶ ንባብ፦ { $used } ከ{ $cap }
usage-renewal = የሚታደሰው { $day }
banks = ባንኮች አሁን፦
banks-note = ባንክ ሲቋረጥ ደረሰኙን ማረጋገጥ አልችልም። ይህ ስለ ደንበኛው ምንም አይናገርም።
bank-operational = { $bank }፦ ይመልሳል
bank-degraded = { $bank }፦ በከፊል ይመልሳል
bank-down = { $bank }፦ ተቋርጧል
bank-unknown = { $bank }፦ አይታወቅም
bank-since = ከ{ $when } ጀምሮ
bank-waiting = { $count } ይጠብቃሉ

## The spreadsheet

csv-received = የተረጋገጠበት ሰዓት
csv-verdict = ውሳኔ
csv-accepted = ተቀባይነት ያገኘበት ሰዓት
csv-bank = ባንክ
csv-reference = የግብይት ቁጥር
csv-amount = መጠን
csv-currency = ገንዘብ
csv-payer = ከፋይ
csv-account = የተከፈለበት ሂሳብ
csv-paid = የባንክ ሰዓት
csv-cashier = ገንዘብ ተቀባይ
csv-anyway = ቢሆንም የተቀበለው
csv-test = ሙከራ
csv-answer-accept = ተቀበል
csv-answer-look = መጀመሪያ አረጋግጥ
csv-answer-refuse = አትቀበል
csv-simulated = ሙከራ

## Commands

command-today = የዛሬ ክፍያዎች
command-history = ክፍያ ፈልግ፦ የግብይት ቁጥር፣ መጠን ወይም ስም
command-export = ክፍያዎች እንደ ሰንጠረዥ ፋይል
command-banks = ባንኮች ይመልሳሉ?
command-accounts = ገንዘብ የሚቀበሉባቸው ሂሳቦች
command-staff = ሠራተኞች
command-invite = ገንዘብ ተቀባይ ጋብዝ
command-settings = የመጠን ልዩነት፣ የቆይታ ገደብ፣ የመዝጊያ ሰዓት
command-usage = የተጠቀሙት እና የቀረው
command-dashboard = በድረ ገጽ ግባ
command-shop = ሱቅ ቀይር
command-language = አማርኛ, English, Afaan Oromoo
command-help = እንዴት እንደሚሠራ
command-privacy = ምን እንደሚቀመጥ
command-deleteme = ስለ እርስዎ ያለውን አጥፋ
command-start = ጀምር
