// The Lua scripts of the Redis store. A script is one step for everybody else, but a command of it that fails undoes
// none of those before: so each first does what can fail (a key of another type, a missing permission), then writes.

/** Fails with NOPERM before anything is written; servers older than version 7 cannot be asked. */
const PERMITTED = `
local function permitted(...)
  if redis.acl_check_cmd and not redis.acl_check_cmd(...) then
    return redis.error_reply('NOPERM ' .. ...)
  end
end
`;

/** Appends the values from an index on; no more at a time than Lua can hand over at once. */
const PUSH = `
local function push(key, values, from)
  for first = from, #values, 4000 do
    redis.call('RPUSH', key, unpack(values, first, math.min(first + 3999, #values)))
  end
end
`;

/**
 * KEYS: items, commits. ARGV: commit id, digest, payloads. Gives what became of it: `committed` with the number of
 * items after it, `replayed` or `conflict`.
 */
export const ADD_ONCE = `${PERMITTED}${PUSH}
local known = redis.call('HGET', KEYS[2], ARGV[1])
if known then return { known == ARGV[2] and 'replayed' or 'conflict' } end
redis.call('LLEN', KEYS[1])
local refusal = permitted('RPUSH', KEYS[1], '') or permitted('HSET', KEYS[2], ARGV[1], ARGV[2])
if refusal then return refusal end
push(KEYS[1], ARGV, 3)
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
return { 'committed', redis.call('LLEN', KEYS[1]) }
`;

/**
 * Defines the state of a session: the number of items, that of commits, and the SHA-1 of the newest payload; and whether
 * that is what three values of ARGV say.
 */
const STATE_OF = `
local function state()
  local newest = redis.call('LINDEX', KEYS[1], -1)
  local commits = redis.call('TYPE', KEYS[2]).ok == 'hash' and redis.call('HLEN', KEYS[2]) or 0
  return { redis.call('LLEN', KEYS[1]), commits, newest and redis.sha1hex(newest) or '' }
end
local function isState(now, from)
  for index = 1, 3 do
    if tostring(now[index]) ~= ARGV[from + index - 1] then return false end
  end
  return true
end
`;

/**
 * KEYS: items, commits. ARGV: the payload the newest must have. Removes it and gives the state that leaves; nothing when
 * another is the newest.
 */
export const POP_IF_SAME = `${STATE_OF}
if redis.call('LINDEX', KEYS[1], -1) ~= ARGV[1] then return nil end
state()
redis.call('RPOP', KEYS[1])
return state()
`;

/** KEYS: items, commits. Gives the state. */
export const STATE = `${STATE_OF}
return state()
`;

/**
 * KEYS: items, commits. ARGV: nothing, or the state there must be. Deletes both and gives how many items and commits
 * there were; nothing when it is another state. A list in the place of the commits is the session whose id ends in
 * \`:commits\`, and stays.
 */
export const CLEAR = `${STATE_OF}
local now = state()
if ARGV[1] and not isState(now, 1) then return nil end
if redis.call('TYPE', KEYS[2]).ok == 'hash' then
  redis.call('DEL', KEYS[1], KEYS[2])
else
  redis.call('DEL', KEYS[1])
end
return { now[1], now[2] }
`;

/**
 * KEYS: items, commits. ARGV: the state there must be, 1 when a commit goes too, its id, payloads. Removes the payloads
 * from the end and the commit, if they are there; gives 1, or 0 and changes nothing.
 */
export const REMOVE_TAIL = `${PERMITTED}${STATE_OF}
if not isState(state(), 1) then return 0 end
local count = #ARGV - 5
if count > 0 then
  local newest = redis.call('LRANGE', KEYS[1], -count, -1)
  for index = 1, count do
    if newest[index] ~= ARGV[index + 5] then return 0 end
  end
end
local hasCommit = ARGV[4] == '1'
if hasCommit and redis.call('HEXISTS', KEYS[2], ARGV[5]) == 0 then return 0 end
local refusal = permitted('LTRIM', KEYS[1], '0', '-1') or hasCommit and permitted('HDEL', KEYS[2], ARGV[5])
if refusal then return refusal end
if count > 0 then redis.call('LTRIM', KEYS[1], 0, -count - 1) end
if hasCommit then redis.call('HDEL', KEYS[2], ARGV[5]) end
return 1
`;

/** KEYS: items, commits. ARGV: the state there must be, payload. Appends it; gives 1, or 0 and changes nothing. */
export const PUSH_IF_STATE = `${STATE_OF}
if not isState(state(), 1) then return 0 end
redis.call('RPUSH', KEYS[1], ARGV[4])
return 1
`;

/**
 * KEYS: items, commits. ARGV: how many of those that follow are commits (id and digest each), then payloads. Puts back
 * what was cleared if nothing was written since; gives 1, or 0 and changes nothing.
 */
export const RESTORE = `${PERMITTED}${PUSH}
local commits = tonumber(ARGV[1])
local inPlaceOfCommits = redis.call('TYPE', KEYS[2]).ok
if redis.call('EXISTS', KEYS[1]) == 1 or inPlaceOfCommits == 'hash' then return 0 end
if commits > 0 and inPlaceOfCommits ~= 'none' then return 0 end
local refusal = permitted('RPUSH', KEYS[1], '') or commits > 0 and permitted('HSET', KEYS[2], '', '')
if refusal then return refusal end
for index = 2, commits * 2, 2 do redis.call('HSET', KEYS[2], ARGV[index], ARGV[index + 1]) end
push(KEYS[1], ARGV, commits * 2 + 2)
return 1
`;

/**
 * KEYS: items of several sessions. ARGV: how many of the first payloads, up to how many bytes whole, how many bytes of
 * longer ones. Gives for each session 1 or 0 for whole, and the bytes, of each.
 */
export const FIRST_PAYLOADS = `
local count, whole, start = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local sessions = {}
for place, key in ipairs(KEYS) do
  local found = {}
  for index = 1, count do
    local payload = redis.call('LINDEX', key, index - 1)
    if not payload then break end
    if #payload <= whole then
      found[index] = { 1, payload }
    else
      found[index] = { 0, string.sub(payload, 1, start) }
    end
  end
  sessions[place] = found
end
return sessions
`;
