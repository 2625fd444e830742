-- Counts an attempt to recover a request of another process, or takes one back.
--
-- KEYS[1] request (hash)
-- ARGV[1] 1 counts an attempt, -1 takes one back
--
-- Returns {attempts, state, work} | {} when the request is over or does not exist.
--
-- Invariant: a request that is over does not change; attempts are never negative.
local state = redis.call('HGET', KEYS[1], 'state')
if state ~= 'queued' and state ~= 'running' then return {} end
local attempts = redis.call('HINCRBY', KEYS[1], 'attempts', ARGV[1])
if attempts < 0 then
  attempts = 0
  redis.call('HSET', KEYS[1], 'attempts', 0)
end
return { attempts, state, redis.call('HGET', KEYS[1], 'work') }
