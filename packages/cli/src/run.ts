import { type ExitCode, exitCode } from "./exit-code.ts";
import { Failure } from "./failure.ts";
import type { Io } from "./io.ts";
import { createProgram } from "./program/program.ts";
import type { StartCommand } from "./program/spec-commands.ts";
import { printInternalError } from "./terminal/print.ts";
import { createStyle, outputWidth } from "./terminal/style.ts";
import { toPrintable } from "./terminal/to-printable.ts";
import { wrap } from "./terminal/wrap.ts";

/** Runs the command that the arguments name and returns the exit code. Never throws. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  let running: Promise<ExitCode> | undefined;
  const start: StartCommand = (command) => {
    running = command(io);
  };
  try {
    let errorText = "";
    const err = {
      columns: io.err.columns,
      write(text: string) {
        errorText += text;
      },
    };
    const { program, isCommanderError } = createProgram({ ...io, err }, start);
    try {
      program.parse([...args], { from: "user" });
    } catch (reason) {
      if (!isCommanderError(reason)) throw reason;
      if (reason.exitCode === 0) return exitCode.valid;
      const width = outputWidth(io.env, io.err);
      // The value of an unknown option could be a key: `--key=ai_...`, `-kai_...`.
      const redacted = errorText.replace(/(unknown option '(?:--[a-z-]*|-.)).*?'$/ms, "$1'");
      const lines = redacted.split("\n").flatMap((line) => (line.length > width ? wrap(line, width) : [line]));
      io.err.write(lines.join("\n"));
      return exitCode.usage;
    }
    return (await running) ?? exitCode.usage;
  } catch (reason) {
    return await reportError(reason, io);
  }
}

async function reportError(reason: unknown, io: Io): Promise<ExitCode> {
  if (io.signal.aborted) {
    io.err.write("\nInterrupted.\n");
    return exitCode.interrupted;
  }
  // Loaded only when a command fails.
  const failure = reason instanceof Failure ? reason : (await import("./verdicts/to-failure.ts")).toFailure(reason);
  if (failure) {
    printFailure(failure, io);
    return failure.exitCode;
  }
  printInternalError(reason, io);
  return exitCode.internalError;
}

function printFailure({ message }: Failure, io: Io): void {
  const { paint, width } = createStyle(io, io.err);
  const label = "error:";
  const [first = "", ...rest] = message
    .split("\n")
    .flatMap((line) => wrap(toPrintable(line), width - label.length - 1));
  io.err.write(`${paint("error", label)} ${first}\n${rest.map((line) => `  ${line}\n`).join("")}`);
}
