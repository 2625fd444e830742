-- How many lookups run at a bank, how many calls wait for it, and for how long the first of them has.
--
-- KEYS[1] slots (sorted set: call -> lease end, ms)  KEYS[2] waiting calls (sorted set: call -> lease end, ms)
-- KEYS[3] line (sorted set: call -> place, as `enter` makes it)
--
-- Returns {running, waiting, longest wait (ms)}
--
-- Invariant: expired leases do not count; calls whose leases have ended leave the line, as in `enter`.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local after = string.format('(%.0f', now)

for _, gone in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', string.format('%.0f', now))) do
  redis.call('ZREM', KEYS[3], gone)
  redis.call('ZREM', KEYS[2], gone)
end

local longest = 0
for priority = 0, 2 do
  local from, to = string.format('%.0f', priority * 1e15), string.format('(%.0f', (priority + 1) * 1e15)
  local first = redis.call('ZRANGEBYSCORE', KEYS[3], from, to, 'WITHSCORES', 'LIMIT', 0, 1)
  if first[2] then
    local arrived = math.floor((tonumber(first[2]) - priority * 1e15) / 1000) + 1767225600000
    longest = math.max(longest, now - arrived)
  end
end
return { redis.call('ZCOUNT', KEYS[1], after, '+inf'), redis.call('ZCOUNT', KEYS[2], after, '+inf'), longest }
