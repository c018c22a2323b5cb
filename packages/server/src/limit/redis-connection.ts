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
  shardOf(key: string): string;
}

export interface RedisConnectionOptions {
  /** One node, or some nodes of a cluster from which the others are found. */
  readonly urls: readonly string[];
  readonly cluster: boolean;
  /** Called when the connection fails, now or later. */
  lost(reason: unknown): void;
}

// A lost connection is replaced by the store, no command waits for one, and each command has a watchdog.
const usual = {
  disableOfflineQueue: true,
  commandOptions: { timeout: 0 },
  socket: { reconnectStrategy: false, connectTimeout: 500 },
} as const;

/** Creates a connection, and begins to connect. */
export function createRedisConnection(
  { createClient, createCluster }: typeof import("@redis/client"),
  { urls, cluster: isCluster, lost }: RedisConnectionOptions,
): { readonly connection: RedisConnection; readonly connected: Promise<unknown> } {
  if (!isCluster) {
    const client = createClient({ ...usual, url: urls[0] ?? "" }).on("error", lost);
    return { connection: guarded(client, () => ""), connected: client.connect() };
  }
  const { username = "", password = "", protocol } = URL.parse(urls[0] ?? "") ?? {};
  const cluster = createCluster({
    rootNodes: urls.map((url) => ({ url })),
    defaults: {
      ...usual,
      socket: { ...usual.socket, ...(protocol === "rediss:" && { tls: true as const }) },
      ...(username !== "" && { username: decodeURIComponent(username) }),
      ...(password !== "" && { password: decodeURIComponent(password) }),
    },
    // A node that is down then delays only the callers that need it.
    minimizeConnections: true,
    topologyRefreshOnReconnectionAttemptStrategy: false,
  });
  cluster.on("error", lost).on("node-error", lost);
  const shardOf = (key: string) => cluster.slots[hashSlot(key)]?.master.address ?? "";
  return { connection: guarded(cluster, shardOf), connected: cluster.connect() };
}

function guarded(client: Commands, shardOf: RedisConnection["shardOf"]): RedisConnection {
  return {
    shardOf,
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
