-- The queue of a bank: running calls hold slots, the others wait. A lower class is served first. Within a class, owners
-- (accounts, addresses of the demo) take turns: each owner has one turn per round, and its calls are served in order of
-- arrival. An owner that begins to wait gets a turn in the current round, unless it already had one. An owner that had a turn
-- in the round before keeps its place among the others, so that no owner is served twice between two turns of another.
--
-- KEYS[1] slots (sorted set: call -> lease end, ms)  KEYS[2] turns (sorted set: `GROUP ROUND` -> place)
-- KEYS[3] waiting calls (sorted set: call -> lease end, ms)  KEYS[4] the same (sorted set, scores 0: `GROUP ARRIVAL CALL`)
-- KEYS[5] the same (hash: call -> `GROUP ARRIVAL`)  KEYS[6] last turns (sorted set: GROUP -> place of its last turn)
-- KEYS[7] arrivals (hash: ms, nth of the last arrival; turn: number of turns given; 0, 1, 2: current round of the class)
-- ARGV[1] operation; its arguments follow from ARGV[2]: see the functions of `operations`
--
-- GROUP: `CLASS:OWNER`, without blanks. A call's turn is found by counting: the nth call of a group has its nth turn.
--
-- Invariant: no more calls hold a slot than there are slots, and a slot that becomes free while calls wait is given away in
-- the same step. A group has as many turns as waiting calls, in consecutive rounds, none before the current round. A call
-- that does not poll for the length of its lease has left the queue. Every operation costs O(log n).
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function text(number) return string.format('%.0f', number) end
local function at(ms) return text(now + ms) end

-- Weights of class and round in the score of a place. Within a round, groups are ordered by when they began to have turns in
-- consecutive rounds.
local class_weight, round_weight = 3e15, 1e6
local function class_of(group) return tonumber(string.sub(group, 1, 1)) end

local function calls_of(group) return '[' .. group .. ' ', '(' .. group .. '!' end
local function first_call(group)
  local from, to = calls_of(group)
  return redis.call('ZRANGEBYLEX', KEYS[4], from, to, 'LIMIT', 0, 1)[1]
end
local function round_of(turn) return tonumber(string.match(turn, ' (%d+)$')) end
local function served(class) return tonumber(redis.call('HGET', KEYS[7], class) or '0') end

-- The number of turns of a group, the round of its last turn, and its place within a round; -1 and nil when its last turn was
-- before the current round.
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

-- The turn of a call with this arrival number, and the score of that turn. Does not store a new turn.
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

-- Rank from 0; nil when the call does not wait. `first`: cache of the first rounds of groups.
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

-- Arrival number: milliseconds since 2026, then a counter within the millisecond.
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

-- Removes a call from the queue: with the first turn of its group when it is served, else with the last.
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
  -- A round ends when no call waits in it. Groups without a turn in it or later may get one in it again.
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

-- Queues a call, and gives it a slot if it is its turn. Called to join the queue, and to poll.
-- ARGV[2] call  ARGV[3] number of slots  ARGV[4] GROUP  ARGV[5] lease of a slot, ms  ARGV[6] lease of a waiting call, ms
-- ARGV[7] `GROUP ARRIVAL` of an earlier place, '' for a new one  ARGV[8] the same, inherited from a leader, '' for none:
-- the place that is served sooner is used
-- Returns {'slot'} | {'wait', position from 1, `GROUP ARRIVAL`}
function operations.enter(call, slots, group, slot_lease, wait_lease, own, lent)
  if not redis.call('ZSCORE', KEYS[1], call) and not rank_of(call) then
    -- The keys are inconsistent: clear the queue. Waiting calls join again with the places they know.
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

-- Polls for calls that wait or hold a slot, and renews their leases. A lookup that still runs after the lease of its slot has
-- expired (its process was suspended) gets a slot again, even above the limit, because it is already at the bank.
-- ARGV[2] number of slots  ARGV[3] lease of a slot, ms  ARGV[4] lease of a waiting call, ms
-- ARGV[5] '1' for calls whose lookups run, '0' for calls that wait  ARGV[6...] calls
-- Returns for each call, in order: 0 when it holds a slot, its position from 1 while it waits, -1 when it has to join again.
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

-- Releases a slot, or a place in the queue, and gives free slots to the next calls.
-- ARGV[2] call  ARGV[3] number of slots  ARGV[4] lease of a slot, ms
-- Returns the calls that got a slot, so that their processes can be notified.
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

-- Moves the leader of a single flight to the place that a follower would get, if that is served sooner. It never moves
-- backwards, and adds no call to the queue.
-- ARGV[2] leading call  ARGV[3] GROUP of the follower  ARGV[4] `GROUP ARRIVAL` of the follower, '' for a new one
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

-- Returns {running, waiting, longest wait (ms)}; the longest wait is that of the next calls, up to a hundred of each class.
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
