import { Argument, Command, CommanderError, Option } from "commander";
import type { Io } from "../io.ts";
import { printableLines } from "../terminal/printable.ts";
import { outputWidth } from "../terminal/style.ts";
import { examplesHelp, programHelp } from "./help-text.ts";
import { addSpecCommands, formatOption, type Start } from "./spec-commands.ts";

/** The parser of command lines. What a command does is loaded when it is chosen. */
export interface Program {
  readonly program: Command;
  readonly isCommanderError: (reason: unknown) => reason is CommanderError;
}

const reportFormats = ["pretty", "json", "github", "agent"];
const plainFormats = ["pretty", "json"];
const forTeams = "For product teams:";

export function createProgram(io: Io, start: Start): Program {
  const width = Math.min(outputWidth(io.env, io.out), 100);
  const program = new Command("assay")
    .description("Checks proposals before they are submitted, fixes them, builds their packages and submits them.")
    .usage("<command> [options]")
    .helpCommand("help [command]", "Show help for a command.")
    .helpOption("-h, --help", "Show this help.")
    .option("-V, --version", "Show the version.")
    .configureHelp({ sortSubcommands: false, showGlobalOptions: false, helpWidth: width, minWidthToWrap: 20 })
    .configureOutput({
      writeOut: (text) => io.out.write(text),
      writeErr: (text) => io.err.write(`${printableLines(text)}`),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .showSuggestionAfterError(true)
    .showHelpAfterError("Run `assay --help` for the commands.")
    .exitOverride()
    .addHelpText("after", () => programHelp(width));

  const created = (name: string, path: string, description: string, examples: readonly string[]) =>
    program
      .createCommand(name)
      .copyInheritedSettings(program)
      .description(description)
      .helpOption("-h, --help", "Show this help.")
      .showHelpAfterError(`Run \`assay ${path} --help\` for its options.`)
      .exitOverride()
      .addHelpText("after", () => examplesHelp(examples));
  const command = (name: string, description: string, examples: readonly string[]) => {
    const added = created(name, name, description, examples);
    program.addCommand(added);
    return added;
  };

  const service = () =>
    new Option("--service <url>", "the Assay service (default: ASSAY_SERVICE, assay.json, your only login)");
  const domain = () => new Option("--domain <product/domain>", "the domain of the candidate (default: assay.json)");
  const file = (what: string) => new Argument("<file>", what);
  const checking = (one: Command) => {
    return one
      .addOption(service())
      .addOption(domain())
      .option("--local", "check here, with the rules that the service publishes; needs no key")
      .option("--spec-package <file>", "with --local: the rules, so that no service is asked")
      .option("--registry <file>", "with --spec-package: the ids that are taken");
  };

  command("login", "Read your key without showing it, verify it, and keep it for one service.", [
    "assay login https://assay.example",
    "assay login https://assay.example < key.txt",
  ])
    .addArgument(new Argument("<url>", "the Assay service"))
    .action((url) => start(async (to) => (await import("../commands/login.ts")).login(url, to)));

  command("logout", "Forget the key for a service.", ["assay logout", "assay logout --all"])
    .addArgument(new Argument("[url]", "the Assay service (default: the only login)"))
    .option("--all", "forget every login, and every origin that you agreed to")
    .action((url, options) => start(async (to) => (await import("../commands/logout.ts")).logout(url, options, to)));

  command("whoami", "Show whose key is used, and at which service.", ["assay whoami", "assay whoami --format json"])
    .addOption(service())
    .addOption(formatOption(plainFormats))
    .action((options) => start(async (to) => (await import("../commands/whoami.ts")).whoami(options, to)));

  command("domains", "List the service's domains.", ["assay domains", "assay domains --service https://assay.example"])
    .addOption(service())
    .addOption(formatOption(plainFormats))
    .action((options) => start(async (to) => (await import("../commands/domains.ts")).domains(options, to)));

  command("init", "Write a draft to fill in, and assay.json if there is none.", [
    "assay init",
    "assay init --service https://assay.example",
    "assay init drafts/parcel-route.json --domain datamint/generator-option",
    "assay init --spec-package spec-package.json",
  ])
    .addArgument(new Argument("[file]", "where to write the draft").default("candidate.json"))
    .addOption(service())
    .addOption(domain())
    .addOption(new Option("--spec-package <file>", "the rules: no service is asked").conflicts(["service", "domain"]))
    .action((path, options) => start(async (to) => (await import("../commands/init.ts")).init(path, options, to)));

  checking(
    command("check", "Report problems in candidates, and how to fix them.", [
      "assay check candidate.json",
      "assay check drafts/",
      "assay check 'drafts/**/*.json' --format github",
      "generate-candidate | assay check - --format agent",
      "assay check drafts/ --local",
      "assay check candidate.json --local --spec-package spec-package.json --registry registry.json",
    ]).addArgument(new Argument("<files...>", "candidates as JSON, folders or patterns; - for standard input")),
  )
    .addOption(formatOption(reportFormats))
    .action((paths, options) => start(async (to) => (await import("../commands/check.ts")).check(paths, options, to)));

  checking(
    command("fix", "Apply fixes to candidates. Nothing else in the files changes.", [
      "assay fix candidate.json",
      "assay fix drafts/",
    ]).addArgument(new Argument("<files...>", "the candidates to fix: files, folders or patterns")),
  ).action((paths, options) => start(async (to) => (await import("../commands/fix.ts")).fix(paths, options, to)));

  checking(
    command("build", "Build the package for a valid candidate.", [
      "assay build candidate.json -o proposal.json",
      "assay build candidate.json > proposal.json",
    ]).addArgument(file("the candidate")),
  )
    .option("-o, --output <file>", "where to write the package (default: standard output)")
    .addOption(formatOption(reportFormats))
    .action((path, options) => start(async (to) => (await import("../commands/build.ts")).build(path, options, to)));

  command("verify", "Rebuild a package under rules in a file and compare.", [
    "assay verify proposal.json --spec-package spec-package.json --registry registry.json",
    "assay verify - --spec-package spec-package.json --registry registry.json --format json < body.json",
  ])
    .helpGroup(forTeams)
    .addArgument(file("the package; - for standard input"))
    .requiredOption("--spec-package <file>", "the rules")
    .requiredOption("--registry <file>", "the ids that are taken")
    .addOption(formatOption(plainFormats))
    .action((path, options) => start(async (to) => (await import("../commands/verify.ts")).verify(path, options, to)));

  command("submit", "Show a package and where it goes, ask, and submit it. Submitting again is safe.", [
    "assay submit proposal.json",
    "assay submit --yes proposal.json",
  ])
    .addArgument(file("the package"))
    .option("--yes", "do not ask: the owner has read the review and agrees. ASSAY_PRODUCTS names the product")
    .addOption(service())
    .addOption(formatOption(plainFormats))
    .action((path, options) => start(async (to) => (await import("../commands/submit.ts")).submit(path, options, to)));

  command("proposals", "List your proposals and their status.", [
    "assay proposals",
    "assay proposals --domain datamint/generator-option --format json",
  ])
    .addOption(service())
    .addOption(domain())
    .addOption(formatOption(plainFormats))
    .action((options) => start(async (to) => (await import("../commands/proposals.ts")).proposals(options, to)));

  command("explain", "Explain a code, without a service.", [
    "assay explain field.missing",
    "assay explain rate-limited",
  ])
    .addArgument(new Argument("[code]", "a code (default: list them all)"))
    .action((code) => start(async (to) => (await import("../commands/explain.ts")).explain(code, to)));

  const spec = command("spec", "Write, check and test spec packages, the rules of a domain. No service is needed.", [
    "assay spec init                       a small spec package to start from",
    "assay spec check spec-package.json    what is wrong with it",
    "assay spec test spec-package.json     what its tests expect and get",
  ])
    .usage("<command> [options]")
    .helpGroup(forTeams);
  addSpecCommands((name, description, examples) => {
    const added = created(name, `spec ${name}`, description, examples);
    spec.addCommand(added);
    return added;
  }, start);

  return { program, isCommanderError: (reason): reason is CommanderError => reason instanceof CommanderError };
}
