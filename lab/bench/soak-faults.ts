import { setTimeout as wait } from "node:timers/promises";
import { createDatamint, type SandboxWithIdentity } from "@assay/sandbox";
import type { RedisServer } from "@assay/testing/services/redis-server";

/** Faults that come and go while calls are made. */
export interface Faults {
  /** Runs one fault after the other until the time is over, and ends with everything well. */
  run(cycles: number, cycleMs: number): Promise<void>;
  /** Whether this answer is what a fault of the moment, or of a moment ago, brings about. */
  explains(answer: string): boolean;
  /** How often each fault began. */
  readonly begun: { readonly [name: string]: number };
}

interface Fault {
  readonly name: string;
  /** When it begins and ends, as parts of a cycle. */
  readonly from: number;
  readonly to: number;
  /** What calls may be answered meanwhile. */
  readonly brings: readonly string[];
  begin(): unknown;
  end(): unknown;
}

// Breakers close again and documents are fetched again within this time, also on a machine with much to do.
const afterMs = 20_000;

/** The store is killed and frozen, the product is down, the identity service is down and failing. */
export function createFaults(
  { datamint, voting, identity }: SandboxWithIdentity,
  redis: RedisServer,
  productPort: number,
): Faults & AsyncDisposable {
  let product: AsyncDisposable = datamint;
  const revive = async () => {
    product = await createDatamint({ votingUrl: voting.origin, port: productPort });
  };
  const unknowable = ["503 identity-unavailable"];
  const withoutProduct = ["503 registry-unavailable", "503 spec-package-unavailable"];
  const faults: readonly Fault[] = [
    { name: "store killed", from: 0.05, to: 0.15, brings: [], begin: redis.kill, end: redis.revive },
    { name: "store frozen", from: 0.2, to: 0.25, brings: [], begin: redis.pause, end: redis.resume },
    {
      ...{ name: "product down", from: 0.35, to: 0.55, brings: withoutProduct },
      begin: () => product[Symbol.asyncDispose](),
      end: revive,
    },
    { name: "identity down", from: 0.65, to: 0.75, brings: unknowable, begin: identity.kill, end: identity.revive },
    {
      ...{ name: "identity failing", from: 0.82, to: 0.87, brings: unknowable },
      begin: () => identity.failWith(500),
      end: identity.resume,
    },
  ];
  const begun: { [name: string]: number } = {};
  const explainedUntil = new Map<string, number>();
  const explain = ({ brings }: Fault, until: number) => {
    for (const answer of brings) explainedUntil.set(answer, until);
  };
  return {
    begun,
    explains: (answer) => (explainedUntil.get(answer) ?? 0) >= performance.now(),
    async run(cycles, cycleMs) {
      const begin = performance.now();
      const until = (part: number) => wait(Math.max(0, begin + part * cycleMs - performance.now()));
      for (let cycle = 0; cycle < cycles; cycle += 1) {
        for (const fault of faults) {
          await until(cycle + fault.from);
          begun[fault.name] = (begun[fault.name] ?? 0) + 1;
          explain(fault, Number.POSITIVE_INFINITY);
          await fault.begin();
          await until(cycle + fault.to);
          await fault.end();
          explain(fault, performance.now() + afterMs);
        }
        await until(cycle + 1);
      }
    },
    [Symbol.asyncDispose]: () => product[Symbol.asyncDispose]() as Promise<void>,
  };
}
