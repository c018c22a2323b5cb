import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { createProduct, type Person, type PersonKey, type Product, type SandboxWithIdentity } from "@assay/sandbox";
import type { RedisServer } from "@assay/testing/services/redis-server";
import type { FaultProxy } from "../fleet/fault-proxy.ts";

/** Faults that come and go while calls are made, and what operators do meanwhile. */
export interface Faults extends AsyncDisposable {
  /** In every minute one fault and then one task of operators, in turn. Ends with everything well. */
  run(minutes: number, signal: AbortSignal): Promise<void>;
  /** Whether this answer is what a fault of the moment, or of a moment ago, brings about. */
  explains(answer: string): boolean;
  /** How often each fault and each task began. */
  readonly begun: { readonly [name: string]: number };
}

interface Fault {
  readonly name: string;
  readonly seconds: number;
  /** What calls may be answered meanwhile. */
  readonly brings: readonly string[];
  begin(): unknown;
  end(): unknown;
}

export interface FaultOptions {
  readonly sandbox: SandboxWithIdentity;
  readonly redis: RedisServer;
  readonly productPort: number;
  /** Between the service and the registry of the product. */
  readonly registryProxy: FaultProxy;
  readonly person: Person;
  /** The keys that callers use; those that are replaced are revoked a moment later. */
  readonly keys: PersonKey[];
  /** Gets every key that no instance may accept any more. */
  readonly revoked: string[];
  restart(): Promise<void>;
}

const [faultAtMs, taskAtMs, minuteMs] = [5_000, 40_000, 60_000];
// Breakers close again and documents are fetched again within this time, also on a machine with much to do.
const afterMs = 20_000;
const keysReplaced = 5;
// Until then calls with it may be on their way.
const revokeAfterMs = 10_000;
// Instances ask again after 30 seconds, and trust what they know for two minutes of an outage.
const refusedAfterMs = 240_000;

const rules = JSON.parse(
  readFileSync(
    new URL(import.meta.resolve("@assay/contract/spec-packages/datamint/generator-option/1.0.0.json")),
    "utf8",
  ),
);

/**
 * The store is killed and frozen; the product is down and slow; the identity service is down, failing and slow. Rules are
 * published, API keys replaced, and an instance is restarted.
 */
export function createFaults(options: FaultOptions): Faults {
  const { sandbox, redis, productPort, registryProxy, person, keys, revoked, restart } = options;
  const { identity } = sandbox;
  let product: Product = sandbox.datamint;
  let published = 0;
  const publish = () => product.publish(Buffer.from(JSON.stringify({ ...rules, version: `1.0.${published}` })));
  const revive = async () => {
    product = await createProduct({ port: productPort });
    publish();
  };
  const timers = new Set<NodeJS.Timeout>();
  const later = (milliseconds: number, task: () => unknown) => timers.add(setTimeout(task, milliseconds).unref());

  const unknowable = ["503 identity-unavailable"];
  const withoutProduct = ["503 registry-unavailable", "503 spec-package-unavailable"];
  const faults: readonly Fault[] = [
    { name: "store killed", seconds: 12, brings: [], begin: redis.kill, end: redis.revive },
    {
      ...{ name: "product down", seconds: 30, brings: withoutProduct },
      begin: () => product[Symbol.asyncDispose](),
      end: revive,
    },
    { name: "identity down", seconds: 15, brings: unknowable, begin: identity.kill, end: identity.revive },
    { name: "store frozen", seconds: 6, brings: [], begin: redis.pause, end: redis.resume },
    {
      ...{ name: "product slow", seconds: 25, brings: withoutProduct },
      begin: () => registryProxy.delay(1_500),
      end: registryProxy.heal,
    },
    {
      ...{ name: "identity failing", seconds: 12, brings: unknowable },
      begin: () => identity.failWith(500),
      end: identity.resume,
    },
    {
      ...{ name: "identity slow", seconds: 15, brings: unknowable },
      begin: () => identity.slow(1_500),
      end: identity.resume,
    },
  ];
  const tasks: readonly (readonly [name: string, task: () => unknown])[] = [
    ["rules published", publishNext],
    ["instance restarted", restart],
    ["API keys replaced", replaceKeys],
    ["instance restarted", restart],
    ["rules published", publishNext],
    ["API keys replaced", replaceKeys],
    ["instance restarted", restart],
  ];

  function publishNext(): void {
    published += 1;
    publish();
  }

  async function replaceKeys(): Promise<void> {
    for (const { id, key } of keys.splice(0, keysReplaced)) {
      keys.push(await identity.createKey(person));
      later(revokeAfterMs, () => identity.revokeKey(id));
      later(revokeAfterMs + refusedAfterMs, () => revoked.push(key));
    }
  }

  const begun: { [name: string]: number } = {};
  const count = (name: string) => {
    begun[name] = (begun[name] ?? 0) + 1;
  };
  const explainedUntil = new Map<string, number>();
  const explain = ({ brings }: Fault, until: number) => {
    for (const answer of brings) explainedUntil.set(answer, until);
  };
  return {
    begun,
    explains: (answer) => (explainedUntil.get(answer) ?? 0) >= performance.now(),
    async run(minutes, signal) {
      const begin = performance.now();
      const until = (at: number) => wait(Math.max(0, begin + at - performance.now()), undefined, { signal });
      for (let minute = 0; minute < minutes; minute += 1) {
        const fault = faults[minute % faults.length] as Fault;
        const [name, task] = tasks[minute % tasks.length] as (typeof tasks)[number];
        await until(minute * minuteMs + faultAtMs);
        count(fault.name);
        explain(fault, Number.POSITIVE_INFINITY);
        await fault.begin();
        await until(minute * minuteMs + faultAtMs + 1_000 * fault.seconds);
        await fault.end();
        explain(fault, performance.now() + afterMs);
        await until(minute * minuteMs + taskAtMs);
        count(name);
        await task();
        await until((minute + 1) * minuteMs);
      }
    },
    async [Symbol.asyncDispose]() {
      for (const timer of timers) clearTimeout(timer);
      await product[Symbol.asyncDispose]();
    },
  };
}
