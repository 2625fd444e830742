-- The queue of a bank: calls that run hold slots, the others wait. A lower class is served first. Inside a class the owners
-- (accounts, addresses of the demo) take turns: each owner's calls have one turn in every round, first come first served.
-- An owner who begins to wait gets a turn in the round that is being served, unless he had his. Who had a turn in the round
-- before keeps his place among the others, so that nobody is served twice between two turns of another.
--
-- KEYS[1] slots (sorted set: call -> lease end, ms)  KEYS[2] turns (sorted set: `GROUP ROUND` -> place)
-- KEYS[3] waiting calls (sorted set: call -> lease end, ms)  KEYS[4] the same (sorted set, scores 0: `GROUP ARRIVAL CALL`)
-- KEYS[5] the same (hash: call -> `GROUP ARRIVAL`)  KEYS[6] last turns (sorted set: GROUP -> place of its last turn)
-- KEYS[7] arrivals (hash: ms, nth of the last arrival; turn: turns ever given; 0, 1, 2: round that is served in the class)
-- ARGV[1] what to do, with its own arguments from ARGV[2] on: see the functions of `operations`
--
-- GROUP: `CLASS:OWNER`, without blanks. A call's turn is found by counting: the nth call of a group has its nth turn.
--
-- Invariant: no more calls hold a slot than there are slots, and a slot that is free while somebody waits is handed over in
-- the same step. A group has as many turns as waiting calls, in consecutive rounds, none before the round that is served.
-- Who does not look for the length of its lease has left. Every step costs O(log n).
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function text(number) return string.format('%.0f', number) end
local function at(ms) return text(now + ms) end

-- Of a place in the queue: what a class and a round weigh. Inside a round groups stand in the order in which they came to have
-- turns in consecutive rounds.
local class_weight, round_weight = 3e15, 1e6
local function class_of(group) return tonumber(string.sub(group, 1, 1)) end

local function calls_of(group) return '[' .. group .. ' ', '(' .. group .. '!' end
local function first_call(group)
  local from, to = calls_of(group)
  return redis.call('ZRANGEBYLEX', KEYS[4], from, to, 'LIMIT', 0, 1)[1]
end
local function round_of(turn) return tonumber(string.match(turn, ' (%d+)$')) end
local function served(class) return tonumber(redis.call('HGET', KEYS[7], class) or '0') end

-- How many turns a group has, the round of its last, and its place inside a round: -1 and nil when that was before the round
-- that is served.
local function turns_of(group)
  local count = redis.call('ZLEXCOUNT', KEYS[4], calls_of(group))
  local last = redis.call('ZSCORE', KEYS[6], group)
  if not last then return count, -1, nil end
  local place = last - class_of(group) * class_weight
  return count, math.floor(place / round_weight), place % round_weight
end

local function calls_before(group, arrival)
  return redis.call('ZLEXCOUNT', KEYS[4], '[' .. group .. ' ', '(' .. group .. ' ' .. arrival)
end

-- The turn of a call that came at this arrival, and the score of that turn; a new one is not given yet.
local function turn_at(group, arrival)
  local count, last, inside = turns_of(group)
  local before = calls_before(group, arrival)
  if before < count then
    local turn = group .. ' ' .. text(last - count + 1 + before)
    local score = redis.call('ZSCORE', KEYS[2], turn)
    return turn, score and tonumber(score) or math.huge
  end
  local round = last + 1
  if count == 0 then round = math.max(round, served(class_of(group))) end
  inside = inside or tonumber(redis.call('HGET', KEYS[7], 'turn') or '0') % round_weight
  return group .. ' ' .. text(round), class_of(group) * class_weight + round * round_weight + inside
end

-- From 0; nil when the call does not wait. `first`: first rounds of groups that are known already, none by default.
local function rank_of(call, place, first)
  place, first = place or redis.call('HGET', KEYS[5], call), first or {}
  if not place then return nil end
  local group, arrival = string.match(place, '^(%S+) (%S+)$')
  if not first[group] then
    local count, last = turns_of(group)
    first[group] = last - count + 1
  end
  local turn = group .. ' ' .. text(first[group] + calls_before(group, arrival))
  return redis.call('ZRANK', KEYS[2], turn) or nil
end

-- In the order of milliseconds since 2026, and within one of the nth arrival.
local function arrival_now()
  local last = redis.call('HMGET', KEYS[7], 'ms', 'nth')
  local nth = 0
  if last[1] == at(0) then nth = tonumber(last[2]) + 1 end
  redis.call('HSET', KEYS[7], 'ms', at(0), 'nth', nth)
  return string.format('%016.0f', (now - 1767225600000) * 1000 + nth)
end
local function ms_of(arrival) return math.floor(tonumber(arrival) / 1000) + 1767225600000 end

local function stand(call, group, arrival)
  local turn, score = turn_at(group, '~')
  redis.call('HINCRBY', KEYS[7], 'turn', 1)
  redis.call('ZADD', KEYS[2], text(score), turn)
  redis.call('ZADD', KEYS[6], text(score), group)
  redis.call('ZADD', KEYS[4], 0, group .. ' ' .. arrival .. ' ' .. call)
  redis.call('HSET', KEYS[5], call, group .. ' ' .. arrival)
end

-- Takes a call out of the queue: with the first turn of its group when it is served, else with the last.
local function remove(call, is_served)
  redis.call('ZREM', KEYS[3], call)
  local place = redis.call('HGET', KEYS[5], call)
  if not place then return end
  local group = string.match(place, '^%S+')
  local class, base = class_of(group), class_of(group) * class_weight
  local count, last, inside = turns_of(group)
  redis.call('HDEL', KEYS[5], call)
  redis.call('ZREM', KEYS[4], place .. ' ' .. call)
  if not is_served then
    redis.call('ZREM', KEYS[2], group .. ' ' .. text(last))
    if last > 0 then
      redis.call('ZADD', KEYS[6], text(base + (last - 1) * round_weight + inside), group)
    else
      redis.call('ZREM', KEYS[6], group)
    end
    return
  end
  local round = last - count + 1
  redis.call('ZREM', KEYS[2], group .. ' ' .. text(round))
  -- A round is served until nobody waits in it; whoever had no turn in it or later may have one in it again.
  local head = redis.call('ZRANGEBYSCORE', KEYS[2], text(base), '(' .. text(base + class_weight), 'LIMIT', 0, 1)[1]
  if head then round = math.min(round, round_of(head)) end
  if round <= served(class) then return end
  redis.call('HSET', KEYS[7], class, text(round))
  redis.call('ZREMRANGEBYSCORE', KEYS[6], text(base), '(' .. text(base + round * round_weight))
end

local function take(call, lease)
  remove(call, true)
  redis.call('ZADD', KEYS[1], at(lease), call)
end

local operations = {}

-- Stands in the queue, and takes a slot as soon as it is this call's turn. Called to join and, again and again, to look.
-- ARGV[2] call  ARGV[3] slots there are  ARGV[4] GROUP  ARGV[5] lease of a slot, ms  ARGV[6] lease of a waiting call, ms
-- ARGV[7] `GROUP ARRIVAL` from before, '' when it arrives now  ARGV[8] the same of a leader that it follows, '' for none:
-- it stands where it is served sooner
-- Returns {'slot'} | {'wait', position from 1, `GROUP ARRIVAL`}
function operations.enter(call, slots, group, slot_lease, wait_lease, own, lent)
  if not redis.call('ZSCORE', KEYS[1], call) and not rank_of(call) then
    -- What does not agree is forgotten: whoever waits enters again from the place it knows.
    if redis.call('HEXISTS', KEYS[5], call) == 1 then redis.call('DEL', unpack(KEYS, 2)) end
    local arrival = string.match(own, '(%d+)$') or arrival_now()
    local theirs, since = string.match(lent, '^(%S+) (%d+)$')
    if theirs then
      local _, mine = turn_at(group, arrival)
      local _, other = turn_at(theirs, since)
      if other <= mine then group, arrival = theirs, since end
    end
    stand(call, group, arrival)
  end
  local place = redis.call('HGET', KEYS[5], call)
  local position = operations.look(slots, slot_lease, wait_lease, '0', call)[1]
  if position == 0 then return { 'slot' } end
  return { 'wait', position, place }
end

-- Looks again for calls that wait or hold a slot, and keeps their leases. A lookup that runs although its slot's lease has
-- ended (its process stood still) takes a slot again, beyond their number where need be: it is at the bank.
-- ARGV[2] slots there are  ARGV[3] lease of a slot, ms  ARGV[4] lease of a waiting call, ms
-- ARGV[5] '1' for calls whose lookups run, '0' for calls that wait  ARGV[6...] calls
-- Returns for each call, in turn: 0 when it holds a slot, its position from 1 while it waits, -1 when it has to enter.
function operations.look(slots, slot_lease, wait_lease, runs, ...)
  local reply, wait_end, first = {}, at(wait_lease), {}
  local free = tonumber(slots) - redis.call('ZCARD', KEYS[1])
  local places = redis.call('HMGET', KEYS[5], ...)
  for index, call in ipairs({ ... }) do
    local position = 0
    if runs == '1' or redis.call('ZSCORE', KEYS[1], call) then
      redis.call('ZADD', KEYS[1], at(slot_lease), call)
    else
      local rank = places[index] and rank_of(call, places[index], first)
      if not rank then
        position = -1
      elseif rank < free then
        take(call, slot_lease)
        free, first = free - 1, {}
      else
        redis.call('ZADD', KEYS[3], wait_end, call)
        position = rank + 1
      end
    end
    reply[index] = position
  end
  return reply
end

-- Gives a slot up, or a place in the queue, and hands free slots to those whose turns are next.
-- ARGV[2] call  ARGV[3] slots there are  ARGV[4] lease of a slot, ms
-- Returns the calls that got a slot, so that their processes can be told.
function operations.leave(call, slots, slot_lease)
  redis.call('ZREM', KEYS[1], call)
  remove(call, false)
  local next = {}
  for _ = 1, tonumber(slots) - redis.call('ZCARD', KEYS[1]) do
    local turn = redis.call('ZRANGE', KEYS[2], 0, 0)[1]
    if not turn then break end
    local member = first_call(string.match(turn, '^%S+'))
    if not member then
      redis.call('DEL', unpack(KEYS, 2))
      break
    end
    next[#next + 1] = string.match(member, '%S+$')
    take(next[#next], slot_lease)
  end
  return next
end

-- Moves a call that leads a flight to where one that follows it would stand, where it is served sooner. It only moves
-- forward, and nobody enters the queue by this.
-- ARGV[2] leading call  ARGV[3] GROUP of the follower  ARGV[4] `GROUP ARRIVAL` of the follower, '' when it arrives now
-- Returns {'running' | 'waiting' | 'absent', `GROUP ARRIVAL` of the follower}; absent: the leader is not in the queue (yet).
function operations.raise(leader, group, own)
  local arrival = string.match(own, '(%d+)$') or arrival_now()
  local mine = group .. ' ' .. arrival
  if redis.call('ZSCORE', KEYS[1], leader) then return { 'running', mine } end
  local rank = rank_of(leader)
  if not rank then return { 'absent', mine } end
  local turn = redis.call('ZRANGE', KEYS[2], rank, rank, 'WITHSCORES')
  local _, score = turn_at(group, arrival)
  if score < tonumber(turn[2]) then
    local lease = redis.call('ZSCORE', KEYS[3], leader)
    remove(leader, false)
    stand(leader, group, arrival)
    if lease then redis.call('ZADD', KEYS[3], lease, leader) end
  end
  return { 'waiting', mine }
end

-- Returns {running, waiting, longest wait (ms)}: that of the calls whose turns are next, up to a hundred of each class.
function operations.standing()
  local longest, seen = 0, {}
  for class = 0, 2 do
    local from, to = text(class * class_weight), '(' .. text((class + 1) * class_weight)
    for _, turn in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], from, to, 'LIMIT', 0, 100)) do
      local group = string.match(turn, '^%S+')
      local member = not seen[group] and first_call(group)
      seen[group] = true
      if member then longest = math.max(longest, now - ms_of(string.match(member, ' (%d+) '))) end
    end
  end
  return { redis.call('ZCARD', KEYS[1]), redis.call('ZCARD', KEYS[3]), longest }
end

redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', at(0))
for _, gone in ipairs(redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', at(0))) do remove(gone, false) end
local reply = operations[ARGV[1]](unpack(ARGV, 2))
if ARGV[1] ~= 'standing' then
  for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, 3600000) end
end
return reply
