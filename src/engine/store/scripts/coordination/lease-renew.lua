-- Renews leases while their work runs, or releases them.
--
-- KEYS[1] leases (sorted set: item -> lease end, ms)  KEYS[2] owners (hash: item -> owner), optional
-- ARGV[1] owner, '' without KEYS[2]  ARGV[2] lease, ms; 0 releases them  ARGV[3...] items
--
-- Returns the lost items: those of another owner by now; without KEYS[2] those whose lease has expired.
--
-- Invariant: with KEYS[2] only the owner changes a lease; an item without an owner is renewed by the process that works on
-- it, because a failover may have lost the list. Without KEYS[2] an expired lease is never renewed.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local until_ = string.format('%.0f', now + ARGV[2])

local function is_kept(member)
  if KEYS[2] then
    redis.call('HSETNX', KEYS[2], member, ARGV[1])
    return redis.call('HGET', KEYS[2], member) == ARGV[1]
  end
  local lease = redis.call('ZSCORE', KEYS[1], member)
  return lease and tonumber(lease) > now
end

local lost = {}
for i = 3, #ARGV do
  if is_kept(ARGV[i]) then
    redis.call('ZADD', KEYS[1], until_, ARGV[i])
  else
    lost[#lost + 1] = ARGV[i]
  end
end
return lost
