-- Records that an owner accepts a receipt of the book despite its answer, asked by a cashier or not.
--
-- KEYS[1] its line (hash)  KEYS[2] entries of the book for the day (sorted set)  KEYS[3] owners (set)
-- ARGV[1] its entry in KEYS[2]  ARGV[2] member  ARGV[3] print of the message  ARGV[4] link or ''
-- ARGV[5] day  ARGV[6] its first ms  ARGV[7] its end, ms (exclusive)  ARGV[8] kept past it, ms
-- ARGV[9] the question it answers, '' for none
--
-- Returns {'window', now (ms)} | {'unknown'} | {'not_owner'} | {'accepted'} | {'noted'} | {'decided', 0, decision} |
--   {'taken'}
--   noted: it was accepted before, and that acceptance stays · decided: see book-ask-owners.lua
--   taken: it was accepted after the question was asked
--
-- Invariant: a receipt is accepted once, and its acceptance stays until it is undone; so does the first override. A question
-- is decided once.
-- include shops/forget-totals.part
-- include shops/enter-book.part
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if now < tonumber(ARGV[6]) or now >= tonumber(ARGV[7]) then return { 'window', now } end
if redis.call('EXISTS', KEYS[1]) == 0 then return { 'unknown' } end
if redis.call('SISMEMBER', KEYS[3], ARGV[2]) == 0 then return { 'not_owner' } end

local ms = string.format('%.0f', now)
local taken = redis.call('HEXISTS', KEYS[1], 'takenBy') == 1
if ARGV[9] ~= '' then
  local asked = redis.call('HGET', KEYS[1], 'q:' .. ARGV[9])
  if not asked then return { 'unknown' } end
  local decided = redis.call('HGET', KEYS[1], 'd:' .. ARGV[9])
  if decided then return { 'decided', 0, decided } end
  if taken and string.sub(asked, -1) == '0' then return { 'taken' } end
  redis.call('HSET', KEYS[1], 'd:' .. ARGV[9], 'approved ' .. ARGV[2] .. ' ' .. ms)
end
forget_totals_of(KEYS[1])
local isFirst = redis.call('HSETNX', KEYS[1], 'anywayAt', ms) == 1
if isFirst then redis.call('HSET', KEYS[1], 'anywayBy', ARGV[2]) end
if isFirst or ARGV[9] ~= '' then
  local events = redis.call('HGET', KEYS[1], 'events') or ''
  redis.call('HSET', KEYS[1], 'events', events .. 'approved:' .. ARGV[2] .. ':' .. ms .. ' ')
end
redis.call('HDEL', KEYS[1], 'refusedBy', 'refusedAt')
if taken then return { 'noted' } end

redis.call('HSET', KEYS[1], 'takenBy', ARGV[2], 'takenAt', ms, 'print', ARGV[3],
  'link', ARGV[4], 'anyway', '1')
enter({
  line = KEYS[1], day_list = KEYS[2], entry = ARGV[1], now = now, day = ARGV[5], ends = ARGV[7], kept = ARGV[8],
})
return { 'accepted' }
