-- Notes that an account is shown a receipt, and tells since when and by whom it has been.
--
-- KEYS[1] what the account was shown of the receipt (hash)
-- ARGV[1] who is shown it: the key's label or the member's name
--
-- Returns {times, first shown at (ms), first shown by}
--
-- Invariant: `times` counts every verified answer, `firstAt` and `firstBy` never change.
local times = redis.call('HINCRBY', KEYS[1], 'times', 1)
if times == 1 then
  local time = redis.call('TIME')
  local now = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))
  redis.call('HSET', KEYS[1], 'firstAt', now, 'firstBy', ARGV[1])
  return { times, now, ARGV[1] }
end
local first = redis.call('HMGET', KEYS[1], 'firstAt', 'firstBy')
return { times, first[1], first[2] }
