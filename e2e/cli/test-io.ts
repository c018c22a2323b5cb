import { createRequire } from "node:module";
import { join } from "node:path";
import type { run } from "@assay/cli/run";

const manifestVersion: string = createRequire(import.meta.url)("@assay/cli/package.json").version;

type Io = Parameters<typeof run>[1];

/** A terminal for commands that run in this process. */
export interface TestIo {
  readonly io: Io;
  /** Everything that was written so far. */
  out(): string;
  err(): string;
}

/** Makes a terminal; `answers` are what its person types, one after another. */
export function createTestIo(
  cwd: string,
  {
    answers = [],
    env = {},
    columns,
    input = "",
    version = manifestVersion,
  }: {
    readonly answers?: readonly string[];
    readonly env?: Io["env"];
    readonly columns?: number;
    readonly input?: string;
    /** Of the program, if a test is about another one. */
    readonly version?: string | undefined;
  } = {},
): TestIo {
  let out = "";
  let err = "";
  const left = [...answers];
  return {
    out: () => out,
    err: () => err,
    io: {
      cwd,
      // Nobody's own logins and copies.
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
      async ask(question) {
        if (answers.length === 0) return undefined;
        out += question;
        return left.shift();
      },
      async askSecret(question) {
        if (answers.length === 0) return undefined;
        out += question;
        return left.shift();
      },
      signal: new AbortController().signal,
    },
  };
}
