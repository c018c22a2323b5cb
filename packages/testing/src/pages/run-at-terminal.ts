import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

/** A command that a person runs, and what they type when it asks questions. */
export interface TypedCommand {
  readonly command: string;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly columns: number;
  readonly answers: readonly string[];
}

/** Matches the end of a line that waits for an answer. */
export const question = /\? \[[^\]]+\].*: $/;

/**
 * Runs a command in a new terminal, created by script(1) from util-linux, and returns the contents of the screen, with
 * colors but without cursor movements. Each question is answered as soon as it appears.
 */
export async function runAtTerminal({ command, cwd, env, columns, answers }: TypedCommand): Promise<string> {
  const line = `stty cols ${columns} rows 40; ${command}`;
  const child: ChildProcess = spawn("script", ["-qefc", line, "/dev/null"], {
    cwd,
    env: { ...env, SHELL: "/bin/bash", TERM: "xterm-256color" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const remaining = [...answers];
  let screen = "";
  let answeredAt = 0;
  child.stdout?.setEncoding("utf8").on("data", (part: string) => {
    screen += part;
    const [answer] = remaining;
    const lastLine = stripCursorMoves(screen.slice(answeredAt)).split("\n").at(-1) ?? "";
    if (answer === undefined || !question.test(lastLine)) return;
    remaining.shift();
    answeredAt = screen.length;
    child.stdin?.write(`${answer}\r`);
  });
  const timer = setTimeout(() => child.kill(), timeoutMs);
  const [, signal] = await once(child, "close");
  clearTimeout(timer);
  if (signal !== null) throw new Error(`"${command}" did not end:\n${screen}`);
  if (remaining.length > 0) throw new Error(`"${command}" did not ask for ${JSON.stringify(remaining)}:\n${screen}`);
  return stripCursorMoves(screen).trimEnd();
}

const timeoutMs = 600_000;

// A rewritten line, such as a progress line, shows only its latest text.
function stripCursorMoves(screen: string): string {
  return screen
    .replace(/\r+\n/g, "\n")
    .split("\n")
    .map((line) => (line.split(lineStart).at(-1) ?? "").replace(cursorMove, ""))
    .join("\n");
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences start with a control character.
const lineStart = /\r|\u001b\[1G/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences start with a control character.
const cursorMove = /\u001b\[[0-9;?]*[A-Zac-ln-z]/g;
