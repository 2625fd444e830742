-- Records a receipt that could not be checked.
--
-- KEYS[1] the receipt (hash)  KEYS[2] entries of the book for the day (sorted set)
-- ARGV[1] its entry in KEYS[2]  ARGV[2] day  ARGV[3] its first ms  ARGV[4] its end, ms (exclusive)
-- ARGV[5] kept after it, ms  ARGV[6...] its fields and values
--
-- Returns {'window', now (ms)} | {'noted'} | {'known'}
--
-- Invariant: the first record of a receipt stays until it is resolved.
-- include shops/forget-totals.part
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if now < tonumber(ARGV[3]) or now >= tonumber(ARGV[4]) then return { 'window', now } end
if redis.call('EXISTS', KEYS[1]) == 1 then return { 'known' } end

local ms = string.format('%.0f', now)
local expires = string.format('%.0f', ARGV[4] + ARGV[5])
local fields = { 'at', ms, 'day', ARGV[2] }
for i = 6, #ARGV do fields[#fields + 1] = ARGV[i] end
redis.call('HSET', KEYS[1], unpack(fields))
redis.call('PEXPIREAT', KEYS[1], expires)
-- After the last entry: receipts of one millisecond keep their order.
local last = redis.call('ZREVRANGE', KEYS[2], 0, 0, 'WITHSCORES')[2] or 0
redis.call('ZADD', KEYS[2], string.format('%.3f', math.max(now, last + 0.001)), ARGV[1])
redis.call('PEXPIREAT', KEYS[2], expires)
forget_totals(KEYS[2], ARGV[2])
return { 'noted' }
