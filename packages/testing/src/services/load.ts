import { setTimeout as wait } from "node:timers/promises";
import type { Answer } from "./callers.ts";

/** The result of one call in a steady load. */
export interface Outcome {
  /** When the call was due, in milliseconds since the load started. */
  readonly dueMs: number;
  /** The time from `dueMs` until the answer, so that a call that is sent late counts as slow. */
  readonly milliseconds: number;
  /** The HTTP status, or the error if there is none. */
  readonly result: number | string;
}

/** Sends calls at a steady rate until `stop` is called, without waiting for earlier answers. */
export function startLoad(callsPerSecond: number, call: (index: number) => Promise<Answer>) {
  const start = performance.now();
  const calls: Promise<Outcome>[] = [];
  let isStopped = false;

  async function send(index: number, dueMs: number): Promise<Outcome> {
    const toOutcome = (result: number | string) => ({ dueMs, milliseconds: performance.now() - start - dueMs, result });
    return await call(index).then(
      ({ status }) => toOutcome(status),
      (reason) => toOutcome(String(reason)),
    );
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      for (const now = performance.now() - start; (calls.length / callsPerSecond) * 1_000 <= now; ) {
        calls.push(send(calls.length, (calls.length / callsPerSecond) * 1_000));
      }
      await wait(2);
    }
  }
  const running = run();
  return {
    /** The milliseconds since the load started. */
    now: () => performance.now() - start,
    async stop(): Promise<readonly Outcome[]> {
      isStopped = true;
      await running;
      return await Promise.all(calls);
    },
  };
}

/** Counts the outcomes by result. */
export function countResults(outcomes: readonly Outcome[]): { readonly [result: string]: number } {
  const counts: { [result: string]: number } = {};
  for (const { result } of outcomes) counts[result] = (counts[result] ?? 0) + 1;
  return counts;
}

export function percentile(values: readonly number[], fraction: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * fraction)] ?? Number.NaN;
}
