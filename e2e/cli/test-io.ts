import { join } from "node:path";
import type { run } from "@assay/cli/run";

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
  }: {
    readonly answers?: readonly string[];
    readonly env?: Io["env"];
    readonly columns?: number;
    readonly input?: string;
  } = {},
): TestIo {
  let out = "";
  let err = "";
  const left = [...answers];
  return {
    out: () => out,
    err: () => err,
    io: {
      // Nobody's own logins.
      ...{ cwd, env: { XDG_CONFIG_HOME: join(cwd, ".config"), ...env } },
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
      openPipe: () => ({
        input: (async function* () {
          yield new TextEncoder().encode(input);
        })(),
        async write(text) {
          out += text;
          return true;
        },
      }),
      async ask(question) {
        out += question;
        return left.shift();
      },
      async askSecret(question) {
        out += question;
        return left.shift();
      },
      signal: new AbortController().signal,
    },
  };
}
