-- Writes a verified receipt to a shop's book, and takes it for the shop's where it was judged so and nobody has before.
--
-- KEYS[1] its line (hash)  KEYS[2] what stands in the book for the day (sorted set)
-- KEYS[3] [4] under which it may stand among those that could not be checked (hashes)
-- ARGV[1] its entry in KEYS[2]  ARGV[2] answer: accept, look, refuse  ARGV[3] member  ARGV[4] chat  ARGV[5] message
-- ARGV[6] link or ''  ARGV[7] day  ARGV[8] its first ms  ARGV[9] its end, ms (exclusive)  ARGV[10] kept past it, ms
-- ARGV[11] how long the same member may hand it in again, ms  ARGV[12...] what is known of it: fields and values
--
-- Returns {'window', now (ms)} | {'accepted'} | {'noted'} |
--   {'taken', own (1 or 0), member, at (ms), chat, message, link, anyway (1 or 0)}
--   window: the store's clock is outside the day · own: by this very message, or by this member just now
--
-- Invariant: a receipt is accepted once, and its acceptance never changes.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if now < tonumber(ARGV[8]) or now >= tonumber(ARGV[9]) then return { 'window', now } end
local ms = string.format('%.0f', now)

local function enter()
  local expires = string.format('%.0f', ARGV[9] + ARGV[10])
  redis.call('HSET', KEYS[1], 'day', ARGV[7])
  redis.call('PEXPIREAT', KEYS[1], expires)
  redis.call('ZADD', KEYS[2], ms, ARGV[1])
  redis.call('PEXPIREAT', KEYS[2], expires)
end

redis.call('DEL', KEYS[3], KEYS[4])
if redis.call('EXISTS', KEYS[1]) == 0 then
  local fields = { 'at', ms, 'member', ARGV[3] }
  for i = 12, #ARGV do fields[#fields + 1] = ARGV[i] end
  redis.call('HSET', KEYS[1], unpack(fields))
  enter()
end

local taken = redis.call('HMGET', KEYS[1], 'takenBy', 'takenAt', 'chat', 'message', 'link', 'anyway')
if taken[1] then
  local same = taken[3] == ARGV[4] and taken[4] == ARGV[5]
  local own = 0
  if taken[1] == ARGV[3] and (same or now - taken[2] < tonumber(ARGV[11])) then own = 1 end
  return { 'taken', own, taken[1], tonumber(taken[2]), taken[3], taken[4], taken[5], tonumber(taken[6]) }
end

redis.call('HSET', KEYS[1], 'answer', ARGV[2])
if ARGV[2] ~= 'accept' then return { 'noted' } end
redis.call('HSET', KEYS[1], 'takenBy', ARGV[3], 'takenAt', ms, 'chat', ARGV[4], 'message', ARGV[5],
  'link', ARGV[6], 'anyway', '0')
enter()
return { 'accepted' }
