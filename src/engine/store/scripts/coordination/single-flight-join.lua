-- Joins or leads the single flight of a receipt, or polls the flight that a call follows. The leader calls it again right
-- before the bank is asked, to check that it still leads and, for view-limited links, to mark that a view is being spent.
--
-- KEYS[1] receipt (hash)  KEYS[2] flight (string: the leading call)  KEYS[3] cooldown (string: a failure)
-- KEYS[4] outcome of the flight that is followed (string)
-- ARGV[1] call  ARGV[2] lease of the flight, ms
-- ARGV[3] mark of a spent view, '' for none: the failure that other calls get while this call spends a view
-- ARGV[4] time to live of the mark, ms  ARGV[5] the call that is followed, '' for none
--
-- Returns {'kept', receipt} | {'landed', outcome} | {'cooling', failure} | {'lead'} | {'follow', leading call}
--
-- Invariant: at most one call leads; the flight of a process that died ends with its lease. Only the leader sets a mark, and
-- no other call replaces it. A leader that calls again still leads, and renews its own mark. A follower leads, or follows
-- another call, only after its flight has ended without an outcome. Receipts stored by a later version are ignored.

-- include receipts/stored-receipt.part

local text = text_of(KEYS[1], redis.call('HGET', KEYS[1], 'body'))
if readable(text) then return { 'kept', text } end
local leader = redis.call('GET', KEYS[2])
-- A call that withdrew and leads again still has the stored outcome of its earlier flight.
local outcome = ARGV[5] ~= '' and leader ~= ARGV[5] and redis.call('GET', KEYS[4])
if outcome then return { 'landed', outcome } end
-- Comes before the cooldown, which holds the mark of a view being spent until its flight is completed.
if leader and leader ~= ARGV[1] then return { 'follow', leader } end
local failure = redis.call('GET', KEYS[3])
if failure and failure ~= ARGV[3] then return { 'cooling', failure } end
redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2])
if ARGV[3] ~= '' then redis.call('SET', KEYS[3], ARGV[3], 'PX', ARGV[4]) end
return { 'lead' }
