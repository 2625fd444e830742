-- Ends a single flight and stores its outcome for its followers.
--
-- KEYS[1] flight (string: the leading call)  KEYS[2] outcome of this flight (string)  KEYS[3] cooldown (string)
-- ARGV[1] call  ARGV[2] outcome  ARGV[3] time to live of the outcome, ms  ARGV[4] cooldown, ms; 0: none
-- ARGV[5] this call's mark of a spent view, to be removed because the bank was not asked; '' for none
--
-- Returns 1 when the call was the leader, else 0.
--
-- Invariant: only its leader ends a flight; the outcome is stored before the flight ends.
redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[3])
if ARGV[5] ~= '' and redis.call('GET', KEYS[3]) == ARGV[5] then redis.call('DEL', KEYS[3]) end
if tonumber(ARGV[4]) > 0 then redis.call('SET', KEYS[3], ARGV[2], 'PX', ARGV[4]) end
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('DEL', KEYS[1])
return 1
