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
clock-night = { $time } (ከሌሊቱ { $hour })
clock-morning = { $time } (ከጠዋቱ { $hour })
clock-afternoon = { $time } (ከቀኑ { $hour })
clock-evening = { $time } (ከምሽቱ { $hour })

## Verdicts

verdict-look = መጀመሪያ ያረጋግጡ፦ { $amount }
verdict-refuse = አይቀበሉ፦ { $amount }
verdict-anyway = ማስጠንቀቂያ ቢኖርም በ{ $who } ውሳኔ ተቀባይነት አግኝቷል፣ { $when }
verdict-sandbox = ሙከራ ነው፦ ባንኩ እውነተኛ አይደለም፣ ገንዘብ አልገባም።
remark-not_ours = ክፍያው እውነተኛ ነው፣ ግን ለእርስዎ አይደለም። አይቀበሉ።
remark-already_accepted = ከዚህ በፊት ተቀባይነት አግኝቷል፦ { $when } በ{ $who }
remark-refused_by_owner = { $who } አልፈቀዱም፣ { $when }። አይቀበሉ።
remark-paid_request = በዚህ ዝውውር የክፍያ ጥያቄ ተከፍሏል፣ ወይም ከተከፈለበት ጋር ይመሳሰላል። በድጋሚ አይቀበሉ።
remark-part_taken = { $reference } አብሮ አይቆጠርም፦ ከዚህ በፊት ተቀባይነት አግኝቷል፣ { $when } በ{ $who }
remark-part_unusable = { $reference } አብሮ አይቆጠርም። መጀመሪያ ያረጋግጡት።
remark-short = { $difference } ብር ይጎድላል (የሚጠበቀው { $expected })
remark-over = { $difference } ብር ይበልጣል (የሚጠበቀው { $expected })
remark-not_birr = ገንዘቡ ብር አይደለም፦ { $amount }
remark-old_hours = የቆየ ነው፦ ከተከፈለ { $hours } ሰዓት ሆኖታል (ገደቡ { $limit } ሰዓት)
remark-old_days = የቆየ ነው፦ ከተከፈለ { $days } ቀን ሆኖታል (ገደቡ { $limit } ሰዓት)
remark-no_time = ደረሰኙ ላይ ቀን የለም። መቼ እንደተከፈለ ያረጋግጡ።
remark-future = በደረሰኙ ላይ ያለው ቀን ገና አልደረሰም። ቀሪ ሂሳብዎን ይመልከቱ።
remark-unchecked_no_accounts = ይህ ለእርስዎ የተከፈለ መሆኑን ማወቅ አልችልም፦ ገና የተመዘገበ ሂሳብ የለም። የሱቁ ባለቤት፦ /accounts
remark-unchecked_unclear = ገንዘቡን ማን እንደተቀበለ ደረሰኙ በግልጽ አያሳይም። ቀሪ ሂሳብዎን ይመልከቱ።
verdict-as_expected = ተከፍሏል፦ { $amount }፣ እንደተጠበቀው
verdict-not_compared = ተከፍሏል፦ { $amount } (መጠኑ አልተነጻጸረም)
verdict-parts = ተከፍሏል፦ { $amount } በ{ $count } ደረሰኞች፣ እንደተጠበቀው
verdict-part = • { $amount } · { $reference }
verdict-undone = ተቀባይነቱ በ{ $who } ተሰርዟል፣ { $when }
    .next = ከእንግዲህ አይቆጠርም። እንደገና ለመቀበል ደረሰኙን እንደገና ይላኩ።
split-waiting = ሌላውን ደረሰኝ አሁን ይላኩ፣ ወይም ለዚህ መልዕክት መልስ (reply) አድርገው። የሚቀረው፦ { $rest } ብር
asked-owners = የ{ $who }ን መልስ በመጠበቅ ላይ ነው።
asked-shut = { $who }ን በቴሌግራም ማግኘት አልችልም፦ አግደውኛል ወይም ጽፈውልኝ አያውቁም።
asked-nobody = የሱቁን ባለቤት በቴሌግራም ማግኘት አልችልም፦ አግደውኛል ወይም ጽፈውልኝ አያውቁም። ይደውሉላቸው።
fact-amount = መጠን፦ { $value }
fact-payer = ከ፦ { $value }
fact-receiver = ለ፦ { $value }
fact-time = የተከፈለው፦ { $value }
fact-bank = ባንክ፦ { $value }
fact-reference = የግብይት ቁጥር፦ { $value }
fact-note = ማስታወሻ፦ { $value }

## While it is checked

checking = እያረጋገጥኩ ነው…
checking-slow = { $bank } ዘግይቷል። ልክ ሲመልስ ይህን መልዕክት አዘምነዋለሁ።
checking-position = በወረፋው ላይ { $position }ኛ ነው
checking-waiting = የሱቅዎ ብዙ ማረጋገጫ በመጠበቅ ላይ ነው። ተራው ሲደርስ ይህን አረጋግጬ እዚሁ እነግርዎታለሁ፤ እንደገና አይላኩት።
checking-answered = መልሱ ከታች ነው።
checking-dropped = መልዕክትዎ ከእንግዲህ ይህን ደረሰኝ አይጠቅስም።

## Could not check, and what the bank refuses

not-confirmed = ገና አልተረጋገጠም። ዕቃውን አሁን አያስረክቡ።
still-accepted = በ{ $who } ተቀባይነት አግኝቷል፣ { $when }፤ አሁንም ይቆጠራል። እንደገና ማረጋገጥ አልቻልኩም።
next-watched = ባንኩ ሲመለስ እዚሁ አሳውቅዎታለሁ።
next-view-limited = ይህ ሊንክ የሚከፈተው ለጥቂት ጊዜ ብቻ ስለሆነ ደግሜ አልሞክርም። ቀሪ ሂሳብዎን ይመልከቱ።

failure-invalid_json = በዚህ መልዕክት ላይ ችግር አለ።
    .next = ደረሰኙን እንደገና ይላኩ።
failure-invalid_request = ይህን መረዳት አልቻልኩም።
    .next = የግብይት ቁጥሩን፣ ሊንኩን፣ ኤስኤምኤሱን ወይም ፎቶ ብቻ ይላኩ።
failure-missing_key = ሱቅዎ ይህን አገልግሎት እንዳይጠቀም ታግዷል።
    .next = የሱቁን ባለቤት ይጠይቁ።
failure-invalid_key = ሱቅዎ ይህን አገልግሎት እንዳይጠቀም ታግዷል።
    .next = የሱቁን ባለቤት ይጠይቁ።
failure-revoked_key = ሱቅዎ ይህን አገልግሎት እንዳይጠቀም ታግዷል።
    .next = የሱቁን ባለቤት ይጠይቁ።
failure-insufficient_scope = ሱቅዎ ይህን አገልግሎት እንዳይጠቀም ታግዷል።
    .next = የሱቁን ባለቤት ይጠይቁ።
failure-not_found = ይህ እዚህ አልተገኘም።
    .next = ደረሰኙን እንደገና ይላኩ። ካልሆነ የሱቁን ባለቤት ይጠይቁ።
failure-method_not_allowed = ይህን ማረጋገጥ አልተቻለም።
    .next = ደረሰኙን እንደገና ይላኩ።
failure-payload_too_large = ይህ ለማንበብ በጣም ትልቅ ነው።
    .next = አነስ ያለ ፎቶ ይላኩ፣ ወይም ኤስኤምኤሱን ይለጥፉ።
failure-unsupported_media_type = እንዲህ ዓይነት ፋይል ማንበብ አልችልም።
    .next = ፎቶ ወይም ፒዲኤፍ ይላኩ፣ ወይም ኤስኤምኤሱን ይለጥፉ።
failure-rate_limited = በዚህ ደቂቃ ብዙ ደረሰኝ ተልኳል።
    .next = አንድ ደቂቃ ጠብቀው እንደገና ይሞክሩ። ቶሎ ቶሎ ከተፈጠረ የሱቁን ባለቤት ይጠይቁ።
failure-too_many_waiting = የሱቅዎ ብዙ ማረጋገጫ ገና በመጠበቅ ላይ ነው።
    .next = መልሳቸውን ይጠብቁ፣ ከዚያ ይህን እንደገና ይላኩ።
failure-quota_exceeded = የሱቅዎ ማረጋገጫዎች ለጊዜው አልቀዋል።
    .next = የሱቁን ባለቤት ይጠይቁ።
failure-image_cap_reached = የሱቅዎ የዚህ ወር የፎቶ ማረጋገጫ አልቋል።
    .next = ኤስኤምኤሱን ወይም የግብይት ቁጥሩን ይላኩ፣ የሱቁን ባለቤትም ይጠይቁ።
failure-ocr_daily_cap_reached = ዛሬ ተጨማሪ ፎቶ ማረጋገጥ አይቻልም።
    .next = ኤስኤምኤሱን ወይም የግብይት ቁጥሩን ይላኩ።
failure-detection_failed = በፎቶው ላይ ደረሰኝ ማንበብ አልቻልኩም።
    .next = በቂ ብርሃን ባለበት እንደገና ያንሱት፣ ወይም ኤስኤምኤሱን ይለጥፉ።
failure-ai_not_configured = እዚህ የማነበው QR ኮድና የፒዲኤፍ ጽሑፍ ብቻ ነው።
    .next = ኤስኤምኤሱን፣ ሊንኩን ወይም የግብይት ቁጥሩን ይላኩ።
failure-ai_not_configured_off = እዚህ ፎቶ ማንበብ አልችልም።
    .next = ኤስኤምኤሱን፣ ሊንኩን ወይም የግብይት ቁጥሩን ይላኩ።
failure-provider_down = { $bank } አሁን አይመልስም።
    .next = ቆይተው ይሞክሩ፣ ወይም ቀሪ ሂሳብዎን ይመልከቱ።
failure-unavailable = ለጊዜው ምንም ማረጋገጥ አልችልም።
    .next = ከአንድ ደቂቃ በኋላ ይሞክሩ።
failure-internal = በእኛ በኩል ችግር ተፈጥሯል።
    .next = ከአንድ ደቂቃ በኋላ ይሞክሩ።
failure-unsupported_url = ይህ የማውቀው የደረሰኝ ሊንክ አይደለም።
    .next = የግብይት ቁጥሩን፣ ኤስኤምኤሱን ወይም የደረሰኙን ፎቶ ይላኩ።
failure-unsupported_url_bank = እንዲህ ዓይነት የ{ $bank } ደረሰኝ ገና ማረጋገጥ አልችልም።
    .next = ቀሪ ሂሳብዎን ይመልከቱ።
failure-unsupported_reference = ይህ የማውቀው የግብይት ቁጥር አይደለም።
    .next = የግብይት ቁጥሩን፣ የደረሰኙን ሊንክ፣ የባንኩን ኤስኤምኤስ ወይም ፎቶ ይላኩ።
failure-needs_account = ይህን ለማረጋገጥ { $bank } የተከፈለበትን ሂሳብ ቁጥር ይፈልጋል።
    .next = ሂሳቡን ይምረጡ፣ ወይም የመጨረሻ አሃዞቹን ይጻፉ።
failure-needs_phone = ይህን ለማረጋገጥ { $bank } የከፋይን ስልክ ቁጥር ይፈልጋል።
    .next = ደንበኛዎን ጠይቀው ይጻፉት።
failure-needs_link = { $bank } የደረሰኙን ሊንክ ይፈልጋል፣ ቁጥሩ ብቻ አይበቃም።
    .next = ደንበኛዎን ሊንኩን ወይም ሊንክ ያለበትን ኤስኤምኤስ ይጠይቁ።
failure-ambiguous = ይህ ከየትኛው ባንክ ነው?
    .next = ከታች ባንኩን ይምረጡ።
failure-doubtful_reading = ቁጥሩን በትክክል ሳላነብ ቀርቼ ይሆናል፦ የግብይት ቁጥሩን ይጻፉልኝ።
    .next = ከታች ያለውን ቁጥር ከደረሰኙ ጋር ያወዳድሩ። ትክክለኛውን ይጻፉ፣ ወይም ኤስኤምኤሱን ይለጥፉ።
failure-bank_busy = { $bank } አሁን በጣም ተጨናንቋል።
    .next = ከአንድ ደቂቃ በኋላ ይሞክሩ።
failure-bank_timeout = { $bank } በጊዜው አልመለሰም።
    .next = ከአንድ ደቂቃ በኋላ ይሞክሩ።
failure-bank_unreachable = ከ{ $bank } ጋር መገናኘት አልተቻለም።
    .next = ከአንድ ደቂቃ በኋላ ይሞክሩ።
failure-bank_blocked = { $bank } ስለዚህ ደረሰኝ መልስ አልሰጠም።
    .next = ከአንድ ደቂቃ በኋላ ይሞክሩ።
failure-receipt_not_found = { $bank } እንዲህ ያለ ክፍያ የለውም። አይቀበሉ።
    .next = ቁጥሩን ያረጋግጡ። አሁን የተከፈለ ክፍያ እስኪታይ ጥቂት ደቂቃ ሊወስድ ይችላል።
failure-not_settled = { $bank }፦ ክፍያው ገና አልተጠናቀቀም። አሁን አይቀበሉ።
    .next = ከጥቂት ደቂቃ በኋላ እንደገና ያረጋግጡ።
failure-not_settled_reversed = { $bank }፦ ክፍያው ተመልሷል ወይም አልተሳካም። አይቀበሉ።
    .next = ደንበኛዎ እንደገና እንዲከፍሉ ይጠይቁ።
failure-mismatch = ይህ ቁጥር በ{ $bank } የሌላ ክፍያ ነው። አይቀበሉ።
    .next = ደንበኛዎን ትክክለኛውን የግብይት ቁጥር ይጠይቁ።
failure-unreadable = { $bank } የላከውን መልስ ማንበብ አልቻልኩም።
    .next = ቀሪ ሂሳብዎን ይመልከቱ፤ ችግሩን እየተመለከትነው ነው።

other-digits = { $bank } በዚህ ቁጥርና በእነዚህ አሃዞች ክፍያ አላሳየም።
    .next = አሃዞቹ ተሳስተው ሊሆን ይችላል። ሂሳቡን ይምረጡ፣ ወይም ሌላ ቁጥር ይጻፉ።

input-too_big = ፋይሉ በጣም ትልቅ ነው (ቢበዛ 5 ሜባ)።
    .next = አነስ ያለ ፎቶ ይላኩ፣ ወይም ኤስኤምኤሱን ይለጥፉ።
input-wrong_type = ይህን ማንበብ አልችልም።
    .next = የደረሰኙን ፎቶ ወይም ፒዲኤፍ ይላኩ፣ ወይም ኤስኤምኤሱን ይለጥፉ።
input-not_as_file = እንዲህ ዓይነት ምስል ማንበብ አልችልም።
    .next = እንደ ፋይል ሳይሆን እንደ ፎቶ፣ ወይም እንደ JPEG ይላኩት።
input-damaged = ይህ ምስል ወይም ፋይል ተበላሽቷል።
    .next = እንደገና ይላኩት፣ ወይም ኤስኤምኤሱን ይለጥፉ።
input-unread_pages = የዚህን ፒዲኤፍ የመጀመሪያ ገጾች ብቻ ነው ያነበብኩት፣ እዚያም ደረሰኝ አላገኘሁም።
    .next = የደረሰኙን ገጽ ብቻ ይላኩ፣ ወይም ኤስኤምኤሱን ይለጥፉ።
input-too_many = በአንድ ጊዜ ብዙ ደረሰኝ ተልኳል፦ የወሰድኩት የመጀመሪያዎቹን ብቻ ነው።
    .next = የቀሩትን በሌላ መልዕክት ይላኩ።
input-download_failed = ፋይሉን ከቴሌግራም ማምጣት አልቻልኩም።
    .next = እንደገና ይላኩት፣ ወይም ኤስኤምኤሱን ይለጥፉ።
input-nothing_found = ደረሰኝ ይላኩልኝ፦ የግብይት ቁጥሩን፣ ሊንኩን፣ ኤስኤምኤሱን ወይም ፎቶ።
    .next = እንዴት እንደሚሠራ፦ /help
input-bad_amount = የገንዘቡን መጠን ማንበብ አልቻልኩም።
    .next = ለደረሰኙ መልስ (reply) ሰጥተው መጠኑን ይጻፉ፣ ለምሳሌ 500 ወይም 1,250.50
input-shared_amount = አንድ መጠን፣ ግን ብዙ ደረሰኝ።
    .next = እያንዳንዱን ደረሰኝ ከራሱ መጠን ጋር ለየብቻ ይላኩ።
input-amount_needed = ደንበኛዎ ስንት ብር መክፈል አለባቸው?
    .next = ለዚህ መልዕክት መልስ (reply) ሰጥተው መጠኑን ይጻፉ፣ ለምሳሌ 500

digits-ask = የሂሳብ ቁጥሩን ይጻፉ ({ $bank })፣ ወይም የመጨረሻ አሃዞቹን።
phone-ask = የከፋይን ስልክ ቁጥር ይጻፉ፣ ለምሳሌ 0911 000000።
amount-ask = ደንበኛዎ መክፈል ያለባቸውን መጠን ይጻፉ፣ ለምሳሌ 500።

## Decisions

question = { $who } ከ{ $shop } ይጠይቃሉ፦ ይህ ደረሰኝ ተቀባይነት ያግኝ?
question-open = መልዕክቱን ይክፈቱ
question-over = ተቀባይነት አግኝቷል። ከእንግዲህ መልስ አያስፈልግም።
question-approved = በ{ $who } ተፈቅዷል፣ { $when }
question-refused = { $who } አልፈቀዱም፣ { $when }
ask-yourself = እርስዎ ራስዎ መፍቀድ ይችላሉ።
undo-ask = የ{ $amount } · { $reference } ተቀባይነት ይሰረዝ?
undo-done = ተሰርዟል። በስምዎ ተመዝግቧል።
undo-not_yours = ይህን መሰረዝ የሚችሉት የተቀበሉት ሰው ወይም የሱቁ ባለቤት ብቻ ናቸው።
undo-too_late = ተቀባይነት ያገኘው በሌላ የሥራ ቀን ስለሆነ ከእንግዲህ መሰረዝ አይቻልም።
undo-paid_request = በዚህ የክፍያ ጥያቄ ስለተከፈለ ተቀባይነቱ ሊሰረዝ አይችልም።
undo-not_accepted = ይህ ደረሰኝ አሁን ተቀባይነት የለውም።
undo-usage = ለደረሰኙ መልስ (reply) ሰጥተው /undo ይጻፉ፣ ወይም /undo እና የግብይት ቁጥሩን።

## Payment requests

request-usage = የሚከፈለውን መጠንና ለምን እንደሆነ ይጻፉ፦ /request 500 ትዕዛዝ 17
request-no_accounts = የተመዘገበ ሂሳብ ስለሌለ የት እንደሚከፈል አይታወቅም።
    .owner = መጀመሪያ ገንዘብ የሚቀበሉበትን ሂሳብ ይመዝግቡ፦ /accounts
    .cashier = የሱቁ ባለቤት እንዲመዘግቡ ይጠይቁ።
request-too_many = በአንዴ ብዙ ጥያቄዎች ሆኑ። አንድ ደቂቃ ጠብቀው እንደገና ይሞክሩ። ከቀጠለ የሱቁን ባለቤት ይጠይቁ።
request-open = { $amount } በመጠበቅ ላይ
request-until = እስከ { $when } ክፍት ነው ({ $minutes } ደቂቃ ቀርቷል)
request-share-text = { $shop }፦ እባክዎ { $amount } እዚህ ይክፈሉ
request-review = መጀመሪያ ያረጋግጡ፦ ለዚህ ጥያቄ { $amount } መጥቷል
    .next = የሱቁ ባለቤት ይወስናሉ። ዕቃውን ገና አያስረክቡ።
request-double = ይህ ዝውውር ከዚህ በፊት ጥቅም ላይ ውሎ፣ ወይም በባለቤት ሳይፈቀድ ቀርቶ ሊሆን ይችላል።
request-paid_more = ተከፍሏል፦ { $amount }፣ ከተጠየቀው በ{ $difference } ብር ይበልጣል
request-late = በጊዜው ተከፍሏል፣ የተረጋገጠው ዘግይቶ ነው።
request-expired = ጊዜው አልፏል፦ { $amount }
    .next = ባንኩ ያረጋገጠው ክፍያ የለም። እንደገና ለመጠየቅ፦ /request
request-canceled = ጥያቄው ተሰርዟል፦ { $amount }
request-tried-checking = { $when }፦ ደረሰኝ መጥቷል፣ ባንኩ ገና አላረጋገጠውም። መጠየቄን እቀጥላለሁ።
request-tried-unchecked = { $when }፦ ሊረጋገጥ ያልቻለ ደረሰኝ መጥቷል።
request-tried-unknown = { $when }፦ ባንኩ ያላረጋገጠው ደረሰኝ መጥቷል።
request-tried-short = { $when }፦ መጠኑ የሚያንስ ደረሰኝ መጥቷል።
request-tried-elsewhere = { $when }፦ ወደ ሌላ ሂሳብ የተላለፈ ክፍያ ደረሰኝ መጥቷል።
request-tried-used = { $when }፦ ከዚህ በፊት ጥቅም ላይ የዋለ ደረሰኝ መጥቷል።
request-tried-refused = { $when }፦ ባለቤት ይህን ክፍያ አልፈቀዱም።
request-tried-other = { $when }፦ ለዚህ ጥያቄ የማይሆን ደረሰኝ መጥቷል።
request-acceptRequest = ተፈቅዷል። ጥያቄው ተዘግቷል።
request-refuseRequest = አልተፈቀደም። ጥያቄው እንደገና ተከፍቷል።
request-changed = ይህ ጥያቄ እስከዚያው ተቀይሯል።
request-not_yours = ይህን መሰረዝ የሚችሉት የጠየቁት ሰው ወይም የሱቁ ባለቤት ብቻ ናቸው።

## Owner's notice, once a day

notice-quota = የሱቅዎ ማረጋገጫዎች ለጊዜው አልቀዋል። ገንዘብ ተቀባዮችዎ አዲስ ደረሰኝ ማረጋገጥ አይችሉም።
notice-screenshots = የሱቅዎ የዚህ ወር የፎቶ ማረጋገጫ አልቋል። ኤስኤምኤስ፣ ሊንክ እና የግብይት ቁጥር ይሠራሉ።
notice-revoked = ሱቅዎ ይህን አገልግሎት እንዳይጠቀም ታግዷል። ገንዘብ ተቀባዮችዎ ደረሰኝ ማረጋገጥ አይችሉም።
    .next = እንዲከፈት ያነጋግሩን።
notice-figures = የተጠቀሙት፦ { $used } ከ{ $cap }
notice-renewal = የሚታደሰው በ{ $day }
notice-next = ተጨማሪ ይፈልጋሉ? ጥቅልዎን ያሳድጉ፦ /dashboard
notice-endpoint_failing = ወደ ራስዎ ሥርዓት ({ $host }) የሚላኩ መልዕክቶች ቆመዋል፦ ለአምስት ቀናት አንዱም አልደረሰም።
notice-endpoint_gone = ወደ ራስዎ ሥርዓት ({ $host }) የሚላኩ መልዕክቶች ቆመዋል፦ አድራሻው ከእንግዲህ እንደሌለ መልሷል።
notice-endpoint_next = እንደገና ለማብራት፦ /dashboard

## Buttons

button-retry = እንደገና ይሞክሩ
button-accept-anyway = ቢሆንም ይቀበሉ
button-ask-owner = የሱቁን ባለቤት ይጠይቁ
button-approve = ይፈቀድ
button-refuse = አይፈቀድ
button-rest = ቀሪውን ሌላ ደረሰኝ ይከፍላል
button-undo = ይሰረዝ
button-undo-yes = አዎ፣ ይሰረዝ
button-undo-no = አይ
button-type-amount = መጠኑን ይጻፉ
button-type-digits = የሂሳብ ቁጥር ይጻፉ
button-type-phone = የስልክ ቁጥር ይጻፉ
button-other-digits = ሌላ ቁጥር ይጻፉ
button-open-shop = ሱቅ ይክፈቱ
button-open-another = ሌላ ሱቅ ይክፈቱ
button-start-shift = ፈረቃ ይጀምሩ
button-end-shift = ፈረቃውን ይጨርሱ
button-report-week = በሳምንት
button-report-month = በወር
button-spreadsheet = የኤክሴል ፋይል
button-have-invitation = ግብዣ አለኝ
button-remove = ያስወግዱ
button-skip = ይለፉት
button-share = ያጋሩ
button-page-back = ‹ ወደ ኋላ
button-page-next = ቀጣይ ›
button-rename-member = { $who }፦ ስም ይቀይሩ
button-remove-member = { $who }፦ ያስወግዱ
button-remove-account = { $account }፦ ያስወግዱ
button-add-account = ሂሳብ ይጨምሩ
button-invite-owner = ሌላ ባለቤት ይጋብዙ
button-add-to-group = ወደ ግሩፕ ያስገቡ
button-delete = አዎ፣ መረጃዬ ይጥፋ
button-turn-off = ይጥፋ
button-askAmount-on = መጠኑ ሁልጊዜ ይጠየቅ
button-askAmount-off = መጠኑ አይጠየቅ
button-cancel = ይቅር
button-cancel-request = ጥያቄው ይሰረዝ
button-old = ይህ ቁልፍ ከእንግዲህ አይሠራም።
button-not-yours = ይህ ቁልፍ ለእርስዎ አይደለም።
cancelled = ተሰርዟል።

## Start, shop, invitations

language-name = አማርኛ
language-ask = ቋንቋ ይምረጡ
language-set = በአማርኛ እጽፋለሁ።
welcome = ክፍያ እውነተኛ መሆኑን ከባንኩ አረጋግጣለሁ። የግብይት ቁጥሩ፣ ሊንኩ፣ ኤስኤምኤሱ ወይም የደረሰኙ ፎቶ ይበቃል።
welcome-next = ሱቅ ይክፈቱ፣ ወይም በግብዣ ይግቡ።
home = ሱቅ፦ { $shop }
home-owner = ደረሰኝ ይላኩልኝ። ሂሳብዎን በ /accounts ይመዝግቡ፣ ገንዘብ ተቀባዮችን በ /invite ይጋብዙ።
home-cashier = ደንበኛዎ የሚያሳዩዎትን ይላኩልኝ፦ ኤስኤምኤስ፣ የግብይት ቁጥር፣ ሊንክ፣ ፎቶ ወይም ፒዲኤፍ። መጠኑን ከሥሩ ከጻፉ (500) አመሳክራለሁ።
shop-name-ask = የሱቅዎ ስም ምንድን ነው?
shop-opened = { $shop } ተዘጋጅቷል። ቀጥሎ ገንዘብ የሚቀበሉበትን ሂሳብ በ /accounts ይመዝግቡ።
shop-ask = ከአንድ በላይ ሱቅ ውስጥ ነዎት። የትኛው?
shop-chosen = ወደ { $shop } ተቀይሯል።
shop-only = ያሉት በአንድ ሱቅ ብቻ ነው፦ { $shop }
invitation-ask = የሱቁ ባለቤት የላኩልዎትን የግብዣ ሊንክ ይክፈቱ።
invite-cashier = ይህን ሊንክ ለገንዘብ ተቀባይዎ ይላኩ፦
invite-owner = ይህን ሊንክ ለሌላኛው ባለቤት ይላኩ። ባለቤቶች ሁሉንም ያያሉ፣ ይቀይራሉ፦
invite-terms = { $uses ->
    [1] ለ1 ሰው፣ እስከ { $until } ይሠራል
   *[other] እስከ { $uses } ሰው፣ እስከ { $until } ይሠራል
}
invite-more = ለብዙ ገንዘብ ተቀባዮች አንድ ሊንክ፦ /invite 5
invite-share-text = ለ{ $shop } ክፍያዎችን እንዲያረጋግጡ ተጋብዘዋል።
join-joined = እንኳን ደህና መጡ! አሁን { $shop } ውስጥ ነዎት።
join-already = ቀድሞውኑ { $shop } ውስጥ ነዎት።
join-refused-unknown = ይህ ግብዣ አይታወቅም። የሱቁን ባለቤት አዲስ ይጠይቁ።
join-refused-used = ይህ ግብዣ አገልግሏል። የሱቁን ባለቤት አዲስ ይጠይቁ።
join-refused-expired = የዚህ ግብዣ ጊዜ አልፏል። የሱቁን ባለቤት አዲስ ይጠይቁ።
join-refused-full = ይህ ሱቅ ሞልቷል። የሱቁን ባለቤት ይጠይቁ።
joined-notice = { $who } ወደ { $shop } ገብተዋል።
owner-only = ይህን ማድረግ የሚችሉት የሱቁ ባለቤት ብቻ ናቸው።
no-shop = የትኛውም ሱቅ ውስጥ የሉም። የሱቁን ባለቤት ግብዣ ይጠይቁ፣ ወይም /start ይላኩ።
no-longer-member = ከዚህ ሱቅ ወጥተዋል።
dashboard = የመግቢያ ሊንክዎ። አንድ ጊዜ ብቻ፣ ለ10 ደቂቃ ይሠራል። ለሌላ አይላኩ።
dashboard-missing = ድረ ገጹ ገና አልተዘጋጀም።
dashboard-private = የመግቢያ ሊንክ የምልከው በግል ውይይት ብቻ ነው።
anyway-done = ተቀብለዋል። በስምዎ ተመዝግቧል።

## Groups

group-bound = ይህ ግሩፕ አሁን የ{ $shop } ነው። ሠራተኞች ደረሰኝ እዚህ መላክ ይችላሉ፣ ለሌላ ሰው አልመልስም።
group-taken = ይህ ግሩፕ የሌላ ሱቅ ነው።
group-owner-only = ወደ ግሩፕ ሊጨምሩኝ የሚችሉት የሱቅ ባለቤት ብቻ ናቸው።
group-private-only = እባክዎ ይህን በግል ውይይት ያድርጉ።
group-anonymous = ማን እንደሆኑ ማየት አልችልም። በግሩፑ ስም ሳይሆን በራስዎ ስም ይጻፉ።

## Help, privacy, leaving

help = ደረሰኝ ይላኩ፦ የግብይት ቁጥር፣ ሊንክ፣ ኤስኤምኤስ፣ ፎቶ ወይም ፒዲኤፍ። ✅ ይቀበሉ፣ ⚠️ መጀመሪያ ያረጋግጡ፣ ❌ አይቀበሉ፣ ⏳ ማረጋገጥ አልተቻለም፦ ገና ማንም አያውቅም፣ ዕቃ አያስረክቡ።
help-amount = መጠኑን ለማመሳከር ከፎቶው ሥር ወይም በመልስ 500 ብለው ይጻፉ፣ ወይም /v 500 እና የግብይት ቁጥሩን።
privacy = የማስቀምጠው እና የማላስቀምጠው፦
privacy-kept = የሚቀመጥ፦ የቴሌግራም ቁጥርዎ እና ስምዎ፣ ሱቅዎ፣ ሂሳቦቹ፣ የተረጋገጡ ደረሰኞች፦ የግብይት ቁጥር፣ መጠን፣ ከፋይ፣ ተቀባይ፣ ሰዓት፣ ያረጋገጡት ሰው፣ ከመጠኑ ጎን የጻፉት ማስታወሻ።
privacy-not_kept = የማይቀመጥ፦ ፎቶ፣ ፋይል እና ሌላ መልዕክት። የሚቀረው ያንኑ ፎቶ የሚለይ መለያ ብቻ ነው።
privacy-read = ደረሰኙን የምጠይቀው ባንኩን ነው። QR ኮድ የሌለው ፎቶ በAI አገልግሎት ሊነበብ ይችላል፣ የሚላከውም ፎቶው ብቻ ነው።
privacy-delete = /deleteme የእርስዎን መረጃ ያጠፋል።
delete-ask = መረጃዎ ሁሉ ይጥፋ? መመለስ አይቻልም።
delete-leaves = • ከ{ $shop } ይወጣሉ፣ ሱቁ ያለ እርስዎ ይቀጥላል።
delete-closes = • { $shop } ሌላ ባለቤት የለውም፦ ከሠራተኞቹ፣ ከሂሳቦቹ እና ከመዝገቡ ጋር ይዘጋል።
deleted = ጠፍቷል።
deleted-left = • ከ{ $shop } ወጥተዋል።
deleted-closed = • { $shop } ተዘግቷል።
deleted-remains = የሚቀረው፦
deleted-nothing_remains = ስለ እርስዎ የቀረ መረጃ የለም።
remains-book = በሚቀጥሉ ሱቆች ያረጋገጧቸው ደረሰኞች፣ ያለ ስምዎ፣ ለ400 ቀን
remains-openings = ባለፉት 30 ቀናት የከፈቷቸው ሱቆች ብዛት፣ ያለ ስምዎ ቁጥር ብቻ
remains-requests = ባለፉት 30 ቀናት ማረጋገጫዎች ያለው ስምዎ፣ ቀናቱ እስኪያልፉ
remains-account = የተዘጋው ሱቅ ጥቅል፣ ቁጥሮቹ እና ያያቸው ደረሰኞች ዝርዝር፣ ያለ ሰዎች ስም
remains-keys = የተዘጋው ሱቅ የAPI ቁልፎች፣ እስክንዘጋቸው ድረስ

## Settings

settings = የ{ $shop } ቅንብር
setting-off = የለም
setting-on = አለ
setting-name = ስም፦ { $value }
    .button = ስም
    .ask = የሱቁን ስም ይጻፉ።
    .wrong = ስም ከ1 እስከ 64 ፊደል ነው።
setting-tolerance = የሚፈቀድ የመጠን ልዩነት፦ { $value } ብር
    .button = የመጠን ልዩነት
    .ask = መጠኑ በስንት ብር ቢለያይ ይፈቀዳል? ለምሳሌ 0 ወይም 5።
    .wrong = ይህ የገንዘብ መጠን አይደለም።
setting-maxAgeHours = የቆይታ ገደብ፦ { $value } ሰዓት
    .button = የቆይታ ገደብ
    .ask = ክፍያ ከስንት ሰዓት በኋላ የቆየ ይባላል? ከ1 እስከ 8760፣ ለምሳሌ 24።
    .wrong = ይህ ከ1 እስከ 8760 ያለ የሰዓት ብዛት አይደለም።
setting-closingTime = የመዝጊያ ሰዓት፦ { $value }
    .button = የመዝጊያ ሰዓት
    .ask = መቼ ይዘጋሉ? ለምሳሌ ከምሽቱ 2:30 ሲሆን 20:30 ብለው ይጻፉ።
    .wrong = ይህ ሰዓት አይደለም።
setting-closingTime-which = የትኛው ሰዓት ነው?
setting-askAmount = መጠኑን ሁልጊዜ መጠየቅ፦ { $value }
setting-alerts = ለባለቤቶች ፈጣን ማስታወቂያ፦ { $value }
    .on = ማስታወቂያ ይብራ
    .off = ማስታወቂያ ይጥፋ
setting-saved = ተቀምጧል።

## Staff and accounts

staff = ሠራተኞች ({ $count })፦
staff-owner = • { $who } (ባለቤት)፣ ከ{ $since } ጀምሮ
staff-cashier = • { $who }፣ ከ{ $since } ጀምሮ
remove-ask = { $who } ይወገዱ?
removed = { $who } ተወግደዋል።
rename-ask = የ{ $who }ን አዲስ ስም ይጻፉ።
renamed = አዲስ ስም፦ { $who }
accounts = ገንዘብ የሚቀበሉባቸው ሂሳቦች፦
accounts-none = የተመዘገበ ሂሳብ የለም። ገንዘብ የሚቀበሉባቸውን ሂሳቦች ይመዝግቡ፣ ወደ ሌላ ሲከፈል እነግርዎታለሁ።
account-ask-bank = በየትኛው ባንክ ወይም ዋሌት?
account-ask-number = የ{ $bank } ሂሳብ ቁጥርዎን ይጻፉ።
account-ask-phone = የ{ $bank } ሂሳብዎን ስልክ ቁጥር ይጻፉ፣ ለምሳሌ 0911 000000።
account-ask-holder = በማን ስም ነው? ሙሉ ስም ባንኩ እንደሚጽፈው ይጻፉ።
account-saved = ተመዝግቧል፦ { $account }
account-remove-ask = { $account } ከዝርዝሩ ይውጣ?
account-removed = ሂሳቡ ተወግዷል።

error-unknown = ይህ አሁን የለም።
error-invalid = አልተሳካም። እንደገና ይሞክሩ።
error-invalid-name = ስም ከ1 እስከ 64 ፊደል ነው።
error-invalid-number = ይህ የሂሳብ ወይም የስልክ ቁጥር አይደለም።
error-invalid-provider = ይህን ባንክ አላውቀውም።
error-invalid-holder = ስም ከ1 እስከ 64 ፊደል ነው።
error-invalid-uses = አንድ ግብዣ ከ1 እስከ 50 ጊዜ ያገለግላል።
error-invalid-date = ይህ ቀን አይደለም። እንዲህ ይጻፉ፦ 20/11/2026
error-invalid-tolerance = ይህ የገንዘብ መጠን አይደለም።
error-invalid-maxAgeHours = ይህ ከ1 እስከ 8760 ያለ የሰዓት ብዛት አይደለም።
error-invalid-closingTime = ይህ ሰዓት አይደለም። እንዲህ ይጻፉ፦ 20:30
error-too_many = ቀድሞውኑ በጣም ብዙ አለ።
error-too_many-accounts = ቀድሞውኑ 20 ሂሳቦች አሉዎት። መጀመሪያ አንዱን ያስወግዱ።
error-too_many-shops = በ30 ቀን ውስጥ 5 ሱቆች ከፍተዋል። ቆይተው ይሞክሩ።
error-too_many-shifts = ዛሬ በጣም ብዙ ፈረቃዎች ተጀምረዋል።
error-last_owner = ሱቅ ባለቤት ያስፈልገዋል። መጀመሪያ ሌላ ባለቤት ይጋብዙ።
error-taken = ሌላ ሱቅ ይህን ይጠቀማል።
error-not_owner = ይህን ማድረግ የሚችሉት የሱቁ ባለቤት ብቻ ናቸው።

## The day

day = ዛሬ፣ { $day }
day-next = ከመዝጊያ ሰዓት በኋላ፣ ለ{ $day }
day-last = እስከ መዝጊያ ሰዓት፣ ለ{ $day }
day-closing = የ{ $day } ማጠቃለያ
day-nothing = ተቀባይነት ያገኘ ክፍያ የለም።
day-total = የተቀበሉት፦ { $count } ክፍያ፣ { $total } ብር
day-part = { $name }፦ { $total } ብር ({ $count })
day-banks = በባንክ፦
day-cashiers = በገንዘብ ተቀባይ፦
day-shifts = ፈረቃዎች፦
count-refused = ውድቅ የተደረጉ፦ { $count }
count-warned = ማስጠንቀቂያ ያላቸው፦ { $count }
count-couldNotCheck = ማረጋገጥ ያልተቻለ፦ { $count }
count-usedTwice = እንደገና የቀረቡ፦ { $count }
mytotal = የእርስዎ ድምር፣ { $day }
shift-none = በሥራ ላይ ያለ ፈረቃ የለም። ፈረቃ ከአሁን ጀምሮ የሚቀበሉትን ይደምራል።
shift-running = ፈረቃዎ ከ{ $since } ጀምሮ፦
shift-yours = ፈረቃዎ
shift-left_open = ከቀኑ ጋር አብቅቷል
report-week = ሳምንት { $from } – { $to }
report-month = ወር { $from } – { $to }
report-days = በቀን፦
report-anyway = ማስጠንቀቂያ ቢኖርም የተቀበሏቸው፦ { $count }፣ { $total } ብር
report-unresolved = ገና ያልተረጋገጡ፦ { $count }
alert-twice = ተቀባይነት ያገኘ ደረሰኝ እንደገና ቀርቧል።
alert-foreign = እውነተኛ ግን ለእርስዎ ያልሆነ ክፍያ ቀርቧል።
alert-reversed = የተቀበሉት ክፍያ አሁን በባንኩ ተመልሷል ወይም አልተሳካም።
alert-anyway = ማስጠንቀቂያ ቢኖርም ደረሰኝ ተቀባይነት አግኝቷል።
alert-more = በዚህ ሰዓት ተጨማሪ ማስታወቂያዎች፦ { $count }። /today ይመልከቱ
alert-brought = በ{ $who } የቀረበ፦ { $when }
alert-times = እስካሁን በ{ $count } መልዕክቶች
alert-off = ማስታወቂያ ለማብራት ወይም ለማጥፋት፦ /settings
alert-shift = የ{ $who } ፈረቃ አብቅቷል፦
day-not_accepted = የታዩ፣ ግን ያልተቀበሏቸው፦ { $count }
day-undone = የተሰረዙ ተቀባይነቶች፦ { $count }
day-unresolved = ገና ያልተረጋገጡ ({ $count })፦
day-why-bank = ባንኩ አልመለሰም
day-why-unreadable = ማንበብ አልተቻለም
day-why-limit = ገደቡ ሞልቷል
day-why-question = የጎደለ ነገር አለ
day-why-service = ማረጋገጥ አልተቻለም
history = ለ{ $query } የተገኘ፦
history-none = ለ{ $query } የተገኘ ነገር የለም።
history-sale = አብሮ የተከፈለው፦ { $references }
history-searched = የተፈለገው ከ{ $date } ወዲህ ባሉት ክፍያዎች ብቻ ነው። የቆዩት በሙሉ የግብይት ቁጥራቸው ይገኛሉ።
history-more = ሌሎችም አሉ። ለማግኘት የግብይት ቁጥሩን ወይም ስሙን ጨምረው ይጻፉ።
history-partly = ተመሳሳይ ክፍያዎች በጣም ብዙ ስለሆኑ ሁሉም አልታዩም። ሙሉውን የግብይት ቁጥር ወይም መጠኑን ይጻፉ።
history-ask = ምን እየፈለጉ ነው? የግብይት ቁጥር፣ መጠን ወይም ስም፣ ለምሳሌ /history 500
export-caption = የታዩ እና የተቀበሏቸው ደረሰኞች፣ ከ{ $from } እስከ { $to }
export-empty = ከ{ $from } እስከ { $to } ደረሰኝ የለም።
usage = ጥቅል፦ { $plan }
usage-verifications-day = የዛሬ ማረጋገጫ፦ { $used } ከ{ $cap }
usage-verifications-month = የዚህ ወር ማረጋገጫ፦ { $used } ከ{ $cap }
usage-screenshots = የዚህ ወር የፎቶ ማረጋገጫ፦ { $used } ከ{ $cap }
usage-renewal = የሚታደሰው በ{ $day }
banks = ባንኮች አሁን፦
banks-note = ባንክ ሲቋረጥ ደረሰኙን ማረጋገጥ አልችልም። ይህ ማለት ደንበኛዎ ይዋሻሉ ማለት አይደለም።
bank-operational = { $bank }፦ ይሠራል
bank-degraded = { $bank }፦ በከፊል ይሠራል
bank-down = { $bank }፦ ተቋርጧል
bank-unknown = { $bank }፦ ገና መረጃ የለም
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
csv-paid = የተከፈለበት ሰዓት
csv-cashier = ገንዘብ ተቀባይ
csv-anyway = ማስጠንቀቂያ ቢኖርም የተቀበሉት
csv-refused = ያልፈቀዱት
csv-undone = የሰረዙት
csv-undone_at = የተሰረዘበት ሰዓት
csv-sale = አብረው የተከፈሉ
csv-test = ሙከራ
csv-note = ማስታወሻ
csv-answer-accept = ይቀበሉ
csv-answer-look = መጀመሪያ ያረጋግጡ
csv-answer-refuse = አይቀበሉ
csv-answer-undone = ተሰርዟል
csv-simulated = ሙከራ

## Commands

command-today = የዛሬ ክፍያዎች
command-request = ደንበኛ እንዲከፍል መጠየቂያ፦ መጠንና ምክንያት
command-mytotal = የራስዎ ድምር
command-shift = ፈረቃ ይጀምሩ ወይም ይጨርሱ
command-history = ክፍያ ይፈልጉ፦ የግብይት ቁጥር፣ መጠን ወይም ስም
command-undo = ተቀባይነትን ለመሰረዝ
command-report = ሪፖርት በሳምንት እና በወር
command-export = ክፍያዎች እንደ ኤክሴል ፋይል
command-banks = የባንኮች ሁኔታ
command-accounts = ገንዘብ የሚቀበሉባቸው ሂሳቦች
command-staff = ሠራተኞች
command-invite = ገንዘብ ተቀባይ ይጋብዙ
command-settings = የመጠን ልዩነት፣ የቆይታ ገደብ፣ የመዝጊያ ሰዓት
command-usage = የቀሩ ማረጋገጫዎች
command-dashboard = በድረ ገጽ ይግቡ
command-shop = ሱቅ ይቀይሩ
command-language = አማርኛ, English, Afaan Oromoo
command-help = እንዴት እንደሚሠራ
command-privacy = ምን እንደሚቀመጥ
command-deleteme = መረጃዬን ለማጥፋት
command-start = ለመጀመር
