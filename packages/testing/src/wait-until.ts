import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";

interface WaitOptions<Value> {
  /** Whether a value ends the wait. Default: any truthy value does. */
  readonly isDone?: (value: Value) => boolean;
  /** Default: ten minutes, because a busy machine is slow. */
  readonly timeoutMs?: number;
  /** How long to pause between two calls. Default: 20 ms. */
  readonly pauseMs?: number;
}

/**
 * Calls `ask` until its value is the awaited one, and returns it. The error on a timeout contains what was awaited and
 * the last value.
 *
 * @example
 * await waitUntil("the store is back", () => service.logged("limit-restored").length);
 */
export async function waitUntil<Value>(
  awaited: string,
  ask: () => Value | Promise<Value>,
  { isDone = Boolean, timeoutMs = 600_000, pauseMs = 20 }: WaitOptions<Value> = {},
): Promise<Value> {
  for (const start = performance.now(); ; await sleep(pauseMs)) {
    const value = await ask();
    if (isDone(value)) return value;
    if (performance.now() - start < timeoutMs) continue;
    const last = typeof value === "string" ? value : inspect(value, { depth: 4 });
    throw new Error(`Timed out after ${timeoutMs} ms waiting until ${awaited}. Last seen:\n${last}`);
  }
}
