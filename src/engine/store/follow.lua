-- Looks where a flight stands.
--
-- KEYS[1] receipt (hash)  KEYS[2] flight (string: the leading call)  KEYS[3] outcome of this flight (string)
-- ARGV[1] the leading call
--
-- Returns {'kept', receipt} | {'landed', outcome} | {'flying'} | {'lost'}; lost: it ended without an outcome.
--
-- Invariant: changes nothing; a flight in the air has no outcome yet.
local body = redis.call('HGET', KEYS[1], 'body')
if body then return { 'kept', body } end
-- Before the outcome: a call that has withdrawn and leads again has left one of its flight before.
if redis.call('GET', KEYS[2]) == ARGV[1] then return { 'flying' } end
local outcome = redis.call('GET', KEYS[3])
if outcome then return { 'landed', outcome } end
return { 'lost' }
