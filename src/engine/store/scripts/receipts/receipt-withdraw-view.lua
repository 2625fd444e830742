-- Takes back that a receipt was shown to an account, because the answer was not delivered.
--
-- KEYS[1] history of the receipt in the account (hash)
-- ARGV[1] the request it was counted for, '' for none
--
-- Returns how often it counts as shown now.
--
-- Invariant: a receipt that was never shown has no first time, and no record in the account.
local times = tonumber(redis.call('HGET', KEYS[1], 'times') or '0')
if times <= 1 then
  local of, printed = string.match(KEYS[1], '^(%b{}:)seen:(.*)$')
  redis.call('DEL', KEYS[1], of .. 'verified:' .. printed)
  redis.call('ZREM', of .. 'verified-receipts:' .. string.match(printed, '^[^:]+'), printed)
  return 0
end
if ARGV[1] ~= '' and redis.call('HGET', KEYS[1], 'promise') == ARGV[1] then
  redis.call('HDEL', KEYS[1], 'promise', 'promised')
end
return redis.call('HINCRBY', KEYS[1], 'times', -1)
