-- Claims something that a bot has received, and stores the record of the work for it, in one step.
--
-- KEYS[1] mark (string)  KEYS[2] records of the bot (hash: id -> JSON)
-- ARGV[1] time to live of the mark, ms  ARGV[2] id of the record, '' for none  ARGV[3] the record
--
-- Returns 1 for the first claim, else 0.
--
-- Invariant: the mark and its record are written together, never one without the other.
if not redis.call('SET', KEYS[1], '1', 'PX', ARGV[1], 'NX') then return 0 end
if ARGV[2] ~= '' then redis.call('HSET', KEYS[2], ARGV[2], ARGV[3]) end
return 1
