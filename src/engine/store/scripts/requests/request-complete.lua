-- Stores the result of a request.
--
-- KEYS[1] request (hash)
-- ARGV[1] state, 'completed' or 'failed'  ARGV[2] result, JSON  ARGV[3] time to live, ms
--
-- Returns 1 when this call ended it, 0 when it was over before or does not exist.
--
-- Invariant: a request ends once, with its first result.
local state = redis.call('HGET', KEYS[1], 'state')
if state ~= 'queued' and state ~= 'running' then return 0 end
local time = redis.call('TIME')
local now = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))
redis.call('HSET', KEYS[1], 'state', ARGV[1], 'answer', ARGV[2], 'position', '', 'endedAt', now)
redis.call('HINCRBY', KEYS[1], 'version', 1)
redis.call('HDEL', KEYS[1], 'work')
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1
