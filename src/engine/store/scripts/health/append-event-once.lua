-- Writes an event to the stream of the service unless the same thing has been told of late.
--
-- KEYS[1] that it has been told (string)
-- KEYS[2] events (stream)
-- ARGV[1] how long it is not told again, ms; 0 tells it every time
-- ARGV[2] length the stream is kept at, about  ARGV[3] the event as JSON
--
-- Returns 1 when it was written, 0 when it had been told.
--
-- Invariant: what is marked as told stands in the stream.
if tonumber(ARGV[1]) > 0 and not redis.call('SET', KEYS[1], '1', 'NX', 'PX', ARGV[1]) then
  return 0
end
redis.call('XADD', KEYS[2], 'MAXLEN', '~', ARGV[2], '*', 'event', ARGV[3])
return 1
