-- Keeps leases alive while their work runs, or ends them.
--
-- KEYS[1] leases (sorted set: what is leased -> lease end, ms)  KEYS[2] whose they are (hash), absent: nobody's name is kept
-- ARGV[1] owner, '' without KEYS[2]  ARGV[2] lease, ms; 0 leaves them to whoever comes first  ARGV[3...] what is leased
--
-- Returns those that are lost: another's by now, or without owners those that have expired.
--
-- Invariant: with owners only the owner moves a lease, and what is nobody's is kept by whoever works on it: a fail-over may
-- have lost the list. Without them a lease that has expired is never brought back.
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
