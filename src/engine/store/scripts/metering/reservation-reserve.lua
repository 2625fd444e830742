-- Makes a reservation under a cap, before a verification or a screenshot read.
--
-- KEYS[1] counts of the window (hash used)
-- KEYS[2] reservations (sorted set: call -> lease end, ms)
-- ARGV[1] call  ARGV[2] lease, ms  ARGV[3] cap, '' when unlimited  ARGV[4] '1' when overage is enabled
-- ARGV[5] start of the window, ms  ARGV[6] end of the window, ms (exclusive)
--
-- Returns {'held' | 'wait' | 'exceeded' | 'window', used, now (ms)}
--   wait: used is below the cap, but running calls reserve the rest · window: the store's clock is outside the window
--
-- Invariant: used + reserved never exceeds the cap while overage is off; expired reservations do not count. A call has one
-- reservation; a process that resumes the call replaces it.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if now < tonumber(ARGV[5]) or now >= tonumber(ARGV[6]) then return { 'window', 0, now } end

redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', string.format('%.0f', now))
redis.call('ZREM', KEYS[2], ARGV[1])
local used = tonumber(redis.call('HGET', KEYS[1], 'used') or '0')
local cap = tonumber(ARGV[3])
if cap and ARGV[4] ~= '1' then
  if used >= cap then return { 'exceeded', used, now } end
  if used + redis.call('ZCARD', KEYS[2]) >= cap then return { 'wait', used, now } end
end

redis.call('ZADD', KEYS[2], string.format('%.0f', now + ARGV[2]), ARGV[1])
redis.call('PEXPIREAT', KEYS[2], string.format('%.0f', ARGV[6] + 86400000))
return { 'held', used, now }
