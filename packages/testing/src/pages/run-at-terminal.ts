import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

/** A command that a person runs, and what they type when it asks. */
export interface TypedCommand {
  readonly command: string;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly columns: number;
  readonly answers: readonly string[];
}

/** A line that waits for an answer ends like this. */
export const question = /\? \[[^\]]+\].*: $/;

/**
 * Runs a command at a terminal of its own, made by script(1) of util-linux, and gives everything that was on the screen:
 * colours stay, what moves the cursor is taken out. A question is answered when it is there, as by a person.
 */
export async function runAtTerminal({ command, cwd, env, columns, answers }: TypedCommand): Promise<string> {
  const line = `stty cols ${columns} rows 40; ${command}`;
  const child: ChildProcess = spawn("script", ["-qefc", line, "/dev/null"], {
    cwd,
    env: { ...env, SHELL: "/bin/bash", TERM: "xterm-256color" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const left = [...answers];
  let screen = "";
  let answeredAt = 0;
  child.stdout?.setEncoding("utf8").on("data", (part: string) => {
    screen += part;
    const [answer] = left;
    const lastLine = stripCursorMoves(screen.slice(answeredAt)).split("\n").at(-1) ?? "";
    if (answer === undefined || !question.test(lastLine)) return;
    left.shift();
    answeredAt = screen.length;
    child.stdin?.write(`${answer}\r`);
  });
  const timer = setTimeout(() => child.kill(), timeoutMs);
  const [, signal] = await once(child, "close");
  clearTimeout(timer);
  if (signal !== null) throw new Error(`"${command}" does not end:\n${screen}`);
  if (left.length > 0) throw new Error(`"${command}" did not ask for ${JSON.stringify(left)}:\n${screen}`);
  return stripCursorMoves(screen).trimEnd();
}

const timeoutMs = 600_000;

// A line that was begun anew, such as one that tells how long somebody waits, shows what was written last.
function stripCursorMoves(screen: string): string {
  return screen
    .replace(/\r+\n/g, "\n")
    .split("\n")
    .map((line) => (line.split(lineStart).at(-1) ?? "").replace(cursorMove, ""))
    .join("\n");
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one.
const lineStart = /\r|\u001b\[1G/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one.
const cursorMove = /\u001b\[[0-9;?]*[A-Zac-ln-z]/g;
