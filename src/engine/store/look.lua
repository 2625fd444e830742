-- Looks again for calls that wait in a bank's line or hold one of its slots, and keeps their leases.
--
-- KEYS[1] slots (sorted set: call -> lease end, ms)   KEYS[2] line (sorted set: call -> place)
-- KEYS[3] waiting calls (sorted set: call -> lease end, ms)
-- ARGV[1] slots there are  ARGV[2] lease of a slot, ms  ARGV[3] lease of a place in the line, ms
-- ARGV[4] '1' for calls whose lookups run, '0' for calls that wait  ARGV[5...] calls
--
-- Returns for each call, in turn: 0 when it holds a slot, its position from 1 while it waits, -1 when it is not in the
-- line (any more) and has to enter it.
--
-- Invariant: that of `enter`: no more calls get a slot than there are slots, and only the first in line get one. A lookup
-- that runs although its slot's lease has ended (its process stood still) takes a slot again, beyond their number where
-- need be: it is at the bank, and as long as it is nobody else gets that slot.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function at(ms) return string.format('%.0f', now + ms) end

redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', at(0))
for _, gone in ipairs(redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', at(0))) do
  redis.call('ZREM', KEYS[2], gone)
  redis.call('ZREM', KEYS[3], gone)
end

local slots, slotEnd, waitEnd = tonumber(ARGV[1]), at(ARGV[2]), at(ARGV[3])
local free = slots - redis.call('ZCARD', KEYS[1])
local function position(call)
  if ARGV[4] == '1' or redis.call('ZSCORE', KEYS[1], call) then
    redis.call('ZADD', KEYS[1], slotEnd, call)
    return 0
  end
  local rank = redis.call('ZRANK', KEYS[2], call)
  if not rank then return -1 end
  if rank >= free then
    redis.call('ZADD', KEYS[3], waitEnd, call)
    return rank + 1
  end
  redis.call('ZREM', KEYS[2], call)
  redis.call('ZREM', KEYS[3], call)
  redis.call('ZADD', KEYS[1], slotEnd, call)
  free = free - 1
  return 0
end

local reply = {}
for index = 5, #ARGV do reply[#reply + 1] = position(ARGV[index]) end
for _, key in ipairs({ KEYS[1], KEYS[2], KEYS[3] }) do redis.call('PEXPIRE', key, 3600000) end
return reply
