-- Takes, keeps or gives up something that one owner has at a time.
--
-- KEYS[1] lease (string: its owner)
-- ARGV[1] owner  ARGV[2] length, ms; 0 gives it up  ARGV[3] 'keep': only where the owner has it already
--
-- Returns 1 when the owner has it from now on, else 0.
--
-- Invariant: one owner at a time, and none for longer than the lease after its last word; nobody gives up another's.
local owner = redis.call('GET', KEYS[1])
if owner ~= ARGV[1] and (owner or ARGV[3] == 'keep') then return 0 end
if ARGV[2] == '0' then
  redis.call('DEL', KEYS[1])
  return 0
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
