import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@redis/client";
import { waitUntil } from "../wait-until.ts";
import { findFreePort } from "./find-free-port.ts";

/** Why tests with a real store cannot run here, if they cannot. */
export const redisSkipReason: string | false =
  spawnSync("redis-server", ["--version"]).status === 0 ? false : "redis-server is not installed";

/** A real store on a free port of this machine, that keeps nothing on disk. */
export interface RedisServer extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
  readonly pid: number;
  /** Ends it at once, as a crash would; nothing that it held is kept. */
  kill(): Promise<void>;
  /** Starts it again, empty, on the same port. */
  revive(): Promise<void>;
  /** Stops it without closing anything: whoever waits for it waits. */
  pause(): void;
  resume(): void;
  /** How often each command was called by clients since `forgetCalls`, as `INFO commandstats` tells. */
  countCalls(): Promise<{ readonly [command: string]: number }>;
  forgetCalls(): Promise<void>;
  /** Sends a command of its own. */
  send(...command: string[]): Promise<unknown>;
}

/** Starts one; settings are those of redis.conf. */
export async function startRedis(settings: { readonly [name: string]: string | number } = {}): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), "assay-redis-"));
  const port = await findFreePort();
  const url = `redis://127.0.0.1:${port}`;
  const usual = { port, bind: "127.0.0.1", dir: folder, save: "", appendonly: "no" };
  const args = Object.entries({ ...usual, ...settings }).flatMap(([name, value]) => [`--${name}`, String(value)]);
  let child = await startProcess(args);
  const send = async (...command: string[]): Promise<unknown> => {
    const client = createClient({ url, socket: { reconnectStrategy: false } }).on("error", () => {});
    await client.connect();
    try {
      return await client.sendCommand(command);
    } finally {
      client.destroy();
    }
  };
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  };
  return {
    port,
    url,
    get pid() {
      return child.pid as number;
    },
    send,
    kill,
    async revive() {
      child = await startProcess(args);
    },
    pause: () => void child.kill("SIGSTOP"),
    resume: () => void child.kill("SIGCONT"),
    async countCalls() {
      const text = String(await send("INFO", "commandstats"));
      return Object.fromEntries(
        [...text.matchAll(/^cmdstat_([^:]+):calls=(\d+)/gm)].map(([, name = "", calls]) => [name, Number(calls)]),
      );
    },
    async forgetCalls() {
      await send("CONFIG", "RESETSTAT");
    },
    async [Symbol.asyncDispose]() {
      await kill();
      await rm(folder, { recursive: true });
    },
  };
}

async function startProcess(args: readonly string[]): Promise<ChildProcess> {
  const child = spawn("redis-server", args, { stdio: ["ignore", "pipe", "inherit"] });
  let written = "";
  child.stdout.setEncoding("utf8").on("data", (part) => (written += part));
  const isDone = (output: string) => output.includes("Ready to accept connections") || child.exitCode !== null;
  await waitUntil("Redis accepts connections", () => written, { isDone, pauseMs: 5 });
  if (child.exitCode !== null) throw new Error(`Redis ended with code ${child.exitCode}. It wrote:\n${written}`);
  return child;
}
