-- Joins or leads the single flight for a receipt, or looks where the flight stands that a call follows. Called again by its
-- leader just before the bank is asked, to find out whether it still leads and, where links open a few times only, to note
-- that a view is being spent.
--
-- KEYS[1] receipt (hash)  KEYS[2] flight (string: the leading call)  KEYS[3] cool-down (string: a failure)
-- KEYS[4] outcome of the flight that is followed (string)
-- ARGV[1] call  ARGV[2] lease of the flight, ms
-- ARGV[3] spent mark, '' for none: the failure that answers everybody while this call spends a view
-- ARGV[4] how long the mark is left, ms  ARGV[5] the call that is followed, '' for none
--
-- Returns {'kept', receipt} | {'landed', outcome} | {'cooling', failure} | {'lead'} | {'follow', leading call}
--
-- Invariant: at most one call leads; a flight whose process has died ends with its lease; a mark is set by the leader,
-- and by nobody else while it is there. The same call may run this again: it still leads, and its own mark is renewed. Who
-- follows leads or follows another only when the flight has ended without an outcome. A receipt that a later version has
-- stored is as if it were not there.
local function readable(body)
  return (string.sub(body, 1, 7) == '{"v":1,' or string.sub(body, 1, 14) == '{"httpStatus":') and string.sub(body, -1) == '}'
end
local body = redis.call('HGET', KEYS[1], 'body')
if body and readable(body) then return { 'kept', body } end
local leader = redis.call('GET', KEYS[2])
-- A call that has withdrawn and leads again has left an outcome of its flight before.
local outcome = ARGV[5] ~= '' and leader ~= ARGV[5] and redis.call('GET', KEYS[4])
if outcome then return { 'landed', outcome } end
-- Before the cool-down: a view that is being spent is noted there as failed until its flight has landed.
if leader and leader ~= ARGV[1] then return { 'follow', leader } end
local failure = redis.call('GET', KEYS[3])
if failure and failure ~= ARGV[3] then return { 'cooling', failure } end
redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2])
if ARGV[3] ~= '' then redis.call('SET', KEYS[3], ARGV[3], 'PX', ARGV[4]) end
return { 'lead' }
