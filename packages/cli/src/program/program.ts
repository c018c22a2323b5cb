import { type AddHelpTextContext, Argument, Command, CommanderError, Option } from "commander";
import type { Io } from "../io.ts";
import { outputWidth } from "../terminal/style.ts";
import { toPrintableLines } from "../terminal/to-printable.ts";
import { examplesHelp, programHelp } from "./help-text.ts";
import { addSpecCommands, formatOption, type StartCommand } from "./spec-commands.ts";

/** The parser of the command line. It loads the code of a command only when that command is chosen. */
export interface Program {
  readonly program: Command;
  readonly isCommanderError: (reason: unknown) => reason is CommanderError;
}

const reportFormats = ["pretty", "json", "github", "agent"];
const plainFormats = ["pretty", "json"];
const productTeamGroup = "For product teams:";

export function createProgram(parserIo: Io, start: StartCommand): Program {
  const width = Math.min(outputWidth(parserIo.env, parserIo.out), 100);
  const program = new Command("assay")
    .description("Checks proposals before they are submitted, fixes them, builds their packages and submits them.")
    .usage("<command> [options]")
    .helpCommand("help [command]", "Show help for a command.")
    .helpOption("-h, --help", "Show this help.")
    .option("-V, --version", "Show the version.")
    .configureHelp({ sortSubcommands: false, showGlobalOptions: false, helpWidth: width, minWidthToWrap: 20 })
    .configureOutput({
      writeOut: (text) => parserIo.out.write(text),
      writeErr: (text) => parserIo.err.write(`${toPrintableLines(text)}`),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .showSuggestionAfterError(true)
    .showHelpAfterError("Run `assay --help` for the commands.")
    .exitOverride()
    .addHelpText("before", refuseUnknownCommand)
    .addHelpText("after", () => programHelp(width));

  const createCommand = (name: string, path: string, description: string, examples: readonly string[]) =>
    program
      .createCommand(name)
      .copyInheritedSettings(program)
      .description(description)
      .helpOption("-h, --help", "Show this help.")
      .showHelpAfterError(`Run \`assay ${path} --help\` for its options.`)
      .exitOverride()
      .addHelpText("before", refuseUnknownCommand)
      .addHelpText("after", () => examplesHelp(examples));
  const addCommand = (name: string, description: string, examples: readonly string[]) => {
    const added = createCommand(name, name, description, examples);
    program.addCommand(added);
    return added;
  };

  const serviceOption = () =>
    new Option("--service <url>", "the Assay service (default: ASSAY_SERVICE, assay.json, your only login)");
  const domainOption = () =>
    new Option("--domain <product/domain>", "the domain of the proposals (default: assay.json, or the only one)");
  const fileArgument = (description: string) => new Argument("<file>", description);
  const addCheckOptions = (command: Command) => {
    return command
      .addOption(serviceOption())
      .addOption(domainOption())
      .option("--local", "check on this machine, with the rules that the service publishes; needs no key")
      .option("--spec-package <file>", "with --local: a file with the rules, to use no service at all")
      .option("--registry <file>", "with --spec-package: a file with the ids that are taken");
  };

  addCommand("login", "Prompt for your key without showing it, verify it, and store it for this service only.", [
    "assay login https://assay.example",
    "assay login https://assay.example < key.txt",
  ])
    .addArgument(new Argument("<url>", "the Assay service"))
    .action((url) => start(async (io) => (await import("../commands/login.ts")).login(url, io)));

  addCommand("logout", "Forget the key for a service.", ["assay logout", "assay logout --all"])
    .addArgument(new Argument("[url]", "the Assay service (default: the only login)"))
    .option("--all", "forget every login and every product that you approved")
    .action((url, options) => start(async (io) => (await import("../commands/logout.ts")).logout(url, options, io)));

  addCommand("whoami", "Show whose key is used, and at which service.", ["assay whoami", "assay whoami --format json"])
    .addOption(serviceOption())
    .addOption(formatOption(plainFormats))
    .action((options) => start(async (io) => (await import("../commands/whoami.ts")).whoami(options, io)));

  addCommand("domains", "List the service's domains.", [
    "assay domains",
    "assay domains --service https://assay.example",
  ])
    .addOption(serviceOption())
    .addOption(formatOption(plainFormats))
    .action((options) => start(async (io) => (await import("../commands/domains.ts")).printDomains(options, io)));

  addCommand("init", "Write a draft to fill in, and assay.json if there is none.", [
    "assay init",
    "assay init --service https://assay.example",
    "assay init drafts/parcel-route.json --domain datamint/generator-option",
    "assay init --spec-package spec-package.json",
  ])
    .addArgument(new Argument("[file]", "where to write the draft").default("candidate.json"))
    .addOption(serviceOption())
    .addOption(domainOption())
    .addOption(
      new Option("--spec-package <file>", "the rules, instead of asking a service").conflicts(["service", "domain"]),
    )
    .action((path, options) => start(async (io) => (await import("../commands/init.ts")).init(path, options, io)));

  addCheckOptions(
    addCommand("check", "Report problems in candidates, and how to fix them.", [
      "assay check candidate.json",
      "assay check drafts/",
      "assay check 'drafts/**/*.json' --format github",
      "generate-candidate | assay check - --format agent",
      "assay check drafts/ --local",
      "assay check candidate.json --local --spec-package spec-package.json --registry registry.json",
    ]).argument("[files...]", "JSON files, folders or patterns; - for standard input (default: assay.json)"),
  )
    .addOption(formatOption(reportFormats))
    .action((paths, options) => start(async (io) => (await import("../commands/check.ts")).check(paths, options, io)));

  addCheckOptions(
    addCommand("fix", "Apply fixes to candidates. Nothing else in the files changes.", [
      "assay fix candidate.json",
      "assay fix drafts/ --diff",
      "assay fix - < candidate.json > fixed.json",
    ]).addArgument(new Argument("<files...>", "files, folders or patterns; - writes the result to standard output")),
  )
    .option("--diff", "show the changes, and write nothing")
    .action((paths, options) => start(async (io) => (await import("../commands/fix.ts")).fix(paths, options, io)));

  addCheckOptions(
    addCommand("build", "Build the package for a valid candidate.", [
      "assay build candidate.json -o proposal.json",
      "assay build candidate.json > proposal.json",
    ]).addArgument(fileArgument("the candidate")),
  )
    .option("-o, --output <file>", "where to write the package (default: standard output)")
    .addOption(formatOption(reportFormats))
    .action((path, options) => start(async (io) => (await import("../commands/build.ts")).build(path, options, io)));

  addCommand("verify", "Rebuild a package with the rules in a file, and check that the result is the same.", [
    "assay verify proposal.json --spec-package spec-package.json --registry registry.json",
    "assay verify - --spec-package spec-package.json --registry registry.json --format json < body.json",
    "assay verify --listen 127.0.0.1:9000 --spec-package spec-package.json --registry registry.json",
  ])
    .helpGroup(productTeamGroup)
    .addArgument(new Argument("[file]", "the package; - for standard input"))
    .requiredOption("--spec-package <file>", "the rules")
    .requiredOption("--registry <file>", "the ids that are taken")
    .option("--listen <address>", "answer requests at this loopback address, or at this path of a Unix socket")
    .addOption(formatOption(plainFormats))
    .action((path, options) => start(async (io) => (await import("../commands/verify.ts")).verify(path, options, io)));

  addCommand("submit", "Show a package and where it goes, ask, and submit it. Submitting again is safe.", [
    "assay submit proposal.json",
    "assay submit --yes proposal.json",
  ])
    .addArgument(fileArgument("the package"))
    .option(
      "--yes",
      "submit without asking, if the owner has agreed to the review and ASSAY_PRODUCTS names the product",
    )
    .addOption(serviceOption())
    .addOption(formatOption(plainFormats))
    .action((path, options) => start(async (io) => (await import("../commands/submit.ts")).submit(path, options, io)));

  addCommand("proposals", "List your proposals and their status.", [
    "assay proposals",
    "assay proposals --domain datamint/generator-option --format json",
  ])
    .addOption(serviceOption())
    .addOption(domainOption())
    .addOption(formatOption(plainFormats))
    .action((options) => start(async (io) => (await import("../commands/proposals.ts")).printProposals(options, io)));

  addCommand("explain", "Explain the code of a diagnostic or a problem. Works offline.", [
    "assay explain field.missing",
    "assay explain rate-limited",
  ])
    .addArgument(new Argument("[code]", "a code (default: list them all)"))
    .action((code) => start(async (io) => (await import("../commands/explain.ts")).explain(code, io)));

  const spec = addCommand("spec", "Write, check and test spec packages, the rules of a domain. No service is needed.", [
    "assay spec init                       a small spec package to start from",
    "assay spec check spec-package.json    what is wrong with it",
    "assay spec test spec-package.json     what its tests expect and get",
  ])
    .usage("<command> [options]")
    .helpGroup(productTeamGroup);
  addSpecCommands((name, description, examples) => {
    const added = createCommand(name, `spec ${name}`, description, examples);
    spec.addCommand(added);
    return added;
  }, start);

  return { program, isCommanderError: (reason): reason is CommanderError => reason instanceof CommanderError };
}

// The parser shows help for an unknown command. Without the flag, it refuses the command.
function refuseUnknownCommand({ command }: AddHelpTextContext): string {
  const [name = "-"] = command.args.filter((argument) => argument !== "help");
  const isKnown = command.commands.length === 0 || command.commands.some((known) => known.name() === name);
  if (!isKnown && !name.startsWith("-")) command.parse([name], { from: "user" });
  return "";
}
