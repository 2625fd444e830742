-- Keeps held places alive while their work runs.
--
-- KEYS[1] places held (sorted set: call -> lease end, ms)
-- ARGV[1] lease, ms  ARGV[2...] calls
--
-- Returns how many of the places are still held.
--
-- Invariant: a place that has expired is never brought back.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local until_ = string.format('%.0f', now + ARGV[1])
local held = 0
for index = 2, #ARGV do
  local lease = redis.call('ZSCORE', KEYS[1], ARGV[index])
  if lease and tonumber(lease) > now then
    redis.call('ZADD', KEYS[1], 'XX', until_, ARGV[index])
    held = held + 1
  end
end
return held
