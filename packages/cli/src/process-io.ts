import { exitCode } from "./exit-code.ts";
import type { Io, Output } from "./io.ts";

/** Connects a command to the streams, environment and Ctrl-C of this process. */
export function createProcessIo(version: () => string): Io {
  const stop = new AbortController();
  process.once("SIGINT", () => {
    stop.abort();
    // A second Ctrl-C exits at once.
    process.once("SIGINT", () => process.exit(exitCode.interrupted));
  });
  return {
    env: process.env,
    cwd: findCurrentFolder(),
    version,
    out: toOutput(process.stdout),
    err: toOutput(process.stderr),
    readStdin: (maxBytes) => readProcessStdin(maxBytes, stop.signal),
    canAsk: process.stdin.isTTY,
    ask: (question) => askAtTerminal(question, stop),
    askSecret: (question) => askAtTerminal(question, stop, true),
    signal: stop.signal,
  };
}

function findCurrentFolder(): string {
  try {
    return process.cwd();
  } catch {
    process.stderr.write("error: The current folder no longer exists. Change to another folder.\n");
    process.exit(exitCode.usage);
  }
}

// Readers such as `head` close the pipe early, which is not an error. Nor is a failed write to standard error.
function toOutput(stream: NodeJS.WriteStream): Output {
  let isOpen = true;
  stream.on("error", (error: NodeJS.ErrnoException) => {
    isOpen = false;
    if (error.code === "EPIPE" || stream === process.stderr) return;
    process.stderr.write(`error: The output could not be written (${error.code}).\n`);
    process.exit(exitCode.internalError);
  });
  return {
    write(text) {
      if (isOpen) stream.write(text);
    },
    get columns() {
      return stream.isTTY ? stream.columns || 80 : undefined;
    },
  };
}

async function readProcessStdin(maxBytes: number, signal: AbortSignal): Promise<Uint8Array> {
  signal.addEventListener("abort", () => process.stdin.destroy(signal.reason), { once: true });
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of process.stdin) {
    parts.push(part);
    size += part.length;
    if (size >= maxBytes) break;
  }
  return Buffer.concat(parts).subarray(0, maxBytes);
}

async function askAtTerminal(question: string, stop: AbortController, isSecret = false): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  const [{ createInterface }, { Writable }] = await Promise.all([
    import("node:readline/promises"),
    import("node:stream"),
  ]);
  // readline echoes input to its output, so a secret gets an output that discards everything.
  const discard = new Writable({ write: (_part, _encoding, done) => done() });
  const output = isSecret ? discard : process.stderr;
  const lines = createInterface({
    input: process.stdin,
    output,
    terminal: isSecret || process.stderr.isTTY,
    historySize: 0,
  });
  if (isSecret) process.stderr.write(question);
  try {
    lines.on("SIGINT", () => stop.abort());
    const closed = new Promise<undefined>((resolve) => lines.once("close", () => resolve(undefined)));
    return await Promise.race([lines.question(question, { signal: stop.signal }), closed]);
  } catch (reason) {
    if (stop.signal.aborted) return undefined;
    throw reason;
  } finally {
    lines.close();
    if (isSecret) process.stderr.write("\n");
  }
}
