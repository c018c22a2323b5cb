import { hash } from "node:crypto";
import type { Limit } from "./limiter.ts";

/**
 * Counts one call in the store, in one step. The log of a client is a list of the times of its calls, in microseconds of
 * the store's own clock, which all instances share whatever their clocks say.
 *
 * KEYS: the log; the nonce, if there is one. ARGV: calls, window (µs), how long a nonce is kept (ms), and the ages (µs)
 * of calls that were let pass without the store.
 *
 * Answers: 0 counted, 1 over, 2 replayed; the calls that are left; µs until the oldest call leaves the window.
 */
export const countScript = `
local calls, window = tonumber(ARGV[1]), tonumber(ARGV[2])
if KEYS[2] and redis.call('EXISTS', KEYS[2]) == 1 then return {2, 0, 0} end
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]

local log, gone, changed = {}, 0, #ARGV > 3
local kept = redis.pcall('LRANGE', KEYS[1], -calls - 1, -1)
-- Something else than a log has this name.
if kept.err then redis.call('DEL', KEYS[1]); kept = {} end
if #kept > calls then changed = true end
for _, text in ipairs(kept) do
  local at = tonumber(text)
  -- Not a time.
  if not at or at ~= at then at = 0; changed = true end
  -- The clock was set back: what lies ahead counts from now on.
  if at > now then at = now; changed = true end
  if at + window > now then log[#log + 1] = at
  else
    gone = gone + 1
    if #log > 0 then changed = true end
  end
end
for index = 4, #ARGV do
  local at = now - tonumber(ARGV[index])
  if at + window > now then log[#log + 1] = at end
end
if changed then
  table.sort(log)
  while #log > calls do table.remove(log, 1) end
end

local over = #log >= calls
if not over then
  log[#log + 1] = now
  if KEYS[2] then redis.call('SET', KEYS[2], '', 'PX', ARGV[3]) end
end
if changed then
  -- In this order, because a store that is full refuses to add but not to remove.
  local before = redis.call('LLEN', KEYS[1])
  for _, at in ipairs(log) do redis.call('RPUSH', KEYS[1], string.format('%.0f', at)) end
  redis.call('LTRIM', KEYS[1], before, -1)
elseif not over then
  if gone > 0 then redis.call('LTRIM', KEYS[1], gone, -1) end
  redis.call('RPUSH', KEYS[1], string.format('%.0f', now))
end
if (changed or not over) and #log > 0 then redis.call('PEXPIRE', KEYS[1], math.ceil(window / 1000) + 1000) end
return {over and 1 or 0, calls - #log, log[1] + window - now}
`;

export const countScriptSha1 = hash("sha1", countScript);

const results = ["counted", "over", "replayed"] as const;

interface StoreCount {
  readonly result: (typeof results)[number];
  readonly remaining: number;
  readonly resetMs: number;
}

/** Reads the answer of the script; throws if the script cannot have given it. */
export function readCountResult(answer: unknown, { calls, windowSeconds }: Limit, hasNonce = false): StoreCount {
  if (Array.isArray(answer) && answer.length === 3 && answer.every(Number.isSafeInteger)) {
    const [code, left, resetUs] = answer as [number, number, number];
    const result = results[code];
    const remaining = Math.max(0, left);
    const isPossible = remaining < calls && resetUs >= 0 && resetUs <= windowSeconds * 1e6;
    const isKnown = result !== undefined && (result !== "replayed" || hasNonce);
    if (isKnown && isPossible) return { result, remaining, resetMs: resetUs / 1_000 };
  }
  throw new Error("The answer from Redis is invalid.");
}
