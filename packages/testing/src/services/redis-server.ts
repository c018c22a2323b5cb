import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@redis/client";
import { waitUntil } from "../wait-until.ts";
import { findFreePort } from "./find-free-port.ts";

/** The program to test with, such as that of Valkey. */
const program = process.env.ASSAY_TEST_REDIS ?? "redis-server";

/** The reason to skip tests that need Redis, or false if they can run. */
export const redisSkipReason: string | false =
  spawnSync(program, ["--version"]).status === 0 ? false : `${program} is not installed`;

/** A Redis server on a free local port. It does not persist its data. */
export interface RedisServer extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
  readonly pid: number;
  /** Ends the process at once, as a crash would. All data is lost. */
  kill(): Promise<void>;
  /** Restarts the server on the same port, without its data. */
  revive(): Promise<void>;
  /** Suspends the process without closing connections, so that clients keep waiting. */
  pause(): void;
  resume(): void;
  /** Blocks this process until the server has answered the commands that it has received. */
  blockUntilAnswered(): void;
  /** Counts how often clients called each command since `forgetCalls`, from `INFO commandstats`. */
  countCalls(): Promise<{ readonly [command: string]: number }>;
  forgetCalls(): Promise<void>;
  /** Sends a command on a separate connection. */
  send(...command: string[]): Promise<unknown>;
}

/** Starts Redis with settings as in redis.conf. */
export async function startRedis(settings: { readonly [name: string]: string | number } = {}): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), "assay-redis-"));
  const port = await findFreePort();
  const url = `redis://127.0.0.1:${port}`;
  const defaults = { port, bind: "127.0.0.1", dir: folder, save: "", appendonly: "no" };
  const args = Object.entries({ ...defaults, ...settings }).flatMap(([name, value]) => [`--${name}`, String(value)]);
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
    blockUntilAnswered: () => void execFileSync("redis-cli", ["-p", String(port), "PING"]),
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
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (part) => (output += part));
  const isDone = (text: string) => text.includes("Ready to accept connections") || child.exitCode !== null;
  await waitUntil("Redis accepts connections", () => output, { isDone, pauseMs: 5 });
  if (child.exitCode !== null) throw new Error(`Redis exited with code ${child.exitCode}. Its output:\n${output}`);
  return child;
}
