import { type Command, Option } from "commander";
import type { ExitCode } from "../exit-code.ts";
import type { Io } from "../io.ts";

/** The parser calls this with the chosen command. */
export type StartCommand = (command: (io: Io) => Promise<ExitCode>) => void;

/** Creates the option for the output format. */
export function formatOption(formats: readonly string[]): Option {
  return new Option("--format <format>", "how to write the result").choices(formats).default("pretty");
}

const file = "spec-package.json";
const formats = ["pretty", "json", "github"];

/** Adds the `assay spec` commands, for teams that write spec packages. None of them needs a service or a key. */
export function addSpecCommands(
  addCommand: (name: string, description: string, examples: readonly string[]) => Command,
  start: StartCommand,
): void {
  const addPackageOptions = (command: Command) =>
    command.argument("[files...]", "spec packages; - for standard input", [file]).addOption(formatOption(formats));

  addCommand("init", "Write a small spec package to start from. Its descriptions explain each property.", [
    "assay spec init",
    "assay spec init rules/route.json --domain wayfinder/route",
  ])
    .argument("[file]", "where to write it", file)
    .option("--domain <product/domain>", "what its proposals are for", "my-product/my-proposals")
    .action((path, options) =>
      start(async (io) => (await import("../commands/spec/init.ts")).initSpec(path, options, io)),
    );

  addPackageOptions(
    addCommand("check", "Report problems in spec packages, and what to do about them.", [
      "assay spec check",
      "assay spec check rules/*.json --format github",
    ]),
  ).action((paths, options) =>
    start(async (io) => (await import("../commands/spec/check.ts")).checkSpecs(paths, options, io)),
  );

  addPackageOptions(
    addCommand("test", "Run the tests in spec packages.", [
      "assay spec test",
      "assay spec test rules/*.json --format json",
    ]),
  ).action((paths, options) =>
    start(async (io) => (await import("../commands/spec/test.ts")).testSpecs(paths, options, io)),
  );

  addCommand("try", "Check candidates under a spec package, even while its tests fail.", [
    "assay spec try candidate.json",
    "assay spec try candidate.json --spec-package rules/route.json --registry registry.json",
  ])
    .argument("<candidates...>", "candidates as JSON; - for standard input")
    .addOption(formatOption(formats))
    .option("--spec-package <file>", "the rules", file)
    .option("--registry <file>", "the ids that are taken (default: none)")
    .action((paths, options) =>
      start(async (io) => (await import("../commands/spec/try.ts")).tryCandidates(paths, options, io)),
    );

  addCommand("diff", "Show which candidates get a different verdict under new rules.", [
    "assay spec diff published.json spec-package.json",
    "assay spec diff published.json spec-package.json --candidates accepted",
  ])
    .argument("<old>", "the spec package in use")
    .argument("<new>", "the one to publish")
    .addOption(formatOption(["pretty", "json"]))
    .option("--candidates <files...>", "files or folders with candidates, in addition to those in the tests of both")
    .action((before, after, options) =>
      start(async (io) => (await import("../commands/spec/diff.ts")).diffSpecs([before, after], options, io)),
    );
}
