import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { Json } from "@assay/contract";

/** The command line, started from source. */
export const assayCommand: readonly string[] = [
  process.execPath,
  "--conditions=assay-source",
  join(import.meta.dirname, "../../packages/cli/src/main.ts"),
];

/** The result of a command. */
interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A temporary working folder in which `assay` runs. */
export interface Workspace extends Disposable {
  readonly folder: string;
  /** Writes a file; a value is written as JSON. */
  write(name: string, content: string | Uint8Array | { readonly [name: string]: Json }): void;
  read(name: string): string;
  /** Runs `assay`. */
  assay(...args: readonly string[]): Promise<CommandResult>;
  /** Runs a line in a shell; `$ASSAY` is replaced by the command. */
  shell(line: string): Promise<CommandResult>;
  /** Starts `assay` without waiting for it. */
  start(args: readonly string[], input?: string): RunningCommand;
  /** The environment variables of later commands. */
  env: { [name: string]: string };
}

/** A running command. */
interface RunningCommand {
  readonly ended: Promise<CommandResult>;
  kill(signal: NodeJS.Signals): void;
  readonly stderr: Readable;
}

/** Creates a temporary folder to work in. */
export function createWorkspace(): Workspace {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "assay-test-")));
  // Keeps tests away from the developer's own logins and cached documents.
  const env: { [name: string]: string } = {
    XDG_CONFIG_HOME: join(folder, ".config"),
    XDG_CACHE_HOME: join(folder, ".cache"),
  };
  const start = (program: string, args: readonly string[], input = ""): RunningCommand => {
    const child = spawn(program, args, {
      cwd: folder,
      // Inherits only the path to Node and Node's compile cache.
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    });
    child.stdin.on("error", () => {});
    child.stdin.end(input);
    const output = Promise.all([text(child.stdout), text(child.stderr)]);
    const ended = once(child, "close").then(async ([code]) => {
      const [stdout, stderr] = await output;
      return { code: code as number | null, stdout, stderr };
    });
    return { ended, kill: (signal) => void child.kill(signal), stderr: child.stderr };
  };
  const [program = "", ...first] = assayCommand;
  return {
    folder,
    env,
    write(name, content) {
      const isText = typeof content === "string" || content instanceof Uint8Array;
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), isText ? content : `${JSON.stringify(content, null, 2)}\n`);
    },
    read: (name) => readFileSync(join(folder, name), "utf8"),
    assay: (...args) => start(program, [...first, ...args]).ended,
    start: (args, input) => start(program, [...first, ...args], input),
    shell: (line) => start("/bin/bash", ["--norc", "-c", line.replaceAll("$ASSAY", assayCommand.join(" "))]).ended,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}

/** Returns the path of a file in the contract package. */
function findContractFile(name: string): string {
  return fileURLToPath(import.meta.resolve(`@assay/contract/${name}`));
}

/** The options for a check without a service, with Datamint's rules 1.0.0 and a registry from files. */
export const localOptions: readonly string[] = [
  "--local",
  "--spec-package",
  findContractFile("spec-packages/datamint/generator-option/1.0.0.json"),
  "--registry",
  findContractFile("cases/registries/default.json"),
];
