import { exitCode } from "./exit-code.ts";
import type { Io, Output, Pipe } from "./io.ts";

/** What this process has: its streams, its environment, and Ctrl-C. */
export function createProcessIo(): Io {
  const stop = new AbortController();
  process.once("SIGINT", () => {
    stop.abort();
    // Whoever asks twice does not want to wait.
    process.once("SIGINT", () => process.exit(exitCode.interrupted));
  });
  return {
    env: process.env,
    cwd: process.cwd(),
    out: outputOf(process.stdout),
    err: outputOf(process.stderr),
    readStdin: () => readStdin(stop.signal),
    openPipe: () => openPipe(stop.signal),
    ask: (question) => ask(question, stop),
    signal: stop.signal,
  };
}

// A reader that has seen enough, such as `head`, closes the pipe: that is not an error.
function outputOf(stream: NodeJS.WriteStream): Output {
  let isOpen = true;
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    isOpen = false;
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

function openStdin(signal: AbortSignal): AsyncIterable<Uint8Array> {
  signal.addEventListener("abort", () => process.stdin.destroy(signal.reason), { once: true });
  return process.stdin;
}

// A caller who does not read its answers is not read either, so that nothing piles up here.
function openPipe(signal: AbortSignal): Pipe {
  const { stdout } = process;
  return {
    input: openStdin(signal),
    async write(text) {
      if (!stdout.writable) return false;
      if (stdout.write(text)) return true;
      await new Promise<void>((resolve) => {
        for (const event of ["drain", "error", "close"]) stdout.once(event, () => resolve());
      });
      return stdout.writable;
    },
  };
}

async function readStdin(signal: AbortSignal): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of openStdin(signal)) parts.push(part);
  return Buffer.concat(parts);
}

async function ask(question: string, stop: AbortController): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  const { createInterface } = await import("node:readline/promises");
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    lines.on("SIGINT", () => stop.abort());
    const ended = new Promise<undefined>((resolve) => lines.once("close", () => resolve(undefined)));
    return await Promise.race([lines.question(question, { signal: stop.signal }), ended]);
  } catch (reason) {
    if (stop.signal.aborted) return undefined;
    throw reason;
  } finally {
    lines.close();
  }
}
