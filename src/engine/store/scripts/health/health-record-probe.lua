-- Records the probe result of one egress of one process, and decides the state of the bank once all reporters have reported.
--
-- KEYS[1] health (hash state, since, round, at, lastGood, blocked, rows)
-- KEYS[2] reports (hash: reporter -> `round ok at egress cause row`; ok is 1, 0 or - for "will report")
-- KEYS[3] changes without an event yet (list)
-- KEYS[4] rounds by day (hash: `DAY good|partly|bad` -> rounds, `DAY ms` -> time they cover, `last` -> `length round DAY field`)
-- KEYS[5] response times (hash: quarter of an hour since 1970 -> `answered totalMs maxMs failed`)
-- ARGV[1] reporter  ARGV[2] round  ARGV[3] 1 or 0: the bank gave a healthy answer  ARGV[4] egress
-- ARGV[5] cause, one word, `-` when it answered  ARGV[6] row for display
-- ARGV[7] length of a round, ms  ARGV[8] a reporter silent for this long is no longer waited for, ms
-- ARGV[9] offset of local time from UTC, ms  ARGV[10] response time, ms, `-` when the bank gave no healthy answer
--
-- Returns {1 when other processes should refresh, else 0, changes without an event yet ...}; a change is its fields joined by tabs.
--
-- Invariant: a bank is down only when all reports of a round failed. Each change of the state and of the set of blocked
-- egresses is recorded once, whichever process causes it. A round counts once in its day; when a late report changes its
-- result, the last result counts. A report counts once in the response times, also when it is sent again.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local round, length = tonumber(ARGV[2]), tonumber(ARGV[7])
local function text(number) return string.format('%.0f', number) end
local look = 0

local function change(...)
  redis.call('RPUSH', KEYS[3], table.concat({ ... }, '\t'))
  redis.call('PEXPIRE', KEYS[3], 604800000)
end

-- Registered reporters in a stable order; removes those that have been silent for too long.
local function reports()
  local all, stored = {}, redis.call('HGETALL', KEYS[2])
  for index = 1, #stored, 2 do
    local of, ok, at, egress, cause, row = string.match(stored[index + 1], '^(%d+) ([01-]) (%d+) (%S+) (%S+) (.*)$')
    if not of or tonumber(at) < now - tonumber(ARGV[8]) then
      redis.call('HDEL', KEYS[2], stored[index])
    else
      all[#all + 1] = { order = egress .. ' ' .. stored[index], round = tonumber(of), ok = ok, egress = egress, cause = cause, row = row }
    end
  end
  table.sort(all, function(a, b) return a.order < b.order end)
  return all
end

local function tally(from, field)
  local last = redis.call('HGET', KEYS[4], 'last') or ''
  local ofLength, ofRound, ofDay, as = string.match(last, '^(%d+) (%d+) (%d+) (%a+)$')
  local day = math.floor((from * length + tonumber(ARGV[9])) / 86400000)
  if ofLength == text(length) and tonumber(ofRound) >= from then
    if tonumber(ofRound) > from or as == field then return end
    redis.call('HINCRBY', KEYS[4], ofDay .. ' ' .. as, -1)
  else
    if tonumber(ofDay or '-1') ~= day then
      for _, name in ipairs(redis.call('HKEYS', KEYS[4])) do
        if (tonumber(string.match(name, '^%d+')) or day) <= day - 90 then redis.call('HDEL', KEYS[4], name) end
      end
    end
    redis.call('HINCRBY', KEYS[4], text(day) .. ' ms', text(length))
  end
  redis.call('HINCRBY', KEYS[4], text(day) .. ' ' .. field, 1)
  redis.call('HSET', KEYS[4], 'last', table.concat({ text(length), text(from), text(day), field }, ' '))
  redis.call('PEXPIRE', KEYS[4], 31536000000)
end

-- Quarters older than 25 hours leave when a new one begins.
local function recordTime()
  local of = string.match(redis.call('HGET', KEYS[2], ARGV[1]) or '', '^(%d+) [01] ')
  if of and tonumber(of) >= round then return end
  local quarter = math.floor(now / 900000)
  local stored = redis.call('HGET', KEYS[5], text(quarter))
  if not stored then
    for _, name in ipairs(redis.call('HKEYS', KEYS[5])) do
      if tonumber(name) <= quarter - 100 then redis.call('HDEL', KEYS[5], name) end
    end
  end
  local answered, total, max, failed = string.match(stored or '0 0 0 0', '^(%d+) (%d+) (%d+) (%d+)$')
  local ms = tonumber(ARGV[10])
  if ms then
    answered, total, max = answered + 1, total + ms, math.max(tonumber(max), ms)
  else
    failed = failed + 1
  end
  redis.call('HSET', KEYS[5], text(quarter), table.concat({ text(answered), text(total), text(max), text(failed) }, ' '))
  redis.call('PEXPIRE', KEYS[5], 90000000)
end

local tallied = { operational = 'good', degraded = 'partly', down = 'bad' }

local function names(joined)
  local set = {}
  for name in string.gmatch(joined or '', '[^,]+') do set[name] = true end
  return set
end

local function conclude(from, all)
  local good, rows, bad, cause, causes = 0, {}, {}, '-', {}
  for _, report in ipairs(all) do
    if report.round >= from and report.ok ~= '-' then
      rows[#rows + 1] = report.row
      if report.ok == '1' then
        good = good + 1
      elseif not causes[report.egress] then
        bad[#bad + 1] = report.egress
        causes[report.egress] = report.cause
        if cause == '-' then cause = report.cause end
      end
    end
  end
  if #rows == 0 then return end

  local before = redis.call('HMGET', KEYS[1], 'state', 'since', 'lastGood', 'blocked', 'at')
  local state = 'operational'
  if good == 0 then state = 'down' elseif #bad > 0 then state = 'degraded' end
  local joined, was = table.concat(bad, ','), names(before[4])
  local since = before[2]
  if state ~= before[1] then since = text(now) end

  if state == 'down' then
    if before[1] ~= 'down' then change('bank_down', text(now), before[3] or '', cause, joined) end
    -- Changes of blocked egresses are recorded when the bank is up again.
    joined = before[4] or ''
  else
    if before[1] == 'down' then change('bank_up', text(now), before[2]) end
    for _, egress in ipairs(bad) do
      if not was[egress] then change('egress_blocked', text(now), egress, causes[egress]) end
    end
    for egress in string.gmatch(before[4] or '', '[^,]+') do
      if not causes[egress] then change('egress_free', text(now), egress) end
    end
  end

  if state ~= before[1] or joined ~= before[4] or now - tonumber(before[5]) > 3 * length then look = 1 end
  redis.call('HSET', KEYS[1], 'state', state, 'since', since, 'round', text(from), 'at', text(now),
    'blocked', joined, 'rows', '[' .. table.concat(rows, ',') .. ']')
  if good > 0 then redis.call('HSET', KEYS[1], 'lastGood', text(now)) end
  redis.call('PEXPIRE', KEYS[1], 2592000000)
  tally(from, tallied[state])
end

-- A round that ended without some of its reporters is judged by the reports it has.
local concluded = tonumber(redis.call('HGET', KEYS[1], 'round') or '-1')
local registered, last = reports(), -1
for _, report in ipairs(registered) do
  if report.ok ~= '-' and report.round > last then last = report.round end
end
if last > concluded and last < round then conclude(last, registered) end

recordTime()
redis.call('HSET', KEYS[2], ARGV[1], table.concat({ text(round), ARGV[3], text(now), ARGV[4], ARGV[5], ARGV[6] }, ' '))
redis.call('PEXPIRE', KEYS[2], 2 * tonumber(ARGV[8]))
registered = reports()
local missing = false
for _, report in ipairs(registered) do missing = missing or report.round < round end
if not missing or now >= (round + 1) * length then conclude(round, registered) end

return { look, unpack(redis.call('LRANGE', KEYS[3], 0, 99)) }
