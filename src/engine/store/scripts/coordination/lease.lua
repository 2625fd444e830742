-- Acquires, renews or releases a lease with one owner.
--
-- KEYS[1] lease (string: its owner)
-- ARGV[1] owner  ARGV[2] length, ms; 0 releases it  ARGV[3] 'keep': renew only, do not acquire
--
-- Returns 1 when the owner has the lease now, else 0.
--
-- Invariant: one owner at a time; the lease expires unless its owner renews it; only its owner can release it.
local owner = redis.call('GET', KEYS[1])
if owner ~= ARGV[1] and (owner or ARGV[3] == 'keep') then return 0 end
if ARGV[2] == '0' then
  redis.call('DEL', KEYS[1])
  return 0
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
