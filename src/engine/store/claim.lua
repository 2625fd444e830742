-- Takes over unfinished requests whose process has let its lease end, or puts one on the list.
--
-- KEYS[1] unfinished requests (sorted set: request -> lease end, ms)  KEYS[2] whose they are (hash: request -> process)
-- ARGV[1] process; '' with a request that the list may have lost: nobody's yet, and as it is where it stands on the list
-- ARGV[2] lease, ms  ARGV[3] how many at most  ARGV[4] a request to put on the list, '' for none
--
-- Returns the requests that are this process's from now on; the one put on the list is not among them.
--
-- Invariant: a request belongs to one process at a time.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function at(ms) return string.format('%.0f', now + ms) end
local function own(request)
  redis.call('ZADD', KEYS[1], at(ARGV[2]), request)
  redis.call('HSET', KEYS[2], request, ARGV[1])
end

if ARGV[4] ~= '' then
  if ARGV[1] ~= '' then
    own(ARGV[4])
  else
    redis.call('ZADD', KEYS[1], 'NX', at(ARGV[2]), ARGV[4])
  end
  return {}
end
local left = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', at(0), 'LIMIT', 0, ARGV[3])
for _, request in ipairs(left) do own(request) end
return left
