-- Keeps or drops a bank's answer to a view-limited link after it was judged.
--
-- KEYS[1] fresh answer (string)  KEYS[2] kept answer (string)
-- ARGV[1] 'keep' replaces the kept answer with the fresh one; 'drop fresh' and 'drop kept' delete that answer
--
-- Returns how many of the two exist now.
--
-- Invariant: answers written by a later version are neither replaced nor dropped.
local function later(key)
  local version = string.match(redis.call('GETRANGE', key, 0, 20), '^{"v":(%d+),')
  return version and tonumber(version) > 1
end
if ARGV[1] == 'keep' then
  if redis.call('EXISTS', KEYS[1]) == 1 and not later(KEYS[2]) then redis.call('RENAME', KEYS[1], KEYS[2]) end
else
  local key = ARGV[1] == 'drop fresh' and KEYS[1] or KEYS[2]
  if not later(key) then redis.call('DEL', key) end
end
return redis.call('EXISTS', KEYS[1]) + redis.call('EXISTS', KEYS[2])
