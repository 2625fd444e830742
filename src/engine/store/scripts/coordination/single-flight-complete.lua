-- Ends a flight and leaves its outcome for those who follow it.
--
-- KEYS[1] flight (string: the leading call)  KEYS[2] outcome of this flight (string)  KEYS[3] cool-down (string)
-- ARGV[1] call  ARGV[2] outcome  ARGV[3] how long it is left, ms  ARGV[4] cool-down, ms; 0: none
-- ARGV[5] spent mark of this call to be lifted, because the bank was not asked after all; '' for none
--
-- Returns 1 when the call led the flight until now, else 0.
--
-- Invariant: a flight is ended by the call that leads it and by nobody else; its outcome is there before it ends.
redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[3])
if ARGV[5] ~= '' and redis.call('GET', KEYS[3]) == ARGV[5] then redis.call('DEL', KEYS[3]) end
if tonumber(ARGV[4]) > 0 then redis.call('SET', KEYS[3], ARGV[2], 'PX', ARGV[4]) end
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('DEL', KEYS[1])
return 1
