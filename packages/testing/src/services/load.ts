import { setTimeout as wait } from "node:timers/promises";
import type { Answer } from "./callers.ts";

/** How one call of a steady load ended. */
export interface Outcome {
  /** When it was due, in milliseconds since the load began. */
  readonly at: number;
  /** From then until its answer, so that a call that had to wait to be sent counts as slow. */
  readonly milliseconds: number;
  /** The status, or why there is none. */
  readonly result: number | string;
}

/** Sends calls at a steady rate, whether or not earlier ones are answered, until it is told to stop. */
export function startLoad(callsPerSecond: number, call: (turn: number) => Promise<Answer>) {
  const begin = performance.now();
  const calls: Promise<Outcome>[] = [];
  let isOver = false;

  async function send(turn: number, due: number): Promise<Outcome> {
    const toOutcome = (result: number | string) => ({ at: due, milliseconds: performance.now() - begin - due, result });
    return await call(turn).then(
      ({ status }) => toOutcome(status),
      (reason) => toOutcome(String(reason)),
    );
  }

  async function run(): Promise<void> {
    while (!isOver) {
      for (const now = performance.now() - begin; (calls.length / callsPerSecond) * 1_000 <= now; ) {
        calls.push(send(calls.length, (calls.length / callsPerSecond) * 1_000));
      }
      await wait(2);
    }
  }
  const running = run();
  return {
    /** Milliseconds since it began. */
    now: () => performance.now() - begin,
    async stop(): Promise<readonly Outcome[]> {
      isOver = true;
      await running;
      return await Promise.all(calls);
    },
  };
}

/** How many outcomes there are of each result. */
export function countResults(outcomes: readonly Outcome[]): { readonly [result: string]: number } {
  const counts: { [result: string]: number } = {};
  for (const { result } of outcomes) counts[result] = (counts[result] ?? 0) + 1;
  return counts;
}

export function percentile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;
}
