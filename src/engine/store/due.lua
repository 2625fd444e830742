-- Hands out what is due, each to one who asks at a time.
--
-- KEYS[1] shops by the moment they are due, ms (sorted set)  KEYS[2] the days that are meant (hash)
-- ARGV[1] lease, ms  ARGV[2] how many at most
--
-- Returns {shop, day, shop, day, ...}
--
-- Invariant: what is handed out is not handed out again before its lease ends.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now), 'LIMIT', 0, tonumber(ARGV[2]))
local handed = {}
for _, shop in ipairs(due) do
  redis.call('ZADD', KEYS[1], string.format('%.0f', now + ARGV[1]), shop)
  handed[#handed + 1] = shop
  handed[#handed + 1] = redis.call('HGET', KEYS[2], shop) or ''
end
return handed
