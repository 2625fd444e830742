-- Takes back that an account was shown a receipt: the answer reached nobody.
--
-- KEYS[1] what the account was shown of the receipt (hash)
-- ARGV[1] the request it was counted for, '' for none
--
-- Returns how often it has been shown then.
--
-- Invariant: a receipt that was shown to nobody has no first time.
local times = tonumber(redis.call('HGET', KEYS[1], 'times') or '0')
if times <= 1 then
  redis.call('DEL', KEYS[1])
  return 0
end
if ARGV[1] ~= '' and redis.call('HGET', KEYS[1], 'promise') == ARGV[1] then
  redis.call('HDEL', KEYS[1], 'promise', 'promised')
end
return redis.call('HINCRBY', KEYS[1], 'times', -1)
