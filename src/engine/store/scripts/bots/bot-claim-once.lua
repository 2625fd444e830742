-- Marks something a bot was told as taken, and writes down the work it makes, in one step.
--
-- KEYS[1] mark (string)  KEYS[2] notes of the bot (hash: id -> JSON)
-- ARGV[1] life of the mark, ms  ARGV[2] id of the note, '' for none  ARGV[3] the note
--
-- Returns 1 for the first who marks it, else 0.
--
-- Invariant: what is marked as taken has its note; there is no moment with one and not the other.
if not redis.call('SET', KEYS[1], '1', 'PX', ARGV[1], 'NX') then return 0 end
if ARGV[2] ~= '' then redis.call('HSET', KEYS[2], ARGV[2], ARGV[3]) end
return 1
