import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Child, startChild } from "@assay/sandbox";
import { freePort } from "./free-port.ts";

/** A Redis server of its own process, on this machine, that keeps nothing on disk. */
export interface Redis extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
  readonly pid: number;
  /** Runs a command, and tells what redis-cli prints. */
  command(...words: readonly (string | number)[]): Promise<string>;
  /** Ends the process at once, and with it everything that it held. */
  kill(): Promise<void>;
  /** Starts it again, empty, at the same address. */
  revive(): Promise<void>;
  /** Stops it without closing anything: whoever waits for it waits. */
  pause(): void;
  resume(): void;
}

/** Starts a Redis server on a free port; settings are those of redis.conf. */
export async function startRedis(settings: { readonly [name: string]: string | number } = {}): Promise<Redis> {
  await using started = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "assay-redis-"));
  started.defer(() => rm(folder, { recursive: true }));
  const port = await freePort();
  const usual = { port, bind: "127.0.0.1", dir: folder, save: "", appendonly: "no" };
  const args = Object.entries({ ...usual, ...settings }).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const start = () =>
    startChild({ program: "redis-server", args, isReady: (line) => line.includes("Ready to accept") });

  let child: Child = await start();
  let isPaused = false;
  const pause = () => {
    isPaused = process.kill(child.pid, "SIGSTOP");
  };
  const resume = () => {
    isPaused = !process.kill(child.pid, "SIGCONT");
  };
  started.defer(async () => {
    // A paused process would not hear that it should stop.
    if (isPaused) resume();
    await child.stop();
  });
  const running = started.move();
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    get pid() {
      return child.pid;
    },
    command: (...words) => redisCli(port, ...words),
    async kill() {
      process.kill(child.pid, "SIGKILL");
      await child.exited;
    },
    async revive() {
      child = await start();
    },
    pause,
    resume,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function redisCli(port: number, ...words: readonly (string | number)[]): Promise<string> {
  const { stdout } = await promisify(execFile)("redis-cli", ["-p", String(port), ...words.map(String)]);
  return stdout.trim();
}
