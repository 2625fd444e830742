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

## Verdicts

verdict-accept = Paid: { $amount }
verdict-look = Look first: { $amount }
verdict-refuse = Do not accept: { $amount }
verdict-anyway = Accepted anyway by { $who }, { $when }
verdict-sandbox = TEST: a simulated bank. No real money.
remark-not_ours = Real payment, but NOT to you. Do not accept.
remark-already_accepted = Already accepted: { $when } by { $who }
remark-short = { $difference } birr SHORT (expected { $expected })
remark-over = { $difference } birr TOO MUCH (expected { $expected })
remark-not_birr = This money is NOT in birr: { $amount }
remark-old_hours = Old: paid { $hours } hours ago (limit { $limit } h)
remark-old_days = Old: paid { $days } days ago (limit { $limit } h)
remark-no_time = The bank prints no date. Check when it was paid.
remark-future = The receipt is dated in the FUTURE. Check your balance.
remark-unchecked_no_accounts = Receiver not checked: your shop has saved no account (/accounts)
remark-unchecked_unclear = The receipt does not show clearly who was paid. Check your balance.
fact-amount = Amount: { $value }
fact-payer = From: { $value }
fact-receiver = To: { $value }
fact-time = Bank time: { $value }
fact-bank = Bank: { $value }
fact-reference = Reference: { $value }

## While it is checked

checking = Checking…
checking-slow = Still checking. { $bank } is slow. This message will change when the answer comes.
checking-position = Place in line: { $position }

## Could not check, and what the bank refuses

not-paid = Do not treat as paid.
next-watched = I will edit this message when the bank is back.
next-view-limited = This receipt can only be opened a few times, so I will not try again. Check your balance.

failure-invalid_json = This could not be sent to the bank.
    .next = Send the receipt again.
failure-invalid_request = This could not be understood.
    .next = Send only the reference, the link, the SMS or a photo.
failure-missing_key = Your shop's access does not work.
    .next = Ask your owner.
failure-invalid_key = Your shop's access is not known.
    .next = Ask your owner.
failure-revoked_key = Your shop's access was switched off.
    .next = Ask your owner.
failure-not_found = This was not found here.
    .next = Send the receipt again. If it stays so, ask your owner.
failure-method_not_allowed = This could not be checked.
    .next = Send the receipt again.
failure-payload_too_large = This is too big to read.
    .next = Send a smaller photo, or paste the SMS.
failure-unsupported_media_type = I cannot read this kind of file.
    .next = Send a photo or a PDF, or paste the SMS.
failure-rate_limited = Too many checks in this minute.
    .next = Wait a minute, then try again. If it happens often, ask your owner.
failure-quota_exceeded = Your shop's checks are used up.
    .next = Ask your owner.
failure-image_cap_reached = Your shop's photo reads are used up for this month.
    .next = Paste the SMS or the reference instead, and ask your owner.
failure-ocr_daily_cap_reached = No more photos can be read today.
    .next = Paste the SMS or the reference instead.
failure-detection_failed = I could not read a receipt in the picture.
    .next = Send it as a file, or paste the SMS.
failure-ai_not_configured = Photos without a QR code cannot be read here.
    .next = Paste the SMS, the link or the reference.
failure-provider_down = { $bank } is not answering now.
    .next = Try again later, or check your balance.
failure-unavailable = I cannot work at the moment.
    .next = Try again in a minute.
failure-internal = We have a problem on our side.
    .next = Try again in a minute.
failure-unsupported_url = This link is not of a bank I know.
    .next = Send the reference, the SMS or a photo of the receipt.
failure-unsupported_reference = I found no receipt in this.
    .next = Send the reference, the receipt link, the bank's SMS or a photo.
failure-needs_account = { $bank } also needs digits of your account.
    .next = Choose the account that was paid, or type its number.
failure-needs_phone = { $bank } also needs the payer's phone number.
    .next = Ask the customer and type it.
failure-needs_link = { $bank } needs the receipt link, the number is not enough.
    .next = Ask the customer for the link or the SMS with the link.
failure-ambiguous = Several banks use numbers like this.
    .next = Which bank is it?
failure-bank_busy = { $bank } is too busy now.
    .next = Try again in a minute.
failure-bank_timeout = { $bank } did not answer in time.
    .next = Try again in a minute.
failure-bank_unreachable = { $bank } could not be reached.
    .next = Try again in a minute.
failure-bank_blocked = { $bank } gave no answer about this receipt.
    .next = Try again in a minute.
failure-receipt_not_found = { $bank } knows no such payment. Do not accept.
    .next = Check the number. A payment made just now can take some minutes to show.
failure-not_settled = { $bank }: this payment is still PENDING. Do not accept yet.
    .next = Check again in some minutes.
failure-not_settled_reversed = { $bank }: this payment was REVERSED or failed. Do not accept.
    .next = Ask the customer to pay again.
failure-mismatch = { $bank } shows another payment for this number. Do not accept.
    .next = Ask the customer for the right reference.
failure-unreadable = { $bank } sent an answer I could not read.
    .next = Check your balance. We have been told.

input-too_big = This file is too big (5 MB at most).
    .next = Send a smaller photo, or paste the SMS.
input-wrong_type = I cannot read this kind of message.
    .next = Send a photo or a PDF of the receipt, or paste the SMS.
input-too_many = Too many receipts at once.
    .next = Send the rest in another message.
input-download_failed = I could not get this file from Telegram.
    .next = Send it again, or paste the SMS.
input-nothing_found = I found no receipt in this.
    .next = Send the reference, the receipt link, the bank's SMS or a photo.
input-bad_amount = I could not read this amount.
    .next = Write it in answer to the receipt, like this: 500 or 1,250.50
input-shared_amount = One amount, several receipts: I do not know which it is for.
    .next = Send each receipt by itself, with its own amount.

digits-ask = Type the account number ({ $bank }), or its last digits.
phone-ask = Type the payer's phone number, for example 0911 000000.

## Owner's notice, once a day

notice-quota = Your shop's checks are used up. Your cashiers cannot verify new receipts.
notice-screenshots = Your shop's photo reads are used up. The SMS and the reference still work.
notice-revoked = Your shop's access was switched off. Your cashiers cannot verify receipts.
    .next = Contact us to switch it on again.
notice-figures = Used: { $used } of { $cap }
notice-renewal = New ones from: { $day }
notice-next = A bigger plan gives more: /usage, /dashboard

## Buttons

button-retry = Try again
button-accept-anyway = Accept anyway
button-type-digits = Type the digits
button-open-shop = Open a shop
button-have-invitation = I have an invitation
button-remove = Remove
button-rename-member = Rename { $who }
button-remove-member = Remove { $who }
button-remove-account = Remove { $account }
button-add-account = Add an account
button-invite-owner = Invite another owner
button-add-to-group = Use me in a group
button-delete = Yes, delete everything
button-cancel = Cancel
button-old = This button is too old.
button-not-yours = This button is not for you.
cancelled = Cancelled.

## Start, shop, invitations

language-name = English
language-ask = Which language?
language-set = I will write in English.
welcome = I check at the bank whether a payment is real. Send me a reference, a link, an SMS or a photo of a receipt.
welcome-next = Open your shop, or join one with an invitation.
home = You are in { $shop }.
home-owner = Send me a receipt. Save your accounts with /accounts and invite cashiers with /invite.
home-cashier = Send me whatever the customer shows you: SMS, reference, link, photo or PDF. Write the amount under it (500) and I compare it.
shop-name-ask = What is your shop called?
shop-opened = { $shop } is open. Next: save the account you are paid on with /accounts.
shop-ask = You belong to several shops. Which one?
shop-chosen = Now: { $shop }
shop-only = You belong to one shop: { $shop }
invitation-ask = Open the invitation link your owner sent you.
invite-cashier = Send this link to your cashier:
invite-owner = Send this link to the other owner. Owners see and change everything:
invite-terms = Uses: { $uses }. Good until { $until }.
invite-more = One link for several cashiers: /invite 5
join-joined = Welcome! You now belong to { $shop }.
join-already = You already belong to { $shop }.
join-refused-unknown = This invitation is not known. Ask the owner for a new one.
join-refused-used = This invitation has been used. Ask the owner for a new one.
join-refused-expired = This invitation is too old. Ask the owner for a new one.
join-refused-full = This shop is full. Ask the owner.
joined-notice = { $who } joined { $shop }.
owner-only = Only the shop's owner can do this.
no-shop = You belong to no shop yet. Send /start.
no-longer-member = You no longer belong to this shop.
dashboard = Your sign-in link. It works once, for 10 minutes. Do not forward it.
dashboard-private = I send sign-in links only in a private chat.
anyway-done = Accepted. It is written down that you said so.

## Groups

group-bound = This group now belongs to { $shop }. Staff can send receipts here; I answer nobody else.
group-taken = This group belongs to another shop.
group-owner-only = Only a shop's owner can add me to a group.
group-private-only = Please do this in a private chat with me.

## Help, privacy, leaving

help = Send a receipt: reference, link, SMS, photo or PDF. ✅ accept, ⚠️ look first, ❌ refuse, ⏳ could not check: not paid.
help-amount = To compare the amount, write 500 under the photo or as a reply, or /v 500 and the reference.
privacy = What I keep, and what I do not:
privacy-kept = Kept: your Telegram number and name, your shop, its accounts, and the receipts it has checked: reference, amount, payer, receiver, times, who checked.
privacy-not_kept = Not kept: photos, files and other messages; of a photo only a fingerprint that knows it again.
privacy-read = Receipts are asked for at the bank. A photo without a QR code may be read by an AI service, which is sent the picture and nothing else.
privacy-delete = /deleteme deletes what is about you.
delete-ask = Delete everything about you? This cannot be undone.
delete-leaves = • You leave { $shop }; it goes on without you.
delete-closes = • { $shop } has no other owner: it is closed, with its staff, accounts and records.
deleted = Deleted.
deleted-left = • You have left { $shop }.
deleted-closed = • { $shop } is closed.
deleted-remains = What is left:
deleted-nothing_remains = Nothing about you is left.
remains-book = receipts you checked in shops that go on, without your name, for 400 days
remains-openings = how many shops you opened in the last 30 days, a number without your name
remains-requests = your name in checks of the last 7 days, until those days are over
remains-account = the closed shop's plan, its counts and the list of receipts it has seen, without names of people
remains-keys = API keys of the closed shop, until we switch them off

## Settings

settings = Settings of { $shop }
setting-off = off
setting-name = Name: { $value }
    .button = Name
    .ask = Type the shop's name.
    .wrong = A name has 1 to 64 letters.
setting-tolerance = Amount may be off by: { $value } birr
    .button = Tolerance
    .ask = By how many birr may an amount be off? For example 0 or 5.
    .wrong = This is no amount.
setting-maxAgeHours = Too old after: { $value } hours
    .button = Maximum age
    .ask = After how many hours is a payment too old? From 1 to 8760, for example 24.
    .wrong = This is no number of hours from 1 to 8760.
setting-closingTime = Closing time: { $value }
    .button = Closing time
    .ask = When do you close? On the 24-hour clock, for example 20:30. To switch it off send -
    .wrong = This is no time of day.
setting-saved = Saved.

## Staff and accounts

staff = Staff:
staff-owner = • { $who } (owner), since { $since }
staff-cashier = • { $who }, since { $since }
remove-ask = Remove { $who }?
removed = { $who } was removed.
rename-ask = Type the new name of { $who }.
renamed = Now called { $who }.
accounts = Accounts you are paid on:
accounts-none = No account is saved. Save the accounts you are paid on, and I will see when money went elsewhere.
account-ask-bank = At which bank or wallet?
account-ask-number = Type the account number or phone number ({ $bank }).
account-ask-holder = In whose name is it? As the bank writes it.
account-saved = Saved: { $account }
account-removed = Removed.

error-unknown = This is no longer there.
error-invalid = This cannot be used. Try again.
error-invalid-name = A name has 1 to 64 letters.
error-invalid-number = This is no account or phone number.
error-invalid-provider = I do not know this bank.
error-invalid-holder = A name has 1 to 64 letters.
error-invalid-uses = From 1 to 50 uses.
error-invalid-date = This is no date. Write it like this: 2026-11-20
error-invalid-tolerance = This is no amount.
error-invalid-maxAgeHours = This is no number of hours from 1 to 8760.
error-invalid-closingTime = This is no time of day. Write it like this: 20:30
error-too_many = There are already too many.
error-last_owner = A shop needs an owner. Invite another owner first.
error-taken = This belongs to another shop.
error-not_owner = Only the shop's owner can do this.

## The day

day = { $day }
day-closing = Closing time, { $day }
day-nothing = No payment accepted.
day-total = Accepted: { $count ->
    [one] 1 payment
   *[other] { $count } payments
}, { $total } birr
day-part = { $name }: { $count }, { $total } birr
day-banks = By bank:
day-cashiers = By cashier:
day-not_accepted = Looked at, not accepted: { $count }
day-unresolved = Not checked yet ({ $count }):
day-why-bank = bank did not answer
day-why-unreadable = could not be read
day-why-limit = limit reached
day-why-question = something is missing
day-why-service = could not check
history = Found for { $query }:
history-none = Nothing found for { $query }.
history-searched = Only payments since { $date } were searched. Older ones are found by their whole reference.
history-ask = What do you look for? /history and a reference, an amount or a name.
export-caption = Accepted and checked receipts, { $from } to { $to }
export-empty = There is nothing between { $from } and { $to }.
usage = Plan: { $plan }
usage-verifications-day = Checks today: { $used } of { $cap }
usage-verifications-month = Checks this month: { $used } of { $cap }
usage-screenshots = Photo reads this month: { $used } of { $cap }
usage-renewal = New ones from { $day }
banks = Banks now:
banks-note = When a bank is down I cannot check its receipts. That says nothing about the customer.
bank-operational = { $bank }: answers
bank-degraded = { $bank }: answers in part
bank-down = { $bank }: DOWN
bank-unknown = { $bank }: not known
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
csv-account = Paid to
csv-paid = Bank time
csv-cashier = Cashier
csv-anyway = Accepted anyway by
csv-test = Test
csv-answer-accept = accept
csv-answer-look = look first
csv-answer-refuse = refuse
csv-simulated = simulated

## Commands

command-today = today's payments
command-history = find a payment: reference, amount or name
command-export = payments as a spreadsheet
command-banks = do the banks answer?
command-accounts = accounts you are paid on
command-staff = who works here
command-invite = invite a cashier
command-settings = tolerance, age, closing time
command-usage = checks used and left
command-dashboard = sign in on the web
command-shop = switch shop
command-language = አማርኛ, English, Afaan Oromoo
command-help = how it works
command-privacy = what is kept
command-deleteme = delete what is about you
command-start = begin
