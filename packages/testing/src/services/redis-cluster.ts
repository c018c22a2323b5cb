import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { waitUntil } from "../wait-until.ts";
import { findFreePort } from "./find-free-port.ts";
import { type RedisServer, startRedis } from "./redis-server.ts";

/** A local Redis cluster. */
export interface RedisCluster extends AsyncDisposable {
  readonly urls: readonly string[];
  /** The initial masters. */
  readonly masters: readonly RedisServer[];
}

/** How long a master can be silent before its replica replaces it. */
const nodeTimeoutMs = 2_000;
const masterCount = 3;

/** Starts three masters with one replica each. */
export async function startRedisCluster(): Promise<RedisCluster> {
  await using started = new AsyncDisposableStack();
  const nodes: RedisServer[] = [];
  for (let node = 0; node < 2 * masterCount; node += 1) {
    nodes.push(started.use(await startNode()));
  }
  await joinNodes(nodes);
  const running = started.move();
  return {
    urls: nodes.map(({ url }) => url),
    masters: nodes.slice(0, masterCount),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function startNode(): Promise<RedisServer> {
  return await startRedis({
    "cluster-enabled": "yes",
    "cluster-config-file": "nodes.conf",
    "cluster-node-timeout": nodeTimeoutMs,
    "cluster-port": await findFreePort(),
    // Lets a master copy its data to a replica at once, without waiting for other replicas.
    "repl-diskless-sync-delay": 0,
  });
}

async function joinNodes(nodes: readonly RedisServer[]): Promise<void> {
  const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`);
  await promisify(execFile)("redis-cli", [
    ...["--cluster", "create", ...addresses],
    ...["--cluster-replicas", "1", "--cluster-yes"],
  ]);
  for (const node of nodes) await waitUntil("the cluster is complete", () => fetchState(node), { isDone: isJoined });
}

async function fetchState(node: RedisServer): Promise<string> {
  return `${await node.send("CLUSTER", "INFO")}${await node.send("INFO", "replication")}`;
}

function isJoined(state: string): boolean {
  const isLinked = state.includes("role:master") || state.includes("master_link_status:up");
  return state.includes("cluster_state:ok") && isLinked;
}
