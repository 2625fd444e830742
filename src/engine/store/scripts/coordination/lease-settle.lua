-- Sets when an item is due again, at the end of a claim by lease-claim.lua; or makes it due soon, for anyone.
--
-- KEYS[1] leases (sorted set: item -> due or lease end, ms)  KEYS[2] owners (hash: item -> claim)
-- ARGV[1] item  ARGV[2] claim that ends; '' makes the item due soon
-- ARGV[3] ms until it is due again, '' when it leaves the list; without a claim: at the latest, '' for at once
--
-- Returns 1 when it was changed.
--
-- Invariant: an item that became due while it was claimed, or was claimed by another, stays as it is.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local score = tonumber(redis.call('ZSCORE', KEYS[1], ARGV[1]) or '') or nil
local function due_in(ms)
  redis.call('ZADD', KEYS[1], string.format('%.0f', now + ms), ARGV[1])
end

if ARGV[2] == '' then
  local ms = tonumber(ARGV[3]) or 0
  if score and score <= now then return 0 end
  -- A claim that runs must not put it off again.
  redis.call('HDEL', KEYS[2], ARGV[1])
  if score and score <= now + ms then return 0 end
  due_in(ms)
  return 1
end
if not score or score <= now or redis.call('HGET', KEYS[2], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('HDEL', KEYS[2], ARGV[1])
if ARGV[3] == '' then
  redis.call('ZREM', KEYS[1], ARGV[1])
else
  due_in(tonumber(ARGV[3]))
end
return 1
