import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { JsonObject } from "@assay/contract";
import { assayCommand } from "./assay.ts";

/** The command that starts the engine as a process. */
export const engineCommand: readonly string[] = [...assayCommand, "engine", "--stdio"];

/** The engine as a process, as a program in another language uses it. */
export interface EngineProcess extends AsyncDisposable {
  /** Writes bytes as they are. */
  send(bytes: string | Uint8Array): void;
  /** The next answer. */
  answer(): Promise<JsonObject>;
  ask(request: object): Promise<JsonObject>;
  /** Ends the input and gives the exit code. */
  end(): Promise<number | null>;
}

/** Starts the engine. */
export function startEngine(): EngineProcess {
  const [program = "", ...args] = engineCommand;
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
  const exited = once(child, "exit");
  const lines = createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]();
  const send = (bytes: string | Uint8Array) => void child.stdin.write(bytes);
  const answer = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error("The engine has ended.");
    return JSON.parse(value) as JsonObject;
  };
  const end = async () => {
    child.stdin.end();
    const [code] = await exited;
    return code as number | null;
  };
  return {
    ...{ send, answer, end },
    ask(request) {
      send(`${JSON.stringify(request)}\n`);
      return answer();
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}
