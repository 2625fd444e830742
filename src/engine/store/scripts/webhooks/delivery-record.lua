-- Records an attempt at a webhook delivery, and disables its endpoint when it is gone or has failed for too long.
--
-- KEYS[1] delivery (hash)  KEYS[2] endpoint (hash)  KEYS[3] pending deliveries (sorted set: delivery -> due or lease end, ms)
-- ARGV[1] delivery id  ARGV[2] number of the attempt  ARGV[3] 'delivered', 'failed', 'gone', or 'withdrawn' (not an attempt)
-- ARGV[4] HTTP status, '' for none  ARGV[5] error, '' for none  ARGV[6] its duration, ms
-- ARGV[7] ms until the next attempt, '' after the last  ARGV[8] time of failure that disables, ms
-- ARGV[9] pause between failures after which that time starts again, ms
--
-- Returns 1 when the endpoint was disabled by this attempt.
--
-- Invariant: an attempt is recorded once; a disabled endpoint keeps its pending deliveries until it is enabled again.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function text(number)
  return string.format('%.0f', number)
end
if redis.call('EXISTS', KEYS[2]) == 0 or not redis.call('ZSCORE', KEYS[3], ARGV[1]) then return 0 end
local made = redis.call('HGET', KEYS[1], 'attempt')
if not made or tonumber(made) + 1 ~= tonumber(ARGV[2]) then return 0 end
if ARGV[3] == 'withdrawn' then
  redis.call('ZADD', KEYS[3], text(now), ARGV[1])
  return 0
end

local is_over = ARGV[3] ~= 'failed' or ARGV[7] == ''
local status = ARGV[3] == 'delivered' and 'delivered' or is_over and 'failed' or 'pending'
local next_at = is_over and '' or text(now + ARGV[7])
redis.call('HSET', KEYS[1], 'status', status, 'attempt', ARGV[2], 'httpStatus', ARGV[4], 'error', ARGV[5], 'ms', ARGV[6],
  'attemptedAt', text(now), 'nextAt', next_at)
if is_over then
  redis.call('ZREM', KEYS[3], ARGV[1])
else
  redis.call('ZADD', KEYS[3], next_at, ARGV[1])
end

if ARGV[3] == 'delivered' then
  redis.call('HDEL', KEYS[2], 'failingSince', 'failedAt')
  return 0
end
local fields = redis.call('HMGET', KEYS[2], 'failingSince', 'failedAt', 'disabledAt')
local since = tonumber(fields[1] or '') or now
if now - (tonumber(fields[2] or '') or now) > tonumber(ARGV[9]) then since = now end
redis.call('HSET', KEYS[2], 'failingSince', text(since), 'failedAt', text(now))
local reason = ARGV[3] == 'gone' and 'gone' or now - since >= tonumber(ARGV[8]) and 'failing'
if fields[3] or not reason then return 0 end
redis.call('HSET', KEYS[2], 'disabledAt', text(now), 'disabledReason', reason)
return 1
