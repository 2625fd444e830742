-- Appends an event to the stream of the service, unless the same event was written recently.
--
-- KEYS[1] mark that the event was written (string)
-- KEYS[2] events (stream)
-- ARGV[1] time in which it is not written again, ms; 0: write always
-- ARGV[2] approximate maximum length of the stream  ARGV[3] the event as JSON
--
-- Returns 1 when it was written, else 0.
--
-- Invariant: a marked event is in the stream.
if tonumber(ARGV[1]) > 0 and not redis.call('SET', KEYS[1], '1', 'NX', 'PX', ARGV[1]) then
  return 0
end
redis.call('XADD', KEYS[2], 'MAXLEN', '~', ARGV[2], '*', 'event', ARGV[3])
return 1
