import type { Command } from "commander";
import type { ExitCode } from "../exit-code.ts";
import type { Io } from "../io.ts";

/** Adds the commands for product teams in any language: the engine as a process, and the golden cases for others. */
export function addEngineCommands(
  command: (name: string, description: string, examples: readonly string[]) => Command,
  start: (command: (io: Io) => Promise<ExitCode>) => void,
): void {
  command("engine", "Run the engine for another program: requests and answers are lines of JSON.", [
    "assay engine --stdio",
    `echo '{"id":1,"operation":"compile","specPackage":"{}"}' | assay engine --stdio`,
  ])
    .requiredOption("--stdio", "read requests from standard input, and write answers to standard output")
    .action(() => start(async (to) => (await import("../commands/engine.ts")).engine(to)));

  const conformance = command(
    "conformance",
    "Run every golden case against a program that speaks the engine protocol, and compare the answers.",
    ["assay conformance -- assay engine --stdio", "assay conformance --only values/ -- python3 my_engine.py"],
  );
  conformance
    .argument("<command...>", "the program and its arguments, after --")
    .option("--timeout <seconds>", "how long to wait for each answer", "30")
    .option("--only <prefix>", "only cases whose name begins with this, such as values/")
    .addOption(
      conformance
        .createOption("--format <format>", "how to write the result")
        .choices(["pretty", "json"])
        .default("pretty"),
    )
    .action((words, options) =>
      start(async (to) => (await import("../commands/conformance.ts")).conformance(words, options, to)),
    );
}
