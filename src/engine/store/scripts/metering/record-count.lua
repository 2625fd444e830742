-- Counts one more record of an account, or more together, unless the account then has more than its plan allows. Records are counted per time span,
-- and count until all records of the span have expired, so the count is never too low.
--
-- KEYS[1] counts (hash: span -> records)  KEYS[2] account (hash plan)
-- KEYS[3] the record (hash), if it is created here: an existing one is not counted again
-- ARGV[1] length of a span, ms  ARGV[2] number of spans that count  ARGV[3] time to live of the record, ms
-- ARGV[4] number of records  ARGV[5...] bounds by plan: plan, bound, plan, bound, ...
--
-- Returns {1} | {0, ms until the oldest span stops counting}
--
-- Invariant: the sum of the counts never exceeds the bound.
if KEYS[3] and redis.call('EXISTS', KEYS[3]) == 1 then return { 1 } end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local length, kept = tonumber(ARGV[1]), tonumber(ARGV[2])
local span = math.floor(now / length)

local total, oldest = 0, span
local counts = redis.call('HGETALL', KEYS[1])
for index = 1, #counts, 2 do
  local of = tonumber(counts[index])
  if of <= span - kept then
    redis.call('HDEL', KEYS[1], counts[index])
  else
    total = total + tonumber(counts[index + 1])
    oldest = math.min(oldest, of)
  end
end

local plan = redis.call('HGET', KEYS[2], 'plan') or 'free'
local bound = 0
for index = 5, #ARGV, 2 do
  if ARGV[index] == plan then bound = tonumber(ARGV[index + 1]) end
end
if total + ARGV[4] > bound then return { 0, (oldest + kept) * length - now } end
redis.call('HINCRBY', KEYS[1], string.format('%.0f', span), ARGV[4])
redis.call('PEXPIRE', KEYS[1], string.format('%.0f', length * kept))
if KEYS[3] then
  redis.call('HSET', KEYS[3], 'since', '1')
  redis.call('PEXPIRE', KEYS[3], ARGV[3])
end
return { 1 }
