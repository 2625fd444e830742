-- Gives a slot up, or a place in the line, and hands free slots to the calls at the head of it.
--
-- KEYS[1] slots (sorted set: call -> lease end, ms)   KEYS[2] line (sorted set: call -> place)
-- KEYS[3] waiting calls (sorted set: call -> lease end, ms)
-- ARGV[1] call  ARGV[2] slots there are  ARGV[3] lease of a slot, ms
--
-- Returns the calls that got a slot, so that their processes can be told.
--
-- Invariant: a slot that is free while somebody waits is handed over in the same breath, to the first in line.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function at(ms) return string.format('%.0f', now + ms) end

redis.call('ZREM', KEYS[1], ARGV[1])
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('ZREM', KEYS[3], ARGV[1])

redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', at(0))
for _, gone in ipairs(redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', at(0))) do
  redis.call('ZREM', KEYS[2], gone)
  redis.call('ZREM', KEYS[3], gone)
end

local free = tonumber(ARGV[2]) - redis.call('ZCARD', KEYS[1])
if free <= 0 then return {} end
local next = redis.call('ZRANGE', KEYS[2], 0, free - 1)
for _, call in ipairs(next) do
  redis.call('ZREM', KEYS[2], call)
  redis.call('ZREM', KEYS[3], call)
  redis.call('ZADD', KEYS[1], at(ARGV[3]), call)
end
return next
