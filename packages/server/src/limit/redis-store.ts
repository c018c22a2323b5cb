import { type CircuitBreaker, createCircuitBreaker } from "../net/circuit-breaker.ts";
import { describeFailure } from "../net/fetcher.ts";
import type { Observe } from "../telemetry/observe.ts";
import { countScript, countScriptSha1, readCountResult } from "./count-script.ts";
import { createRedisConnection, type RedisConnection } from "./redis-connection.ts";

export interface StoreSettings {
  /** A single node, or some nodes of a cluster, through which the other nodes are discovered. */
  readonly urls: readonly string[];
  readonly cluster: boolean;
  /** How long callers wait for an answer. */
  readonly silenceMs: number;
  readonly observe: Observe;
  /** Called when the store becomes unavailable or available again, and for each failed command. */
  onDegrade(reason: string): void;
  onRestore(): void;
  onFailure(): void;
}

const maxFailures = 5;
const probeMs = 150;
const connectMs = 500;
const recoverEveryMs = 100;
const lingerMs = 1_000;

/**
 * The Redis store in which all instances count calls. After several consecutive failures of a node, callers no longer
 * wait for it. A background task then tries to recover, first over the existing connection and then over a new one,
 * because a cluster may have moved to other machines.
 */
export class RedisStore {
  /** Resolves when the first attempt to connect has succeeded, failed or timed out. */
  readonly firstAttempt: Promise<void>;
  readonly #settings: StoreSettings;
  // Imported here, so that instances without a store never load the Redis client.
  readonly #library = import("@redis/client");
  /** The circuit breakers of the nodes. */
  readonly #breakers = new Map<string, CircuitBreaker>();
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

  /** Whether a command has failed, and the store is not known to work again yet. */
  get isRecovering(): boolean {
    return this.#isRecovering;
  }

  /** Runs the count script. Throws if there is no answer, or if `read` rejects the answer. */
  async count<Answer>(
    keys: readonly string[],
    args: readonly string[],
    read: (answer: unknown) => Answer,
  ): Promise<Answer> {
    const [key = ""] = keys;
    const connection = this.#connection;
    if (connection === undefined) throw new Error("no connection");
    const breaker = this.#findBreaker(connection.findShard(key));
    if (this.#isRecovering && breaker.isOpen) throw new Error("the store is recovering");
    const options = { keys: [...keys], arguments: [...args] };
    try {
      const count = async () => read(await waitFor(runScript(connection, options), this.#settings.silenceMs));
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

  #findBreaker(address: string): CircuitBreaker {
    const breaker = this.#breakers.get(address) ?? createCircuitBreaker(maxFailures);
    this.#breakers.set(address, breaker);
    return breaker;
  }

  // A successful first attempt is not reported.
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
    this.#breakers.clear();
    if (this.#isReportedDown && !this.#isClosed) this.#settings.onRestore();
    this.#isReportedDown = false;
  }

  async #isUsable(): Promise<boolean> {
    if (this.#isLost) return false;
    if (this.#connection && (await this.#probe(this.#connection).then(toTrue, toFalse))) return true;
    // Disconnect a single node: if it never stops sending, it exhausts memory. In a cluster, other nodes may answer.
    if (!this.#settings.cluster) {
      this.#isLost = true;
      this.#connection?.destroy();
    }
    return false;
  }

  // The probe runs the whole script, with a limit of one call per microsecond. It also loads the script into Redis.
  async #probe(connection: RedisConnection): Promise<void> {
    const answered = connection.eval(countScript, { keys: [`${this.#probeKey}:probe`], arguments: ["1", "1", "1"] });
    readCountResult(await waitFor(answered, probeMs), { calls: 1, windowSeconds: 1e-6 });
  }

  async #reconnect(): Promise<boolean> {
    const { urls, cluster } = this.#settings;
    // The cluster client rejects with a generic message; the first error of a node is more specific.
    let firstError: unknown;
    const fresh = createRedisConnection(await this.#library, {
      urls,
      cluster,
      onLost: (reason) => {
        firstError ??= reason;
        if (this.#connection !== fresh.connection) return;
        this.#isLost = true;
        void this.#recover(reason);
      },
    });
    const isUp = await waitFor(fresh.connected, connectMs)
      .then(() => this.#probe(fresh.connection))
      .then(toTrue, (reason) => this.#reportDown(firstError ?? reason));
    if (!isUp || this.#isClosed) {
      fresh.connection.destroy();
      return false;
    }
    const old = this.#connection;
    this.#connection = fresh.connection;
    this.#isLost = false;
    // Wait before closing the old connection: commands in flight may still be answered.
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

/**
 * Rejects if there is no answer in time. The client writes a command in the next immediate, and Node runs timers before
 * it reads sockets. So the time begins in an immediate and ends in one: a busy event loop is not taken for an outage.
 */
function waitFor<Answer>(answer: Promise<Answer>, milliseconds: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error("timeout"));
    let timer: NodeJS.Timeout | undefined;
    const start = setImmediate(() => {
      timer = setTimeout(() => setImmediate(giveUp), milliseconds).unref();
    });
    const stop = () => {
      clearImmediate(start);
      clearTimeout(timer);
    };
    answer.then(resolve, reject).finally(stop);
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
