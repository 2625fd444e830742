-- Starts or ends a member's shift of a day.
--
-- KEYS[1] shifts of the day (hash: MEMBER -> start, ms, of the one that runs; MEMBER START -> end, ms, or ''; `ends` -> end of the day, ms)
-- ARGV[1] member  ARGV[2] start of the shift to end, ms; '' to start one
-- to start one: ARGV[3] first ms of the day  ARGV[4] its end, ms (exclusive)  ARGV[5] kept after it, ms
--   ARGV[6] maximum number of fields
--
-- Returns {'window', now (ms)} | {'started', start, ms} | {'running', start, ms} | {'full'} | {'unknown'} | {'ended', end, ms}
--
-- Invariant: a member has one running shift at a time; the first end of a shift stays, and is not after the end of the day.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local running = redis.call('HGET', KEYS[1], ARGV[1])

if ARGV[2] ~= '' then
  local name = ARGV[1] .. ' ' .. ARGV[2]
  local ended = redis.call('HGET', KEYS[1], name)
  if not ended then return { 'unknown' } end
  if ended == '' then
    ended = string.format('%.0f', math.min(now, tonumber(redis.call('HGET', KEYS[1], 'ends'))))
    redis.call('HSET', KEYS[1], name, ended)
    if running == ARGV[2] then redis.call('HDEL', KEYS[1], ARGV[1]) end
  end
  return { 'ended', tonumber(ended) }
end

if now < tonumber(ARGV[3]) or now >= tonumber(ARGV[4]) then return { 'window', now } end
if running then return { 'running', tonumber(running) } end
if redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[6]) then return { 'full' } end
local ms = string.format('%.0f', now)
redis.call('HSET', KEYS[1], ARGV[1], ms, ARGV[1] .. ' ' .. ms, '', 'ends', ARGV[4])
redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', ARGV[4] + ARGV[5]))
return { 'started', now }
