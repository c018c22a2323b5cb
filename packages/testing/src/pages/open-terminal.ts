import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

/** A shell that stays open and keeps its variables and background processes. */
export interface Terminal extends AsyncDisposable {
  /** Runs a command and returns its output. */
  run(command: string): Promise<string>;
}

/** Opens a shell, so that a test can run the commands of a page one after another. */
export function openTerminal(cwd: string, env: NodeJS.ProcessEnv): Terminal {
  // A separate process group, so that background processes can be ended together with the shell.
  const shell: ChildProcess = spawn("/bin/bash", { cwd, env, detached: true, stdio: ["pipe", "pipe", "ignore"] });
  let printed = "";
  let changed = Promise.withResolvers<void>();
  shell.stdout?.setEncoding("utf8").on("data", (part: string) => {
    printed += part;
    changed.resolve();
    changed = Promise.withResolvers();
  });
  // Merges standard error into the output, as on a terminal.
  shell.stdin?.write("exec 2>&1\n");
  const closed = once(shell, "close");
  return {
    async run(command) {
      printed = "";
      shell.stdin?.write(`${command}\necho "${endMark}"\n`);
      const timeout = AbortSignal.timeout(timeoutMs);
      const stopped = Promise.race([closed, once(timeout, "abort")]);
      while (!printed.includes(endMark)) {
        if (await Promise.race([changed.promise, stopped])) throw new Error(`"${command}" did not end:\n${printed}`);
      }
      return printed.replace(endMark, "").trimEnd();
    },
    async [Symbol.asyncDispose]() {
      if (shell.pid !== undefined && shell.exitCode === null) process.kill(-shell.pid, "SIGKILL");
      await closed;
    },
  };
}

const timeoutMs = 300_000;
const endMark = "-- the command has ended --";
