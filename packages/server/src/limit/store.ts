import { type CircuitBreaker, createCircuitBreaker } from "../net/circuit-breaker.ts";
import { describeFailure } from "../net/fetcher.ts";
import type { Observe } from "../telemetry/observe.ts";
import { countScript, countScriptSha1, readCountResult } from "./count-script.ts";
import { createRedisConnection, type RedisConnection } from "./redis-connection.ts";
import { createWatchdog, type Watchdog } from "./watchdog.ts";

export interface StoreSettings {
  /** One node, or some nodes of a cluster from which the others are found. */
  readonly urls: readonly string[];
  readonly cluster: boolean;
  /** How long a machine of the store may be silent before callers stop waiting for it. */
  readonly silenceMs: number;
  readonly observe: Observe;
  /** Called when the store becomes unavailable, when it is back, and for every command that failed. */
  onDegrade(reason: string): void;
  onRestore(): void;
  onFailure(): void;
}

/** One machine of the store. */
interface Shard {
  readonly watchdog: Watchdog;
  readonly breaker: CircuitBreaker;
}

const maxFailures = 5;
const tickMs = 15;
const recoverEveryMs = 100;
const lingerMs = 1_000;

/**
 * The Redis store in which a fleet counts together. After a few failures in a row callers no longer wait for a machine.
 * Meanwhile a background task tries to recover, first on the existing connection and then on a new one, because a cluster
 * may have moved to other machines.
 */
export class RedisStore {
  /** Resolves once the store was reached, or could not be reached for a moment. */
  readonly firstAttempt: Promise<void>;
  readonly #settings: StoreSettings;
  // Single instances never load the Redis client.
  readonly #library = import("@redis/client");
  readonly #probeWatchdog = createWatchdog({ maxSilentTicks: 10, maxTicks: 10, tickMs: 15 });
  readonly #connectWatchdog = createWatchdog({ maxSilentTicks: 20, maxTicks: 20, tickMs: 25 });
  readonly #shards = new Map<string, Shard>();
  #connection: RedisConnection | undefined;
  #isRecovering = false;
  #isClosed = false;
  #isLost = false;
  #isReportedDown = false;
  #probeKey = "assay:{probe}";

  constructor(settings: StoreSettings) {
    this.#settings = settings;
    this.firstAttempt = this.#connect();
  }

  /** Runs the counting script; throws if there is no answer, or if `read` throws because the answer is unusable. */
  async count<Answer>(
    keys: readonly string[],
    args: readonly string[],
    read: (answer: unknown) => Answer,
  ): Promise<Answer> {
    const [key = ""] = keys;
    const connection = this.#connection;
    if (connection === undefined) throw new Error("no connection");
    const { watchdog, breaker } = this.#findShard(connection.findShard(key));
    if (this.#isRecovering && breaker.isOpen) throw new Error("not asked while it recovers");
    const options = { keys: [...keys], arguments: [...args] };
    try {
      const count = async () => read(await watchdog(runScript(connection, options)));
      return await breaker.attempt(() => this.#settings.observe("store", count));
    } catch (reason) {
      this.#probeKey = key;
      this.#settings.onFailure();
      void this.#recover(reason);
      throw reason;
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#connection?.destroy();
  }

  #findShard(name: string): Shard {
    const maxSilentTicks = Math.ceil(this.#settings.silenceMs / tickMs);
    const shard = this.#shards.get(name) ?? {
      watchdog: createWatchdog({ maxSilentTicks, maxTicks: Math.max(40, maxSilentTicks), tickMs }),
      breaker: createCircuitBreaker(maxFailures),
    };
    this.#shards.set(name, shard);
    return shard;
  }

  // The first attempt reports nothing unless it fails.
  async #connect(): Promise<void> {
    this.#isRecovering = true;
    const isUp = await this.#reconnect();
    this.#isRecovering = false;
    if (!isUp) void this.#recover(new Error("no connection"));
  }

  async #recover(reason: unknown): Promise<void> {
    if (this.#isRecovering || this.#isClosed) return;
    this.#isRecovering = true;
    this.#reportDown(reason);
    while (!this.#isClosed && !(await this.#isUsable()) && !(await this.#reconnect())) await pause(recoverEveryMs);
    this.#isRecovering = false;
    this.#shards.clear();
    if (this.#isReportedDown && !this.#isClosed) this.#settings.onRestore();
    this.#isReportedDown = false;
  }

  async #isUsable(): Promise<boolean> {
    if (this.#isLost) return false;
    if (this.#connection && (await this.#probe(this.#connection).then(toTrue, toFalse))) return true;
    // A node that sends without end would fill the memory. Other nodes of a cluster may still answer.
    if (!this.#settings.cluster) {
      this.#isLost = true;
      this.#connection?.destroy();
    }
    return false;
  }

  // The probe is a complete count, of one call in a microsecond, so the script is loaded afterwards.
  async #probe(connection: RedisConnection): Promise<void> {
    const probed = connection.eval(countScript, { keys: [`${this.#probeKey}:probe`], arguments: ["1", "1", "1"] });
    await this.#probeWatchdog(probed.then((answer) => readCountResult(answer, { calls: 1, windowSeconds: 1e-6 })));
  }

  async #reconnect(): Promise<boolean> {
    const { urls, cluster } = this.#settings;
    // The client of a cluster rejects with a sentence of its own; what the first node said comes before.
    let first: unknown;
    const fresh = createRedisConnection(await this.#library, {
      urls,
      cluster,
      onLost: (reason) => {
        first ??= reason;
        if (this.#connection !== fresh.connection) return;
        this.#isLost = true;
        void this.#recover(reason);
      },
    });
    const isUp = await this.#connectWatchdog(fresh.connected)
      .then(() => this.#probe(fresh.connection))
      .then(toTrue, (reason) => this.#reportDown(first ?? reason));
    if (!isUp || this.#isClosed) {
      fresh.connection.destroy();
      return false;
    }
    const old = this.#connection;
    this.#connection = fresh.connection;
    this.#isLost = false;
    // Commands under way may still be answered.
    if (old) setTimeout(() => old.destroy(), lingerMs).unref();
    return true;
  }

  #reportDown(reason: unknown): void {
    if (this.#isReportedDown) return;
    this.#isReportedDown = true;
    this.#settings.onDegrade(describeFailure(reason));
  }
}

function runScript(
  connection: RedisConnection,
  options: { keys: string[]; arguments: string[] },
): ReturnType<RedisConnection["eval"]> {
  return connection.evalSha(countScriptSha1, options).catch((reason) => {
    if (!String(reason).includes("NOSCRIPT")) throw reason;
    return connection.eval(countScript, options);
  });
}

function toTrue(): boolean {
  return true;
}

function toFalse(): boolean {
  return false;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
