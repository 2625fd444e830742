-- Stands in a bank's line, and takes a slot as soon as it is this call's turn. Called to join and, again and
-- again, to look.
--
-- KEYS[1] slots (sorted set: call -> lease end, ms)   KEYS[2] line (sorted set: call -> place)
-- KEYS[3] waiting calls (sorted set: call -> lease end, ms)   KEYS[4] last arrival (hash ms, nth)
-- ARGV[1] call  ARGV[2] slots there are  ARGV[3] priority, lower is served first
-- ARGV[4] lease of a slot, ms  ARGV[5] lease of a place in the line, ms
-- ARGV[6] place of the call from before, '' when it has none yet: it arrives now
--
-- Returns {'slot'} | {'wait', position from 1, place of the call}
--
-- Invariant: no more calls hold a slot than there are slots; inside a priority first come is first served;
-- who does not look for the length of its lease has left.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function at(ms) return string.format('%.0f', now + ms) end

redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', at(0))
for _, gone in ipairs(redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', at(0))) do
  redis.call('ZREM', KEYS[2], gone)
  redis.call('ZREM', KEYS[3], gone)
end

local call = ARGV[1]
local function take()
  redis.call('ZREM', KEYS[2], call)
  redis.call('ZREM', KEYS[3], call)
  redis.call('ZADD', KEYS[1], at(ARGV[4]), call)
  redis.call('PEXPIRE', KEYS[1], 3600000)
  return { 'slot' }
end

-- A place orders by priority, then by the millisecond of arrival (since 2026), then by the nth arrival in it.
local function place()
  local last = redis.call('HMGET', KEYS[4], 'ms', 'nth')
  local nth = 0
  if last[1] == at(0) then nth = tonumber(last[2]) + 1 end
  redis.call('HSET', KEYS[4], 'ms', at(0), 'nth', nth)
  redis.call('PEXPIRE', KEYS[4], 3600000)
  return string.format('%.0f', ARGV[3] * 1e15 + (now - 1767225600000) * 1000 + nth)
end

if redis.call('ZSCORE', KEYS[1], call) then return take() end
local mine = redis.call('ZSCORE', KEYS[2], call)
if not mine then
  mine = ARGV[6]
  if mine == '' then mine = place() end
  redis.call('ZADD', KEYS[2], mine, call)
end
local rank = redis.call('ZRANK', KEYS[2], call)
if rank < tonumber(ARGV[2]) - redis.call('ZCARD', KEYS[1]) then return take() end

redis.call('ZADD', KEYS[3], at(ARGV[5]), call)
for index = 2, 3 do redis.call('PEXPIRE', KEYS[index], 3600000) end
return { 'wait', rank + 1, mine }
