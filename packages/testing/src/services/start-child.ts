import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

/** The program to run, and how to recognize that it is ready. */
export interface ChildOptions {
  /** The program to run. Default: Node. */
  readonly program?: string;
  /** For Node: its options, then the script and the script's arguments. */
  readonly args: readonly string[];
  /** The complete environment of the child. Default: that of this process. */
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Whether a line of standard output means that the process is ready. */
  readonly isReady: (line: string) => boolean;
  /** Default: ten minutes, because a busy machine starts processes slowly. */
  readonly readyTimeoutMs?: number;
  /** How long the process may take to stop before it is killed. Default: one minute. */
  readonly graceMs?: number;
}

/** How a process ended. */
export interface ChildExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A running process. Disposing of it stops it. */
export interface Child extends AsyncDisposable {
  readonly pid: number;
  readonly readyLine: string;
  readonly exited: Promise<ChildExit>;
  /** Everything that the process has written so far to standard output and standard error. */
  output(): string;
  /** Asks the process to stop, and kills it if it does not stop in time. Returns how it ended. */
  stop(): Promise<ChildExit>;
}

/** Starts a process and waits until it reports that it is ready. */
export async function startChild(options: ChildOptions): Promise<Child> {
  const { program = process.execPath, args, env = process.env, cwd, isReady } = options;
  const { readyTimeoutMs = 600_000, graceMs = 60_000 } = options;
  const child = spawn(program, args, { env, cwd, stdio: ["ignore", "pipe", "pipe"] });
  await once(child, "spawn");
  const exited = once(child, "close").then(([code, signal]) => ({ code, signal }) as ChildExit);

  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (part) => (output += part));
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

  const timer = new AbortController();
  const readyLine = await Promise.race([
    ready,
    exited.then(() => undefined),
    sleep(readyTimeoutMs, undefined, { signal: timer.signal }).catch(() => undefined),
  ]);
  timer.abort();
  if (readyLine === undefined) {
    const reason =
      child.exitCode === null && child.signalCode === null ? `within ${readyTimeoutMs} ms` : "before it ended";
    const { code, signal } = await stop();
    const command = [program, ...args].join(" ").slice(0, 200);
    throw new Error(`Not ready ${reason} (code ${code}, signal ${signal}): ${command}\nIt wrote:\n${output}`);
  }
  return {
    pid: child.pid as number,
    readyLine,
    exited,
    output: () => output,
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
    },
  };
}
