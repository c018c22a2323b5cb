import { type ExitCode, exitCode } from "./exit-code.ts";
import { Failure } from "./failure.ts";
import type { Io } from "./io.ts";
import { createProgram, type Start } from "./program/program.ts";
import { printable, printableLines } from "./terminal/printable.ts";
import { createStyle } from "./terminal/style.ts";
import { wrap } from "./terminal/wrap.ts";

/** Runs a command line, without the name of the program, and returns the code to end with. Nothing is thrown. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  let started: Promise<ExitCode> | undefined;
  const start: Start = (command) => {
    started = command(io);
  };
  try {
    const { program, isCommanderError } = await createProgram(io, start);
    try {
      program.parse([...args], { from: "user" });
    } catch (reason) {
      if (!isCommanderError(reason)) throw reason;
      return reason.exitCode === 0 ? exitCode.valid : exitCode.usage;
    }
    return (await started) ?? exitCode.usage;
  } catch (reason) {
    return await explainFailure(reason, io);
  }
}

async function explainFailure(reason: unknown, io: Io): Promise<ExitCode> {
  if (io.signal.aborted) {
    io.err.write("\nInterrupted.\n");
    return exitCode.interrupted;
  }
  if (reason instanceof Failure) {
    printFailure(reason, io);
    return reason.exitCode;
  }
  // Loaded only for a call that failed.
  const { toFailure } = await import("./verdicts/to-failure.ts");
  const failure = toFailure(reason);
  if (failure) {
    printFailure(failure, io);
    return failure.exitCode;
  }
  const story = reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);
  io.err.write(`assay has a fault. Please report it with these lines:\n${printableLines(story)}\n`);
  return exitCode.fault;
}

function printFailure({ message, next }: Failure, io: Io): void {
  const { paint, width } = createStyle(io, io.err);
  const label = "error:";
  const [first = "", ...rest] = message.split("\n").flatMap((line) => wrap(printable(line), width - label.length - 1));
  io.err.write(`${paint("error", label)} ${first}\n${rest.map((line) => `  ${line}\n`).join("")}`);
  for (const step of next) io.err.write(`  ${paint("code", printable(step))}\n`);
}
