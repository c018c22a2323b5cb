import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

/** What to run, and how to tell that it is ready. */
export interface ChildOptions {
  /** What is run; Node unless given. */
  readonly program?: string;
  /** For Node: its own options, the script, the script's arguments. */
  readonly args: readonly string[];
  /** The whole environment of the child; this process's own by default. */
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Whether this line on its standard output says that it is ready. */
  readonly isReady: (line: string) => boolean;
  /** Default: ten minutes, because a busy machine starts processes slowly. */
  readonly readyTimeoutMs?: number;
  /** How long it may take to stop by itself before it is killed. Default: a minute. */
  readonly graceMs?: number;
}

/** How a process ended. */
export interface ChildExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A running process; leaving its scope stops it. */
export interface Child extends AsyncDisposable {
  readonly pid: number;
  readonly readyLine: string;
  readonly exited: Promise<ChildExit>;
  /** Everything that it wrote so far, on either output. */
  output(): string;
  /** Asks it to stop, waits, kills it when it does not, and tells how it ended. */
  stop(): Promise<ChildExit>;
}

/** Starts a process, one of Node unless it is told otherwise, and waits until it says that it is ready. */
export async function startChild(options: ChildOptions): Promise<Child> {
  const { program = process.execPath, args, env = process.env, cwd, isReady } = options;
  const { readyTimeoutMs = 600_000, graceMs = 60_000 } = options;
  const child = spawn(program, args, { env, cwd, stdio: ["ignore", "pipe", "pipe"] });
  await once(child, "spawn");
  const exited = once(child, "close").then(([code, signal]) => ({ code, signal }) as ChildExit);

  let written = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (part) => (written += part));
  const ready = new Promise<string>((resolve) => {
    createInterface(child.stdout).on("line", (line) => {
      if (isReady(line)) resolve(line);
    });
  });

  async function stop(): Promise<ChildExit> {
    child.kill("SIGTERM");
    const grace = setTimeout(() => child.kill("SIGKILL"), graceMs);
    const exit = await exited;
    clearTimeout(grace);
    return exit;
  }

  const waited = new AbortController();
  const readyLine = await Promise.race([
    ready,
    exited.then(() => undefined),
    sleep(readyTimeoutMs, undefined, { signal: waited.signal }).catch(() => undefined),
  ]);
  waited.abort();
  if (readyLine === undefined) {
    const why =
      child.exitCode === null && child.signalCode === null ? `within ${readyTimeoutMs} ms` : "before it ended";
    const { code, signal } = await stop();
    const command = [program, ...args].join(" ").slice(0, 200);
    throw new Error(`Not ready ${why} (code ${code}, signal ${signal}): ${command}\nIt wrote:\n${written}`);
  }
  return {
    pid: child.pid as number,
    readyLine,
    exited,
    output: () => written,
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
    },
  };
}
