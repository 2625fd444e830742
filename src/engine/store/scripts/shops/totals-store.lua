-- Stores the totals of a day, if nothing that they count has changed since the counting began.
--
-- KEYS[1] totals of the day (string)
-- ARGV[1] the mark of this counting  ARGV[2] totals  ARGV[3] time to live, ms
--
-- Returns {'stored'} | {'changed'}
--
-- Invariant: whatever changes the book of the day deletes the mark.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return { 'changed' } end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return { 'stored' }
