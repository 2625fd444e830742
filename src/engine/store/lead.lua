-- Takes, keeps or gives up the lead of a bot.
--
-- KEYS[1] lead (string: the process that plays the bot)
-- ARGV[1] process  ARGV[2] lease, ms; 0 gives the lead up
--
-- Returns 1 when the process leads from now on, else 0.
--
-- Invariant: one process leads at a time, and none does longer than its lease after its last word.
local leader = redis.call('GET', KEYS[1])
if leader and leader ~= ARGV[1] then return 0 end
if ARGV[2] == '0' then
  redis.call('DEL', KEYS[1])
  return 0
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
