import { setTimeout as pause } from "node:timers/promises";
import { describeFailure } from "../net/fetcher.ts";
import { countScript, countScriptSha1, readCountResult } from "./count-script.ts";
import type { StoreEvents } from "./limiter.ts";
import { createRedisConnection, type RedisAddress, type RedisConnection } from "./redis-connection.ts";

export interface StoreSettings extends RedisAddress, StoreEvents {
  /** How long callers wait for an answer. */
  readonly silenceMs: number;
}

const maxFailures = 5;
const probeMs = 150;
const connectMs = 500;
const recoverEveryMs = 100;
const lingerMs = 1_000;
const anyKey = "assay:{probe}";

/**
 * The Redis store in which all instances count calls. After several failures of a node, callers no longer wait for it,
 * until a background task has recovered it: over the existing connection, or over a new one, because the other end can
 * have vanished, and a cluster may have moved to other machines.
 */
export class RedisStore {
  /** Resolves when the first attempt to connect has succeeded, failed or timed out. */
  readonly firstAttempt: Promise<void>;
  readonly #settings: StoreSettings;
  // Imported here, so that instances without a store never load the Redis client.
  readonly #library = import("@redis/client");
  /** The number of failures of each node that is being recovered. */
  readonly #failures = new Map<string, number>();
  #connection: RedisConnection | undefined;
  #failingSince: number | undefined;
  #isClosed = false;

  constructor(settings: StoreSettings) {
    this.#settings = settings;
    this.firstAttempt = this.#connect(anyKey).catch((reason) => this.#reportFailure("", anyKey, reason));
  }

  /** How long a node has been failing; undefined if all nodes work. */
  get failingMs(): number | undefined {
    return this.#failingSince === undefined ? undefined : performance.now() - this.#failingSince;
  }

  /** Runs the count script. Throws if there is no answer in time, or if `read` rejects the answer. */
  async count<Answer>(
    keys: readonly string[],
    args: readonly string[],
    read: (answer: unknown) => Answer,
  ): Promise<Answer> {
    const [key = ""] = keys;
    const connection = this.#connection;
    const node = connection?.findNode(key) ?? "";
    if (!connection || (this.#failures.get(node) ?? 0) >= maxFailures) throw new Error("the node is being recovered");
    const { observe, silenceMs, onStoreFailure } = this.#settings;
    try {
      return await observe("store", async () => read(await waitFor(runScript(connection, keys, args), silenceMs)));
    } catch (reason) {
      onStoreFailure();
      this.#reportFailure(node, key, reason);
      throw reason;
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#connection?.client.destroy();
  }

  #reportFailure(node: string, key: string, reason: unknown): void {
    if (this.#isClosed) return;
    const failures = this.#failures.get(node) ?? 0;
    this.#failures.set(node, failures + 1);
    if (failures === 0) void this.#recover(node, key);
    if (this.#failingSince !== undefined) return;
    this.#failingSince = performance.now();
    this.#settings.onDegrade(describeFailure(reason));
  }

  async #recover(node: string, key: string): Promise<void> {
    while (!this.#isClosed) {
      try {
        await this.#probe(this.#connection, key).catch(() => this.#connect(key));
        break;
      } catch {
        await pause(recoverEveryMs, undefined, { ref: false });
      }
    }
    this.#failures.delete(node);
    if (this.#failures.size > 0 || this.#isClosed) return;
    this.#failingSince = undefined;
    this.#settings.onRestore();
  }

  /** Replaces the connection with a new one, once the node of a key answers over it. */
  async #connect(key: string): Promise<void> {
    const { cluster } = this.#settings;
    // A single node that never stops sending would exhaust memory. In a cluster, other nodes may still answer.
    if (!cluster) this.#connection?.client.destroy();
    // The cluster client rejects with a generic message; the first error of a node is more specific.
    let firstError: unknown;
    const onError = (reason: unknown) => {
      firstError ??= reason;
      if (!cluster && this.#connection === fresh) this.#reportFailure("", anyKey, reason);
    };
    const fresh = createRedisConnection(await this.#library, this.#settings, onError);
    try {
      await waitFor(fresh.connected, connectMs);
      await this.#probe(fresh, key);
    } catch (reason) {
      fresh.client.destroy();
      throw firstError ?? reason;
    }
    if (this.#isClosed) return fresh.client.destroy();
    const old = this.#connection;
    this.#connection = fresh;
    // Wait before closing the old connection: commands in flight may still be answered.
    if (old) setTimeout(() => old.client.destroy(), lingerMs).unref();
  }

  // The probe runs the whole script, with a limit of one call per microsecond. It also loads the script into Redis.
  async #probe(connection: RedisConnection | undefined, key: string): Promise<void> {
    if (!connection) throw new Error("no connection");
    const answered = connection.client.eval(countScript, { keys: [`${key}:probe`], arguments: ["1", "1", "1"] });
    readCountResult(await waitFor(answered, probeMs), { calls: 1, windowSeconds: 1e-6 });
  }
}

function runScript({ client }: RedisConnection, keys: readonly string[], args: readonly string[]): Promise<unknown> {
  const options = { keys: [...keys], arguments: [...args] };
  return client.evalSha(countScriptSha1, options).catch((reason) => {
    if (!String(reason).includes("NOSCRIPT")) throw reason;
    return client.eval(countScript, options);
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
