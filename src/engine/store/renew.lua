-- Keeps a held place alive while its lookup runs.
--
-- KEYS[1] places held (sorted set: call -> lease end, ms)
-- ARGV[1] call  ARGV[2] lease, ms
--
-- Returns 1 when the place is still held, else 0.
--
-- Invariant: a place that has expired is never brought back.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local lease = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not lease or tonumber(lease) <= now then return 0 end
redis.call('ZADD', KEYS[1], 'XX', string.format('%.0f', now + ARGV[2]), ARGV[1])
return 1
