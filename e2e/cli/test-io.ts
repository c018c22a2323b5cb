import { createRequire } from "node:module";
import { join } from "node:path";
import { run } from "@assay/cli/run";

const manifestVersion: string = createRequire(import.meta.url)("@assay/cli/package.json").version;

type Io = Parameters<typeof run>[1];

/** A terminal for commands that run in this process. */
export interface TestIo {
  readonly io: Io;
  /** Everything that has been written to standard output so far. */
  out(): string;
  err(): string;
}

interface TestIoOptions {
  /** What the user types, in order. */
  readonly answers?: readonly string[];
  readonly env?: Io["env"];
  readonly columns?: number;
  /** Standard input. */
  readonly input?: string;
  /** The version that `assay` reports. Default: its actual version. */
  readonly version?: string | undefined;
}

/** Runs `assay` in this process, and returns its exit code and what it wrote. */
export async function runAssay(
  args: readonly string[],
  cwd: string,
  options: TestIoOptions = {},
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const { io, out, err } = createTestIo(cwd, options);
  const code = await run(args, io);
  return { code, out: out(), err: err() };
}

/** Creates a terminal that records the output. */
export function createTestIo(
  cwd: string,
  { answers = [], env = {}, columns, input = "", version = manifestVersion }: TestIoOptions = {},
): TestIo {
  let out = "";
  let err = "";
  const unread = [...answers];
  const ask = async (question: string) => {
    if (answers.length === 0) return undefined;
    out += question;
    return unread.shift();
  };
  return {
    out: () => out,
    err: () => err,
    io: {
      cwd,
      // Keeps tests away from the developer's own logins and cached documents.
      env: { XDG_CONFIG_HOME: join(cwd, ".config"), XDG_CACHE_HOME: join(cwd, ".cache"), ...env },
      version: () => version,
      canAsk: answers.length > 0,
      out: {
        write(text) {
          out += text;
        },
        columns,
      },
      err: {
        write(text) {
          err += text;
        },
        columns: undefined,
      },
      readStdin: async (maxBytes) => new TextEncoder().encode(input).subarray(0, maxBytes),
      ask,
      askSecret: ask,
      signal: new AbortController().signal,
    },
  };
}
