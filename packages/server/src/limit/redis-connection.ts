import { hashSlot } from "./hash-slot.ts";

/** Where Redis is. */
export interface RedisAddress {
  /** A single node, or some nodes of a cluster, through which the other nodes are discovered. */
  readonly urls: readonly string[];
  readonly cluster: boolean;
}

/** A connection to a Redis node or cluster. */
export interface RedisConnection {
  readonly client: {
    evalSha(sha1: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
    eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
    destroy(): void;
  };
  readonly connected: Promise<unknown>;
  /** Returns the address of the cluster node that holds a key; without a cluster, an empty string. */
  findNode(key: string): string;
}

// `RedisStore` replaces lost connections and times out commands, so the client itself neither retries nor queues.
const defaultOptions = {
  disableOfflineQueue: true,
  commandOptions: { timeout: 0 },
  socket: { reconnectStrategy: false, connectTimeout: 500 },
} as const;

/** Creates a connection and starts connecting. Calls `onError` when a node cannot be connected or is lost. */
export function createRedisConnection(
  { createClient, createCluster }: typeof import("@redis/client"),
  { urls, cluster }: RedisAddress,
  onError: (reason: unknown) => void,
): RedisConnection {
  if (!cluster) {
    const client = createClient({ ...defaultOptions, url: urls[0] ?? "" }).on("error", onError);
    return { client, connected: client.connect(), findNode: () => "" };
  }
  const { username = "", password = "", protocol } = URL.parse(urls[0] ?? "") ?? {};
  const client = createCluster({
    rootNodes: urls.map((url) => ({ url })),
    defaults: {
      ...defaultOptions,
      socket: { ...defaultOptions.socket, ...(protocol === "rediss:" && { tls: true as const }) },
      ...(username !== "" && { username: decodeURIComponent(username) }),
      ...(password !== "" && { password: decodeURIComponent(password) }),
    },
    // Connect to a node only when it is needed, so that a node that is down does not delay other calls.
    minimizeConnections: true,
  });
  client.on("error", onError).on("node-error", onError);
  const findNode = (key: string) => client.slots[hashSlot(key)]?.master.address ?? "";
  return { client, connected: client.connect(), findNode };
}
