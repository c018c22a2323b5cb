import { hashSlot } from "./hash-slot.ts";

/** The Redis commands that the store uses. */
interface Commands {
  evalSha(sha1: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  destroy(): void;
}

/** A connection to a Redis node or cluster. */
export interface RedisConnection extends Commands {
  /** Returns the address of the cluster node that holds a key; without a cluster, an empty string. */
  findShard(key: string): string;
}

export interface RedisConnectionOptions {
  /** A single node, or some nodes of a cluster, through which the other nodes are discovered. */
  readonly urls: readonly string[];
  readonly cluster: boolean;
  /** Called when the connection cannot be established or is lost. */
  onLost(reason: unknown): void;
}

// `RedisStore` replaces lost connections and times out commands, so the client itself neither retries nor queues.
const defaultOptions = {
  disableOfflineQueue: true,
  commandOptions: { timeout: 0 },
  socket: { reconnectStrategy: false, connectTimeout: 500 },
} as const;

/** Creates a connection and starts connecting. */
export function createRedisConnection(
  { createClient, createCluster }: typeof import("@redis/client"),
  { urls, cluster: isCluster, onLost }: RedisConnectionOptions,
): { readonly connection: RedisConnection; readonly connected: Promise<unknown> } {
  if (!isCluster) {
    const client = createClient({ ...defaultOptions, url: urls[0] ?? "" }).on("error", onLost);
    return { connection: toConnection(client, () => ""), connected: client.connect() };
  }
  const { username = "", password = "", protocol } = URL.parse(urls[0] ?? "") ?? {};
  const cluster = createCluster({
    rootNodes: urls.map((url) => ({ url })),
    defaults: {
      ...defaultOptions,
      socket: { ...defaultOptions.socket, ...(protocol === "rediss:" && { tls: true as const }) },
      ...(username !== "" && { username: decodeURIComponent(username) }),
      ...(password !== "" && { password: decodeURIComponent(password) }),
    },
    // Connect to a node only when it is needed, so that a node that is down does not delay other calls.
    minimizeConnections: true,
    topologyRefreshOnReconnectionAttemptStrategy: false,
  });
  cluster.on("error", onLost).on("node-error", onLost);
  const findShard = (key: string) => cluster.slots[hashSlot(key)]?.master.address ?? "";
  return { connection: toConnection(cluster, findShard), connected: cluster.connect() };
}

function toConnection(client: Commands, findShard: RedisConnection["findShard"]): RedisConnection {
  return {
    findShard,
    evalSha: (sha1, options) => client.evalSha(sha1, options),
    eval: (script, options) => client.eval(script, options),
    destroy() {
      try {
        client.destroy();
      } catch {
        // The client throws if it is already closed.
      }
    },
  };
}
