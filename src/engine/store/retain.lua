-- Keeps the leases of a process's unfinished requests, or ends them.
--
-- KEYS[1] unfinished requests (sorted set: request -> lease end, ms)  KEYS[2] whose they are (hash: request -> process)
-- ARGV[1] process  ARGV[2] lease, ms; 0 leaves them to whoever comes first  ARGV[3...] requests
--
-- Returns those that are another process's by now.
--
-- Invariant: only the process whose request it is moves its lease. A request that is nobody's is kept by whoever works on
-- it: a fail-over may have lost the list.
local time = redis.call('TIME')
local until_ = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[2])
local lost = {}
for i = 3, #ARGV do
  local owner = redis.call('HGET', KEYS[2], ARGV[i])
  if owner == ARGV[1] then
    redis.call('ZADD', KEYS[1], 'XX', until_, ARGV[i])
  elseif not owner then
    redis.call('ZADD', KEYS[1], until_, ARGV[i])
    redis.call('HSET', KEYS[2], ARGV[i], ARGV[1])
  else
    lost[#lost + 1] = ARGV[i]
  end
end
return lost
