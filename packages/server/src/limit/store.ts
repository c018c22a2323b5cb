import { countScript, countScriptSha1, readCounted } from "./count-script.ts";
import { hashSlotOf } from "./hash-slot.ts";
import { createPatience, type Patience } from "./patience.ts";

/** Where a fleet counts together. */
export interface Store {
  /** Runs the script that counts; throws when there is no answer, or when `read` throws because it cannot be used. */
  count<Answer>(keys: readonly string[], args: readonly string[], read: (answer: unknown) => Answer): Promise<Answer>;
  /** Resolves once the store was reached, or was not for a moment. */
  readonly tried: Promise<void>;
  close(): void;
}

export interface StoreSettings {
  /** One node, or some nodes of a cluster from which the others are found. */
  readonly urls: readonly string[];
  readonly cluster: boolean;
  /** How long a machine of it may be silent before nobody waits for its answer. */
  readonly silenceMs: number;
  /** Told when the store stops and starts to answer, and of every command that failed. */
  degraded(reason: string): void;
  restored(): void;
  failed(): void;
}

interface Connection extends Commands {
  /** Which machine has a key. */
  shardOf(key: string): string;
}

/** How one machine of the store fares. */
interface Shard {
  readonly patience: Patience;
  failures: number;
}

interface Commands {
  evalSha(sha1: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  destroy(): void;
}

const failuresUntilOpen = 5;
const tickMs = 15;
const lookEveryMs = 100;
const lingerMs = 1_000;

/**
 * Asks Redis. After a few failures in a row nobody waits for a machine; meanwhile it is looked after in the background,
 * on the connection there is and then on a new one, because a cluster may have moved to other machines.
 */
export function createStore({ urls, cluster, silenceMs, degraded, restored, failed }: StoreSettings): Store {
  const silentTicks = Math.ceil(silenceMs / tickMs);
  const mostTicks = Math.max(40, silentTicks);
  const patienceToLook = createPatience(10, 10, 15);
  const patienceToConnect = createPatience(20, 20, 25);
  // Who counts alone does not load it.
  const loaded = import("@redis/client");
  const shards = new Map<string, Shard>();
  let connection: Connection | undefined;
  let isLooking = false;
  let isClosed = false;
  let isLost = false;
  let probe = "assay:{probe}";
  let told = false;

  async function ask<Answer>(keys: string[], args: string[], read: (answer: unknown) => Answer): Promise<Answer> {
    const [key = ""] = keys;
    const using = connection;
    if (using === undefined) throw new Error("no connection");
    const shard = shardAt(using.shardOf(key));
    if (isLooking && shard.failures >= failuresUntilOpen) throw new Error("left alone");
    const options = { keys, arguments: args };
    try {
      const answer = await shard.patience(
        using.evalSha(countScriptSha1, options).catch((reason) => {
          if (!String(reason).includes("NOSCRIPT")) throw reason;
          return using.eval(countScript, options);
        }),
      );
      const usable = read(answer);
      shard.failures = 0;
      return usable;
    } catch (reason) {
      shard.failures += 1;
      probe = key;
      failed();
      look(reason);
      throw reason;
    }
  }

  function shardAt(name: string): Shard {
    const shard = shards.get(name) ?? { patience: createPatience(silentTicks, mostTicks, tickMs), failures: 0 };
    shards.set(name, shard);
    return shard;
  }

  async function look(reason: unknown): Promise<void> {
    if (isLooking || isClosed) return;
    isLooking = true;
    tell(reason);
    while (!isClosed && !(await isUsable()) && !(await renewed())) await pause(lookEveryMs);
    isLooking = false;
    shards.clear();
    if (told && !isClosed) restored();
    told = false;
  }

  async function isUsable(): Promise<boolean> {
    if (isLost) return false;
    if (await answers(connection)) return true;
    // A node that sends without end would fill the memory. Other nodes of a cluster may still answer.
    if (!cluster) {
      isLost = true;
      connection?.destroy();
    }
    return false;
  }

  function tell(reason: unknown): void {
    if (told) return;
    told = true;
    degraded(reason instanceof Error ? reason.message : String(reason));
  }

  async function answers(one: Connection | undefined): Promise<boolean> {
    if (!one) return false;
    // A whole count, of one call in a microsecond; where the script was not known, it is now.
    const probed = one.eval(countScript, { keys: [`${probe}:probe`], arguments: ["1", "1", "1"] });
    return await patienceToLook(probed.then((answer) => readCounted(answer, { calls: 1, windowSeconds: 1e-6 }))).then(
      () => true,
      () => false,
    );
  }

  async function renewed(): Promise<boolean> {
    const library = await loaded;
    const fresh = open(library, urls, cluster, (reason) => {
      if (connection !== fresh.connection) return;
      isLost = true;
      look(reason);
    });
    const isUp = await patienceToConnect(fresh.connected).then(
      () => answers(fresh.connection),
      (reason) => tell(reason),
    );
    if (!isUp || isClosed) {
      fresh.connection.destroy();
      return false;
    }
    const old = connection;
    connection = fresh.connection;
    isLost = false;
    // Commands on their way may still be answered.
    if (old) setTimeout(() => old.destroy(), lingerMs).unref();
    return true;
  }

  // The first connection is no degradation unless it fails.
  async function first(): Promise<void> {
    isLooking = true;
    const isUp = await renewed();
    isLooking = false;
    if (!isUp) look(new Error("no connection"));
  }

  return {
    count: (keys, args, read) => ask([...keys], [...args], read),
    tried: first(),
    close() {
      isClosed = true;
      connection?.destroy();
    },
  };
}

function open(
  { createClient, createCluster }: typeof import("@redis/client"),
  urls: readonly string[],
  isCluster: boolean,
  lost: (reason: unknown) => void,
): { readonly connection: Connection; readonly connected: Promise<unknown> } {
  // Lost connections are replaced by us, and no command waits for one. A command has its patience already.
  const usual = {
    disableOfflineQueue: true,
    commandOptions: { timeout: 0 },
    socket: { reconnectStrategy: false, connectTimeout: 500 },
  } as const;
  if (!isCluster) {
    const client = createClient({ ...usual, url: urls[0] ?? "" }).on("error", lost);
    return { connection: guarded(client, () => ""), connected: client.connect() };
  }
  const [{ username, password, protocol }] = urls.map((url) => new URL(url)) as [URL];
  const cluster = createCluster({
    rootNodes: urls.map((url) => ({ url })),
    defaults: {
      ...usual,
      socket: { ...usual.socket, ...(protocol === "rediss:" && { tls: true as const }) },
      ...(username !== "" && { username: decodeURIComponent(username) }),
      ...(password !== "" && { password: decodeURIComponent(password) }),
    },
    // A node that is down holds up nobody but those who need it.
    minimizeConnections: true,
    topologyRefreshOnReconnectionAttemptStrategy: false,
  });
  cluster.on("error", lost).on("node-error", lost);
  const shardOf = (key: string) => cluster.slots[hashSlotOf(key)]?.master.address ?? "";
  return { connection: guarded(cluster, shardOf), connected: cluster.connect() };
}

// A client that is closed already objects to being destroyed.
function guarded(client: Commands, shardOf: Connection["shardOf"]): Connection {
  return {
    shardOf,
    evalSha: (sha1, options) => client.evalSha(sha1, options),
    eval: (script, options) => client.eval(script, options),
    destroy() {
      try {
        client.destroy();
      } catch {}
    },
  };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
