-- Looks where a flight stands.
--
-- KEYS[1] receipt (hash)  KEYS[2] flight (string: the leading call)  KEYS[3] outcome of this flight (string)
-- ARGV[1] the leading call
--
-- Returns {'kept', receipt} | {'landed', outcome} | {'flying'} | {'lost'}; lost: it ended without an outcome.
--
-- Invariant: changes nothing; a flight in the air has no outcome yet. A receipt that a later version has stored is as if
-- it were not there.
local function readable(body)
  return (string.sub(body, 1, 7) == '{"v":1,' or string.sub(body, 1, 14) == '{"httpStatus":') and string.sub(body, -1) == '}'
end
local body = redis.call('HGET', KEYS[1], 'body')
if body and readable(body) then return { 'kept', body } end
-- Before the outcome: a call that has withdrawn and leads again has left one of its flight before.
if redis.call('GET', KEYS[2]) == ARGV[1] then return { 'flying' } end
local outcome = redis.call('GET', KEYS[3])
if outcome then return { 'landed', outcome } end
return { 'lost' }
