-- Joins or leads the one flight there is for a receipt.
--
-- KEYS[1] receipt (hash)  KEYS[2] flight (string: the leading call)  KEYS[3] cool-down (string: a failure)
-- ARGV[1] call  ARGV[2] lease of the flight, ms
--
-- Returns {'kept', receipt} | {'cooling', failure} | {'lead'} | {'follow', leading call}
--
-- Invariant: at most one call leads; a flight whose process has died ends with its lease. A receipt that a later version
-- has stored is as if it were not there.
local function readable(body)
  return (string.sub(body, 1, 7) == '{"v":1,' or string.sub(body, 1, 14) == '{"httpStatus":') and string.sub(body, -1) == '}'
end
local body = redis.call('HGET', KEYS[1], 'body')
if body and readable(body) then return { 'kept', body } end
-- Before the cool-down: a view that is being spent is noted there as failed until its flight has landed.
local leader = redis.call('GET', KEYS[2])
if leader then return { 'follow', leader } end
local failure = redis.call('GET', KEYS[3])
if failure then return { 'cooling', failure } end
redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2])
return { 'lead' }
