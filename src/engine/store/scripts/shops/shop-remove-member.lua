-- Removes a member from a shop. The name stays, for the book.
--
-- KEYS[1] staff (hash)  KEYS[2] owners (set)
-- ARGV[1] person  ARGV[2] member
--
-- Returns {'dismissed'} | {'unknown'} | {'last'}
--
-- Invariant: a shop with members has an owner among them.
if redis.call('HGET', KEYS[1], 'p:' .. ARGV[1]) ~= ARGV[2] then return { 'unknown' } end
if redis.call('SISMEMBER', KEYS[2], ARGV[2]) == 1 and redis.call('SCARD', KEYS[2]) == 1 then return { 'last' } end
redis.call('SREM', KEYS[2], ARGV[2])
redis.call('HDEL', KEYS[1], 'p:' .. ARGV[1], ARGV[2])
return { 'dismissed' }
