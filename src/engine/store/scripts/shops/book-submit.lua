-- Writes a verified receipt to a shop's book, and accepts it if its answer is accept and it was not accepted before.
--
-- KEYS[1] its line (hash)  KEYS[2] entries of the book for the day (sorted set)
-- KEYS[3] [4] records of it as a receipt that could not be checked (hashes)
-- KEYS[5] receipts the account was shown of that sum (sorted set: `TRAITS PRINTED` -> second it was paid)
-- KEYS[6...] claims of it and of receipts that may show the same transfer, by payment requests (strings)
-- ARGV[1] its entry in KEYS[2]  ARGV[2] answer: accept, look, refuse  ARGV[3] member  ARGV[4] fingerprint of the message
-- ARGV[5] link or ''  ARGV[6] day  ARGV[7] its first ms  ARGV[8] its end, ms (exclusive)  ARGV[9] kept after it, ms
-- ARGV[10] how long the same content from the same member counts as a repeat, ms  ARGV[11] fingerprint of the content or ''
-- ARGV[12] '1' when it only pays too little, so that another receipt may pay the rest; else ''
-- ARGV[13] receipts near it as they were read, one per line  ARGV[14] [15] seconds between which they are near, '' when it
--   cannot be compared
-- ARGV[16...] its fields and values
--
-- Returns {'window', now (ms)} | {'changed'}: read KEYS[5] again | {'accepted'} | {'noted'} | {'refused', member, at (ms)} |
--   {'paid'}: it, or what may be the same transfer, paid a payment request |
--   {'taken', own (1 or 0), member, at (ms), link, anyway (1 or 0), sale or ''}
--   window: the store's clock is outside the day · own: accepted by this very message, or by this member with this content
--   within ARGV[10] if its answer allows it · refused: an owner has refused it, so it is not accepted
--
-- Invariant: a receipt is accepted once, and its acceptance stays until it is undone, or withdrawn by the messages that
-- accepted it (book-withdraw.lua). A receipt that an owner refused, or that paid a payment request, can be accepted only by
-- an owner.
-- include shops/forget-totals.part
-- include shops/enter-book.part
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if now < tonumber(ARGV[7]) or now >= tonumber(ARGV[8]) then return { 'window', now } end
local ms = string.format('%.0f', now)
if ARGV[14] ~= '' then
  local near = redis.call('ZRANGEBYSCORE', KEYS[5], ARGV[14], ARGV[15], 'LIMIT', 0, 1000)
  if table.concat(near, '\n') ~= ARGV[13] then return { 'changed' } end
end

local place = {
  line = KEYS[1], day_list = KEYS[2], entry = ARGV[1], now = now, day = ARGV[6], ends = ARGV[8], kept = ARGV[9],
}
forget_totals_of(KEYS[3])
forget_totals_of(KEYS[4])
redis.call('DEL', KEYS[3], KEYS[4])
if redis.call('EXISTS', KEYS[1]) == 0 then
  local fields = { 'at', ms, 'member', ARGV[3] }
  for i = 16, #ARGV do fields[#fields + 1] = ARGV[i] end
  redis.call('HSET', KEYS[1], unpack(fields))
  enter(place)
end

local taken = redis.call('HMGET', KEYS[1], 'takenBy', 'takenAt', 'print', 'link', 'anyway', 'content', 'sale', 'repeats')
if taken[1] then
  local repeats = taken[8] or ''
  local own = taken[3] == ARGV[4] or string.find(repeats, ARGV[4], 1, true) ~= nil
  local isSame = taken[1] == ARGV[3] and ARGV[11] ~= '' and taken[6] == ARGV[11]
  if not own and isSame and ARGV[2] == 'accept' and now - taken[2] < tonumber(ARGV[10]) then
    own = true
    redis.call('HSET', KEYS[1], 'repeats', repeats .. ' ' .. ARGV[4])
  end
  return { 'taken', own and 1 or 0, taken[1], tonumber(taken[2]), taken[4], tonumber(taken[5]), taken[7] or '' }
end

local refused = redis.call('HMGET', KEYS[1], 'refusedBy', 'refusedAt')
local answer = ARGV[2]
if refused[1] and answer == 'accept' then answer = 'look' end
forget_totals_of(KEYS[1])
redis.call('HSET', KEYS[1], 'answer', answer, 'short', ARGV[12])
if refused[1] then return { 'refused', refused[1], tonumber(refused[2]) } end
for i = 6, #KEYS do
  if redis.call('EXISTS', KEYS[i]) == 1 then
    redis.call('HSET', KEYS[1], 'answer', answer == 'accept' and 'look' or answer, 'short', '')
    return { 'paid' }
  end
end
if answer ~= 'accept' then return { 'noted' } end
redis.call('HSET', KEYS[1], 'takenBy', ARGV[3], 'takenAt', ms, 'print', ARGV[4],
  'link', ARGV[5], 'anyway', '0', 'content', ARGV[11])
enter(place)
return { 'accepted' }
