-- Accepts several receipts of the book as one sale: together they pay the amount.
--
-- KEYS[1] entries of the book for the day (sorted set)  KEYS[2...] lines of the receipts (hashes), then in the same order their
-- claims by payment requests (strings)
-- ARGV[1] member  ARGV[2] day  ARGV[3] its first ms  ARGV[4] its end, ms (exclusive)  ARGV[5] kept past it, ms
-- ARGV[6] the sale, stored with each  ARGV[7...] per line: its entry in KEYS[1], fingerprint of its message, link or ''
--
-- Returns {'window', now (ms)} | {'taken', nth} | {'unfit', nth} | {'accepted'}
--   nth: number of the line, from 1 · taken: it is accepted by now · unfit: deleted, refused, wrong in more than its amount, or
--   it paid a payment request
--
-- Invariant: all are accepted or none; each receipt is accepted once.
-- include shops/forget-totals.part
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if now < tonumber(ARGV[3]) or now >= tonumber(ARGV[4]) then return { 'window', now } end
local lines = (#KEYS - 1) / 2
for i = 2, lines + 1 do
  local line = redis.call('HMGET', KEYS[i], 'at', 'takenBy', 'refusedBy', 'short')
  if line[2] then return { 'taken', i - 1 } end
  local claimed = redis.call('EXISTS', KEYS[i + lines]) == 1
  if not line[1] or line[3] or line[4] ~= '1' or claimed then return { 'unfit', i - 1 } end
end

local ms = string.format('%.0f', now)
local expires = string.format('%.0f', ARGV[4] + ARGV[5])
for i = 2, lines + 1 do
  local from = 7 + (i - 2) * 3
  forget_totals_of(KEYS[i])
  redis.call('HSET', KEYS[i], 'answer', 'accept', 'takenBy', ARGV[1], 'takenAt', ms, 'print', ARGV[from + 1],
    'link', ARGV[from + 2], 'anyway', '0', 'content', '', 'sale', ARGV[6], 'day', ARGV[2])
  redis.call('PEXPIREAT', KEYS[i], expires)
  -- After the last entry: receipts of one millisecond keep their order.
  local last = redis.call('ZREVRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2] or 0
  redis.call('ZADD', KEYS[1], string.format('%.3f', math.max(now, last + 0.001)), ARGV[from])
end
redis.call('PEXPIREAT', KEYS[1], expires)
forget_totals(KEYS[1], ARGV[2])
return { 'accepted' }
