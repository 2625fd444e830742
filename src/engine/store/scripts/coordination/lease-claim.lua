-- Claims expired leases, or adds an item to the list.
--
-- KEYS[1] leases (sorted set: item -> lease end, ms)  KEYS[2] owners (hash: item -> owner), optional
-- ARGV[1] owner, '' without KEYS[2]; '' with ARGV[4]: the item has no owner yet, and an existing entry is not changed
-- ARGV[2] lease, ms  ARGV[3] maximum number to claim  ARGV[4] item to add to the list, '' for none
--
-- Returns the claimed items, without the added one.
--
-- Invariant: an item has one owner at a time, and is not claimed again before its lease ends.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local until_ = string.format('%.0f', now + ARGV[2])
local function own(member)
  redis.call('ZADD', KEYS[1], until_, member)
  if KEYS[2] then redis.call('HSET', KEYS[2], member, ARGV[1]) end
end

if ARGV[4] and ARGV[4] ~= '' then
  if ARGV[1] ~= '' then
    own(ARGV[4])
  else
    redis.call('ZADD', KEYS[1], 'NX', until_, ARGV[4])
  end
  return {}
end
local left = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now), 'LIMIT', 0, ARGV[3])
for _, member in ipairs(left) do own(member) end
return left
