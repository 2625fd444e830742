-- Keeps a flight in the air while its leader works.
--
-- KEYS[1] flight (string: the leading call)
-- ARGV[1] call  ARGV[2] lease, ms
--
-- Returns 1 when the call leads the flight, else 0.
--
-- Invariant: a flight is kept by the call that leads it and by nobody else.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
