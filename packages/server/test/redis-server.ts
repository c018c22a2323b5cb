import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { createClient } from "@redis/client";

/** Why tests with a real store cannot run here, if they cannot. */
export const withoutRedis: string | false =
  spawnSync("redis-server", ["--version"]).status === 0 ? false : "redis-server is not installed";

/** A real store on a free port of this machine. */
export interface RedisServer extends AsyncDisposable {
  readonly url: string;
  /** Ends it at once, as a crash would; nothing that it held is kept. */
  kill(): Promise<void>;
  /** Starts it again, empty, on the same port. */
  revive(): Promise<void>;
  pause(): void;
  resume(): void;
  /** How often each command was called by clients since `forgetCalls`, as `INFO commandstats` tells. */
  calls(): Promise<{ readonly [command: string]: number }>;
  forgetCalls(): Promise<void>;
  /** Sends a command of its own. */
  send(...command: string[]): Promise<unknown>;
}

export async function startRedis(): Promise<RedisServer> {
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let child = await start(port);
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
    url,
    send,
    kill,
    async revive() {
      child = await start(port);
    },
    pause: () => void child.kill("SIGSTOP"),
    resume: () => void child.kill("SIGCONT"),
    async calls() {
      const text = String(await send("INFO", "commandstats"));
      return Object.fromEntries(
        [...text.matchAll(/^cmdstat_([^:]+):calls=(\d+)/gm)].map(([, name = "", calls]) => [name, Number(calls)]),
      );
    },
    async forgetCalls() {
      await send("CONFIG", "RESETSTAT");
    },
    [Symbol.asyncDispose]: kill,
  };
}

async function start(port: number): Promise<ChildProcess> {
  const options = ["--port", port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"].map(String);
  const child = spawn("redis-server", options, { stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of child.stdout) {
    if (String(line).includes("Ready to accept connections")) break;
  }
  // Whatever else it says is read and dropped, or it would wait for a reader.
  child.stdout.resume();
  await wait(1);
  return child;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
