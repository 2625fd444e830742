### Words of the cashier bot. The sign of an answer is set by render/, not here.
### Keys and arguments are the same in am.ftl, en.ftl and om.ftl; a test compares them.

## Small words

the-bank = The bank
nameless = a colleague
nameless-shop = your shop
unlimited = unlimited
birr = { $amount } birr
moment-today = { $time } today
moment-yesterday = { $time } yesterday
moment-other = { $day } { $time }
clock-night = { $time } ({ $hour } at night)
clock-morning = { $time } ({ $hour } in the morning)
clock-afternoon = { $time } ({ $hour } in the afternoon)
clock-evening = { $time } ({ $hour } in the evening)

## Verdicts

verdict-look = Look first: { $amount }
verdict-refuse = Do not accept: { $amount }
verdict-anyway = Approved by { $who } despite the warning, { $when }
verdict-sandbox = TEST: a simulated bank. No real money.
remark-not_ours = Real payment, but NOT to you. Do not accept.
remark-already_accepted = Already accepted: { $when } by { $who }
remark-refused_by_owner = REFUSED by { $who }, { $when }. Do not accept.
remark-paid_request = This transfer has paid a payment request, or looks like one that has. Do not accept it again.
remark-part_taken = { $reference } can't be counted with it: already accepted, { $when } by { $who }
remark-part_unusable = { $reference } can't be counted with it. Look at it first.
remark-short = SHORT by { $difference } birr (expected { $expected })
remark-over = OVER by { $difference } birr (expected { $expected })
remark-not_birr = This money is NOT in birr: { $amount }
remark-old_hours = Old: paid { $hours } hours ago (limit { $limit } h)
remark-old_days = Old: paid { $days } days ago (limit { $limit } h)
remark-no_time = No date on the receipt. Check when it was paid.
remark-future = The receipt is dated in the FUTURE. Check your balance.
remark-unchecked_no_accounts = I can't tell if this was paid to you: no account is saved yet. Owner: /accounts
remark-unchecked_unclear = The receipt doesn't show clearly who received it. Check your balance.
verdict-as_expected = Paid: { $amount }, as expected
verdict-not_compared = Paid: { $amount } (amount not compared)
verdict-parts = Paid: { $amount } in { $count } receipts, as expected
verdict-part = • { $amount } · { $reference }
verdict-undone = Acceptance undone by { $who }, { $when }
    .next = It no longer counts. To accept it again, send the receipt again.
split-waiting = Send the other receipt now, or in reply to this message. Still to pay: { $rest } birr
asked-owners = Waiting for the answer of { $who }.
asked-shut = I can't reach { $who } in Telegram: they have blocked me or never wrote to me.
asked-nobody = I can't reach the owner in Telegram: they have blocked me or never wrote to me. Call them.
fact-amount = Amount: { $value }
fact-payer = From: { $value }
fact-receiver = To: { $value }
fact-time = Paid at: { $value }
fact-bank = Bank: { $value }
fact-reference = Reference: { $value }
fact-note = Note: { $value }

## While it is checked

checking = Checking…
checking-slow = { $bank } is slow. I'll update this message as soon as it answers.
checking-position = Number { $position } in the queue
checking-waiting = Your shop has many checks under way. I'll check this one as soon as there is room and tell you here; don't send it again.
checking-answered = The answer is below.
checking-dropped = Your message doesn't name this receipt any more.

## Could not check, and what the bank refuses

not-confirmed = Not confirmed. Don't hand over the goods yet.
still-accepted = It was accepted by { $who }, { $when }, and still counts. I couldn't check it again.
next-watched = I'll tell you here when the bank is back.
next-view-limited = This link opens only a few times, so I won't try again. Check your balance.

failure-invalid_json = Something was wrong with that message.
    .next = Send the receipt again.
failure-invalid_request = This could not be understood.
    .next = Send only the reference, the link, the SMS or a photo.
failure-missing_key = Your shop's access is blocked.
    .next = Ask the shop owner.
failure-invalid_key = Your shop's access is blocked.
    .next = Ask the shop owner.
failure-revoked_key = Your shop's access is blocked.
    .next = Ask the shop owner.
failure-insufficient_scope = Your shop's access is blocked.
    .next = Ask the shop owner.
failure-not_found = This was not found here.
    .next = Send the receipt again. If that does not help, ask the shop owner.
failure-method_not_allowed = This could not be checked.
    .next = Send the receipt again.
failure-payload_too_large = This is too big to read.
    .next = Send a smaller photo, or paste the SMS.
failure-unsupported_media_type = I can't read this type of file.
    .next = Send a photo or a PDF, or paste the SMS.
failure-rate_limited = Too many checks in this minute.
    .next = Wait a minute, then try again. If it happens often, ask the shop owner.
failure-too_many_waiting = Too many checks of your shop are waiting.
    .next = Wait for their answers, then send this again.
failure-quota_exceeded = Your shop has used all its checks for now.
    .next = Ask the shop owner.
failure-image_cap_reached = Your shop has used all its photo checks for this month.
    .next = Paste the SMS or the reference instead, and ask the shop owner.
failure-ocr_daily_cap_reached = No more photos can be checked today.
    .next = Paste the SMS or the reference instead.
failure-detection_failed = I could not read a receipt in the picture.
    .next = Take it again with more light, or paste the SMS.
failure-ai_not_configured = I can only read QR codes and the text of PDFs here.
    .next = Paste the SMS, the link or the reference.
failure-ai_not_configured_off = I cannot read photos here.
    .next = Paste the SMS, the link or the reference.
failure-provider_down = { $bank } is not answering now.
    .next = Try again later, or check your balance.
failure-unavailable = I cannot check anything at the moment.
    .next = Try again in a minute.
failure-internal = We have a problem on our side.
    .next = Try again in a minute.
failure-unsupported_url = This is no receipt link that I know.
    .next = Send the reference, the SMS or a photo of the receipt.
failure-unsupported_url_bank = I can't check this kind of { $bank } receipt yet.
    .next = Check your balance.
failure-unsupported_reference = This is no receipt number that I know.
    .next = Send the reference, the receipt link, the bank's SMS or a photo.
failure-needs_account = To check this, { $bank } needs the account number it was paid to.
    .next = Choose the account, or type its last digits.
failure-needs_phone = To check this, { $bank } needs the payer's phone number.
    .next = Ask the customer and type it.
failure-needs_link = { $bank } needs the receipt link; the number is not enough.
    .next = Ask the customer for the link or the SMS with the link.
failure-ambiguous = Which bank is this from?
    .next = Choose the bank below.
failure-doubtful_reading = I may have misread this: type the reference.
    .next = Compare the number below with the receipt. Type the right one, or paste the SMS.
failure-bank_busy = { $bank } is too busy now.
    .next = Try again in a minute.
failure-bank_timeout = { $bank } did not answer in time.
    .next = Try again in a minute.
failure-bank_unreachable = { $bank } could not be reached.
    .next = Try again in a minute.
failure-bank_blocked = { $bank } did not give an answer for this receipt.
    .next = Try again in a minute.
failure-receipt_not_found = { $bank } has no such payment. Do not accept.
    .next = Check the number. A payment made just now can take a few minutes to appear.
failure-not_settled = { $bank }: this payment is still PENDING. Do not accept yet.
    .next = Check again in a few minutes.
failure-not_settled_reversed = { $bank }: this payment was REVERSED or failed. Do not accept.
    .next = Ask the customer to pay again.
failure-mismatch = This number belongs to another payment at { $bank }. Do not accept.
    .next = Ask the customer for the right reference.
failure-unreadable = I couldn't read { $bank }'s answer.
    .next = Check your balance; we are looking into it.

other-digits = { $bank } shows no payment under this number with these digits.
    .next = The digits may be mistyped. Choose the account, or type other digits.

input-too_big = This file is too big (5 MB at most).
    .next = Send a smaller photo, or paste the SMS.
input-wrong_type = I can't read this.
    .next = Send a photo or a PDF of the receipt, or paste the SMS.
input-not_as_file = I can't read this type of picture.
    .next = Send it as a photo, not as a file, or as a JPEG.
input-damaged = This picture or file is damaged.
    .next = Send it again, or paste the SMS.
input-unread_pages = I read only the first pages of this PDF, and found no receipt there.
    .next = Send the page of the receipt alone, or paste the SMS.
input-too_many = Too many receipts at once: I took only the first ones.
    .next = Send the rest in another message.
input-download_failed = I could not get this file from Telegram.
    .next = Send it again, or paste the SMS.
input-nothing_found = Send me a receipt: the reference, the link, the SMS or a photo.
    .next = How it works: /help
input-bad_amount = I could not read this amount.
    .next = Reply to the receipt with the amount, for example 500 or 1,250.50
input-shared_amount = One amount but several receipts.
    .next = Send each receipt with its own amount.
input-amount_needed = How much should the customer pay?
    .next = Reply to this message with the amount, for example 500

digits-ask = Type the account number at { $bank }, or its last digits.
phone-ask = Type the payer's phone number, for example 0911 000000.
amount-ask = Type how much the customer should pay, for example 500.

## Decisions

question = { $who } asks at { $shop }: accept this receipt?
question-open = Open the message
question-over = Already accepted. No answer is needed any more.
question-approved = Approved by { $who }, { $when }
question-refused = Refused by { $who }, { $when }
ask-yourself = You may approve it yourself.
undo-ask = Undo the acceptance of { $amount } · { $reference }?
undo-done = Undone. Recorded under your name.
undo-not_yours = Only whoever accepted it, or the shop's owner, can undo it.
undo-too_late = It was accepted on another business day and can't be undone any more.
undo-paid_request = It paid a payment request, so its acceptance can't be undone.
undo-not_accepted = This receipt is not accepted now.
undo-usage = Reply to a receipt with /undo, or write /undo and its reference.

## Payment requests

request-usage = Write how much the customer should pay, and what for: /request 500 order 17
request-no_accounts = No account is saved, so the customer would not know where to pay.
    .owner = First save the account you receive money on: /accounts
    .cashier = Ask the shop owner to save one.
request-too_many = Too many requests at once. Wait a minute and try again. If it keeps happening, ask the shop owner.
request-open = Waiting for { $amount }
request-until = Open until { $when } ({ $minutes } min left)
request-share-text = { $shop }: please pay { $amount } here
request-review = Look first: { $amount } came for this request
    .next = An owner decides. Don't hand over the goods yet.
request-double = Perhaps this transfer was used already, or an owner refused it.
request-paid_more = Paid: { $amount }, { $difference } birr more than asked for
request-late = Paid in time, confirmed later.
request-expired = Time is up: { $amount }
    .next = The bank has confirmed no payment. To ask again: /request
request-canceled = The request was canceled: { $amount }
request-tried-checking = { $when }: a receipt came, and the bank has not confirmed it yet. I'll keep asking.
request-tried-unchecked = { $when }: a receipt came that could not be checked.
request-tried-unknown = { $when }: a receipt came that the bank did not confirm.
request-tried-short = { $when }: a receipt came for too small an amount.
request-tried-elsewhere = { $when }: a receipt came of a payment to somebody else.
request-tried-used = { $when }: a receipt came that was used before.
request-tried-refused = { $when }: an owner refused this payment.
request-tried-other = { $when }: a receipt came that does not pay this request.
request-acceptRequest = Approved. The request is closed.
request-refuseRequest = Refused. The request is open again.
request-changed = This request has changed meanwhile.
request-not_yours = Only whoever made it, or the shop's owner, can cancel it.

## Owner's notice, once a day

notice-quota = Your shop has used all its checks for now. Your cashiers cannot check new receipts.
notice-screenshots = Your shop has used all its photo checks for this month. SMS, links and references still work.
notice-revoked = Your shop's access is blocked. Your cashiers cannot check receipts.
    .next = Contact us to unblock it.
notice-figures = Used: { $used } of { $cap }
notice-renewal = Renews on { $day }
notice-next = Need more? Upgrade: /dashboard
notice-endpoint_failing = Messages to your own system at { $host } are switched off: none arrived for five days.
notice-endpoint_gone = Messages to your own system at { $host } are switched off: it answered that the address is gone.
notice-endpoint_next = Switch them on again: /dashboard

## Buttons

button-retry = Try again
button-accept-anyway = Approve anyway
button-ask-owner = Ask the owner
button-approve = Approve
button-refuse = Refuse
button-rest = Another receipt pays the rest
button-undo = Undo
button-undo-yes = Yes, undo
button-undo-no = No
button-type-amount = Type the amount
button-type-digits = Type account number
button-type-phone = Type phone number
button-other-digits = Type other digits
button-open-shop = Open a shop
button-open-another = Open another shop
button-start-shift = Start a shift
button-end-shift = End the shift
button-report-week = By week
button-report-month = By month
button-spreadsheet = Spreadsheet
button-have-invitation = I have an invitation
button-remove = Remove
button-skip = Skip
button-share = Share
button-page-back = ‹ Back
button-page-next = More ›
button-rename-member = Rename { $who }
button-remove-member = Remove { $who }
button-remove-account = Remove { $account }
button-add-account = Add an account
button-invite-owner = Invite another owner
button-add-to-group = Add to a group
button-delete = Yes, delete my data
button-turn-off = Turn off
button-askAmount-on = Always ask for the amount
button-askAmount-off = Don't ask for the amount
button-cancel = Cancel
button-cancel-request = Cancel the request
button-old = This button no longer works.
button-not-yours = This button is not for you.
cancelled = Cancelled.

## Start, shop, invitations

language-name = English
language-ask = Which language?
language-set = I will write in English.
welcome = I check with the bank whether a payment is real. The reference, the link, the SMS or a photo of the receipt is enough.
welcome-next = Open your shop, or join one with an invitation.
home = Shop: { $shop }
home-owner = Send me a receipt. Save your accounts with /accounts and invite cashiers with /invite.
home-cashier = Send me whatever the customer shows you: SMS, reference, link, photo or PDF. Write the amount under it (500) and I compare it.
shop-name-ask = What is your shop called?
shop-opened = { $shop } is set up. Next: save the account you receive money on with /accounts.
shop-ask = You are in several shops. Which one?
shop-chosen = Switched to { $shop }.
shop-only = You are in one shop: { $shop }
invitation-ask = Open the invitation link the shop owner sent you.
invite-cashier = Send this link to your cashier:
invite-owner = Send this link to the other owner. Owners see and change everything:
invite-terms = { $uses ->
    [one] For 1 person, valid until { $until }
   *[other] For up to { $uses } people, valid until { $until }
}
invite-more = One link for several cashiers: /invite 5
invite-share-text = You are invited to check payments for { $shop }.
join-joined = Welcome! You are now in { $shop }.
join-already = You are already in { $shop }.
join-refused-unknown = This invitation is not known. Ask the owner for a new one.
join-refused-used = This invitation has been used. Ask the owner for a new one.
join-refused-expired = This invitation has expired. Ask the owner for a new one.
join-refused-full = This shop is full. Ask the owner.
joined-notice = { $who } joined { $shop }.
owner-only = Only the shop's owner can do this.
no-shop = You are not in a shop. Ask the owner for an invitation, or /start.
no-longer-member = You are no longer in this shop.
dashboard = Your sign-in link. It works once, for 10 minutes. Do not forward it.
dashboard-missing = The web page is not set up yet.
dashboard-private = I send sign-in links only in a private chat.
anyway-done = Approved. Recorded under your name.

## Groups

group-bound = This group now belongs to { $shop }. Staff can send receipts here; I answer nobody else.
group-taken = Another shop already uses this group.
group-owner-only = Only a shop's owner can add me to a group.
group-private-only = Please do this in a private chat with me.
group-anonymous = I can't see who you are. Write here as yourself, not as the group.

## Help, privacy, leaving

help = Send a receipt: reference, link, SMS, photo or PDF. ✅ accept, ⚠️ look first, ❌ refuse, ⏳ could not check: nobody knows yet, do not hand over goods.
help-amount = To compare the amount, write 500 under the photo or as a reply, or /v 500 and the reference.
privacy = What I keep, and what I do not:
privacy-kept = Kept: your Telegram number and name, your shop, its accounts, and the receipts it has checked: reference, amount, payer, receiver, times, who checked, and what you wrote beside the amount.
privacy-not_kept = Not kept: photos, files and other messages; only a fingerprint that recognises the same photo.
privacy-read = I ask the bank for the receipt. A photo without a QR code may be read by an AI service, which is sent the picture and nothing else.
privacy-delete = /deleteme deletes your data.
delete-ask = Delete all your data? This cannot be undone.
delete-leaves = • You leave { $shop }; it continues without you.
delete-closes = • { $shop } has no other owner: it will be closed, with its staff, accounts and records.
deleted = Deleted.
deleted-left = • You have left { $shop }.
deleted-closed = • { $shop } is closed.
deleted-remains = What stays:
deleted-nothing_remains = No data about you is left.
remains-book = receipts you checked in shops that continue, without your name, for 400 days
remains-openings = the number of shops you opened in the last 30 days, without your name
remains-requests = your name on checks of the last 30 days, until those days are over
remains-account = the closed shop's plan, its counts and the list of receipts it has seen, without people's names
remains-keys = API keys of the closed shop, until we switch them off

## Settings

settings = Settings of { $shop }
setting-off = off
setting-on = on
setting-name = Name: { $value }
    .button = Name
    .ask = Type the shop's name.
    .wrong = A name has 1 to 64 letters.
setting-tolerance = Allowed difference: { $value } birr
    .button = Allowed difference
    .ask = By how many birr may an amount differ? For example 0 or 5.
    .wrong = That's not an amount.
setting-maxAgeHours = Maximum age: { $value } hours
    .button = Maximum age
    .ask = After how many hours is a payment too old? From 1 to 8760, for example 24.
    .wrong = That's not a number of hours from 1 to 8760.
setting-closingTime = Closing time: { $value }
    .button = Closing time
    .ask = When do you close? For example 20:30.
    .wrong = That's not a time of day.
setting-closingTime-which = Which time is that?
setting-askAmount = Always ask for the amount: { $value }
setting-alerts = Alerts to owners: { $value }
    .on = Turn alerts on
    .off = Turn alerts off
setting-saved = Saved.

## Staff and accounts

staff = Staff ({ $count }):
staff-owner = • { $who } (owner), since { $since }
staff-cashier = • { $who }, since { $since }
remove-ask = Remove { $who }?
removed = { $who } was removed.
rename-ask = Type the new name of { $who }.
renamed = Renamed to { $who }
accounts = Accounts you receive money on:
accounts-none = No account is saved. Save the accounts you receive money on, so I can tell when money went elsewhere.
account-ask-bank = At which bank or wallet?
account-ask-number = Type your account number at { $bank }.
account-ask-phone = Type the phone number of your { $bank } account, for example 0911 000000.
account-ask-holder = In whose name is it? Write the whole name as the bank writes it.
account-saved = Saved: { $account }
account-remove-ask = Remove { $account } from the list?
account-removed = Removed.

error-unknown = This is no longer there.
error-invalid = That didn't work. Try again.
error-invalid-name = A name has 1 to 64 letters.
error-invalid-number = That's not an account or phone number.
error-invalid-provider = I do not know this bank.
error-invalid-holder = A name has 1 to 64 letters.
error-invalid-uses = An invitation can be used 1 to 50 times.
error-invalid-date = That's not a date. Write it like this: 20/11/2026
error-invalid-tolerance = That's not an amount.
error-invalid-maxAgeHours = That's not a number of hours from 1 to 8760.
error-invalid-closingTime = That's not a time of day. Write it like this: 20:30
error-too_many = There are already too many.
error-too_many-accounts = You already have 20 accounts. Remove one first.
error-too_many-shops = You have opened 5 shops in 30 days. Try again later.
error-too_many-shifts = Too many shifts were started today.
error-last_owner = A shop needs an owner. Invite another owner first.
error-taken = Another shop already uses this.
error-not_owner = Only the shop's owner can do this.

## The day

day = Today, { $day }
day-next = Since closing time, for { $day }
day-last = Until closing time, for { $day }
day-closing = Summary for { $day }
day-nothing = No payment accepted.
day-total = Accepted: { $count ->
    [one] 1 payment
   *[other] { $count } payments
}, { $total } birr
day-part = { $name }: { $total } birr ({ $count })
day-banks = By bank:
day-cashiers = By cashier:
day-shifts = Shifts:
count-refused = refused: { $count }
count-warned = warned: { $count }
count-couldNotCheck = could not check: { $count }
count-usedTwice = used again: { $count }
mytotal = Your own total, { $day }
shift-none = No shift is running. A shift adds up what you accept from now on.
shift-running = Your shift, since { $since }:
shift-yours = Your shift
shift-left_open = ended with the day
report-week = Week { $from } – { $to }
report-month = Month { $from } – { $to }
report-days = By day:
report-anyway = Approved despite the warning: { $count }, { $total } birr
report-unresolved = Not checked yet: { $count }
alert-twice = An accepted receipt was brought again.
alert-foreign = A payment was brought that is real, but NOT to you.
alert-reversed = A payment you accepted is REVERSED or failed at the bank now.
alert-anyway = A receipt was approved despite the warning.
alert-more = More alerts in this hour: { $count }. See /today
alert-brought = Brought by { $who }: { $when }
alert-times = In { $count } messages so far
alert-off = Alerts on or off: /settings
alert-shift = { $who } ended a shift:
day-not_accepted = Checked, not accepted: { $count }
day-undone = Acceptances undone: { $count }
day-unresolved = Not checked yet ({ $count }):
day-why-bank = bank did not answer
day-why-unreadable = could not be read
day-why-limit = limit reached
day-why-question = something is missing
day-why-service = could not check
history = Found for { $query }:
history-none = Nothing found for { $query }.
history-sale = Paid together with { $references }
history-searched = Only payments since { $date } were searched. Older ones are found by their whole reference.
history-more = There are more. Write more of the reference or the name to find them.
history-partly = Very many payments are similar, so not all were compared. Write the whole reference or the amount.
history-ask = What are you looking for? A reference, an amount or a name, for example /history 500
export-caption = Accepted and checked receipts, { $from } to { $to }
export-empty = No receipts between { $from } and { $to }.
usage = Plan: { $plan }
usage-verifications-day = Checks today: { $used } of { $cap }
usage-verifications-month = Checks this month: { $used } of { $cap }
usage-screenshots = Photo checks this month: { $used } of { $cap }
usage-renewal = Renews on { $day }
banks = Banks now:
banks-note = When a bank is down I cannot check its receipts. It doesn't mean the customer is lying.
bank-operational = { $bank }: working
bank-degraded = { $bank }: partly working
bank-down = { $bank }: DOWN
bank-unknown = { $bank }: no data yet
bank-since = since { $when }
bank-waiting = { $count } waiting

## The spreadsheet

csv-received = Checked at
csv-verdict = Verdict
csv-accepted = Accepted at
csv-bank = Bank
csv-reference = Reference
csv-amount = Amount
csv-currency = Currency
csv-payer = Payer
csv-account = Account that received it
csv-paid = Paid at
csv-cashier = Cashier
csv-anyway = Approved despite the warning by
csv-refused = Refused by
csv-undone = Undone by
csv-undone_at = Undone at
csv-sale = Paid together
csv-test = Test
csv-note = Note
csv-answer-accept = accept
csv-answer-look = look first
csv-answer-refuse = refuse
csv-answer-undone = undone
csv-simulated = simulated

## Commands

command-today = today's payments
command-request = ask a customer to pay: amount, and what for
command-mytotal = your own total
command-shift = start or end your shift
command-history = find a payment: reference, amount or name
command-undo = undo an acceptance
command-report = reports by week and month
command-export = payments as a spreadsheet
command-banks = bank status
command-accounts = accounts you receive money on
command-staff = staff
command-invite = invite a cashier
command-settings = allowed difference, maximum age, closing time
command-usage = checks left
command-dashboard = sign in on the web
command-shop = switch shop
command-language = አማርኛ, English, Afaan Oromoo
command-help = how it works
command-privacy = what is kept
command-deleteme = delete my data
command-start = start
