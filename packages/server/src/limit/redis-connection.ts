import { hashSlot } from "./hash-slot.ts";

/** The Redis commands that the store uses. */
interface Commands {
  evalSha(sha1: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  destroy(): void;
}

/** A connection to a Redis node or cluster. */
export interface RedisConnection extends Commands {
  /** Names the machine that holds a key. */
  findShard(key: string): string;
}

export interface RedisConnectionOptions {
  /** One node, or some nodes of a cluster from which the others are found. */
  readonly urls: readonly string[];
  readonly cluster: boolean;
  /** Called when the connection fails, now or later. */
  onLost(reason: unknown): void;
}

// A lost connection is replaced by the store, no command waits for one, and each command has a watchdog.
const defaultOptions = {
  disableOfflineQueue: true,
  commandOptions: { timeout: 0 },
  socket: { reconnectStrategy: false, connectTimeout: 500 },
} as const;

/** Creates a connection, and begins to connect. */
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
    // A node that is down then delays only the callers that need it.
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
        // The client throws if it is closed already.
      }
    },
  };
}
