-- Stores the progress of a request.
--
-- KEYS[1] request (hash)
-- ARGV[1] position in the queue, '' when it has none  ARGV[2] '1' when the bank is about to be asked
--
-- Returns 1, or 0 when the request is over or does not exist.
--
-- Invariant: a request that is over does not change; `asked` is never reset.
local state = redis.call('HGET', KEYS[1], 'state')
if state ~= 'queued' and state ~= 'running' then return 0 end
redis.call('HSET', KEYS[1], 'position', ARGV[1])
if ARGV[2] == '1' then redis.call('HSET', KEYS[1], 'state', 'running') end
redis.call('HINCRBY', KEYS[1], 'version', 1)
return 1
