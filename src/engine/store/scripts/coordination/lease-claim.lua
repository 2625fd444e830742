-- Takes over what is left to whoever comes first, or puts something on the list.
--
-- KEYS[1] leases (sorted set: what is leased -> lease end, ms)  KEYS[2] whose they are (hash), absent: nobody's name is kept
-- ARGV[1] owner, '' without KEYS[2]; '' with ARGV[4]: nobody's yet, and as it is where it stands on the list
-- ARGV[2] lease, ms  ARGV[3] how many at most  ARGV[4] what to put on the list, '' for none
--
-- Returns what is the owner's from now on; what is put on the list is not among it.
--
-- Invariant: one owner at a time; what is handed out is not handed out again before its lease ends.
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
