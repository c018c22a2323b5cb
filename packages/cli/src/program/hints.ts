import type { Command } from "commander";
import { Failure } from "../failure.ts";
import { quoteArgument } from "../terminal/phrases.ts";

/** What other tools call a command, and what it is called here. */
const commands: { readonly [typed: string]: string } = {
  ...{ validate: "check", lint: "check", test: "check", dryrun: "check", "dry-run": "check", diagnose: "check" },
  ...{ format: "fix", fmt: "fix", repair: "fix", autofix: "fix", pack: "build", package: "build", compile: "build" },
  ...{ new: "init", create: "init", start: "init", template: "init", publish: "submit", push: "submit" },
  ...{ send: "submit", upload: "submit", propose: "submit", list: "domains", ls: "domains", products: "domains" },
  ...{ status: "proposals", ballots: "proposals", signin: "login", signout: "logout", me: "whoami" },
  ...{ describe: "explain", why: "explain", rule: "explain", rules: "spec", schema: "spec" },
  ...{ auth: "login", "auth login": "login", "auth logout": "logout", "auth status": "whoami" },
};

/** Commands that need no argument. */
const takesNothing: readonly string[] = ["domains", "explain", "init", "logout", "proposals", "whoami"];

const format = "It is called --format here.";
const fix = "`assay fix` applies fixes, and no other command changes a draft.";
const preview = "`assay check` shows every fix, and changes nothing.";
const quiet = "The exit code says whether everything is valid: add > /dev/null.";
const verbose = "Everything is already shown.";
const service = "It is called --service here.";

/** What to do instead of an option that other tools have. */
const options: { readonly [typed: string]: string } = {
  ...{ "--output-format": format, "--reporter": format, "-f": format, "--json": "Write --format json." },
  "--output": "The result goes to standard output: --format names its format, and > writes it to a file.",
  ...{ "--fix": fix, "--write": fix, "--unsafe-fixes": "It is called --unsafe here." },
  ...{ "--dry-run": preview, "--diff": preview },
  "--no-color": "Set NO_COLOR=1; output that does not go to a terminal has no colours.",
  ...{ "-q": quiet, "--quiet": quiet, "--silent": quiet, "-v": verbose, "--verbose": verbose },
  "--watch": "assay does not watch files: an editor checks a draft against its $schema.",
  ...{ "--url": service, "--server": service },
  "--force": "Nothing can be forced: no file is overwritten, and the product refuses invalid proposals too.",
};

/** The failure for an unknown command whose help is asked for: the help of the program would hide the mistake. */
export function unknownWithHelp(args: readonly string[], program: Command): Failure | undefined {
  const [word = "", ...rest] = args;
  if (word.startsWith("-") || !rest.some((arg) => arg === "--help" || arg === "-h")) return undefined;
  const isKnown = word === "help" || program.commands.some((command) => command.name() === word);
  if (isKnown) return undefined;
  const unknown = `There is no command ${JSON.stringify(word)}.`;
  return knownElsewhere(args) ?? new Failure(unknown, { next: ["assay --help"] });
}

/**
 * What to type instead of a command line that the parser refused, if other tools would take it. Values of options are not
 * repeated: one of them may be a key, and the output may be in a log.
 */
export function hintFor(
  args: readonly string[],
  { code, message }: { code: string; message: string },
  help: string,
): Failure | undefined {
  const [word = ""] = args;
  const key = args.map((arg) => /^--?[a-z-]*(?:key|token|secret|password)(?==|$)/.exec(arg)?.[0]).find(Boolean);
  if (key !== undefined) {
    return new Failure(
      `There is no option ${key}. A key is never passed as an argument, because other users on the machine can read arguments. Log in, set ASSAY_KEY, or name a file with --key-file.`,
      { next: ["assay login <URL>"] },
    );
  }
  if (code === "commander.unknownCommand") return knownElsewhere(args);
  if (code === "commander.unknownOption") {
    const option = /'(--?[\w-]+)/.exec(message)?.[1] ?? "";
    if (word.startsWith("-")) return new Failure(`Which command? ${option} alone does nothing.`, { next: [help] });
    const say = Object.hasOwn(options, option) ? options[option] : undefined;
    if (say === undefined) return undefined;
    const command = /`(assay \w+)`/.exec(say)?.[1];
    return new Failure(`There is no option ${option}. ${say}`, { next: [command ? `${command} --help` : help] });
  }
  if (code === "commander.missingArgument" && (word === "check" || word === "fix")) {
    const also = word === "check" ? "; - is standard input" : "";
    return new Failure(`Which candidate? Name files, folders or patterns${also}.`, {
      next: [`assay ${word} candidate.json`, ...(word === "check" ? ["assay check - < candidate.json"] : [])],
    });
  }
  if (code === "commander.missingArgument" && word === "login") {
    return new Failure("Which service? Name its address.", { next: ["assay login <URL>"] });
  }
  return undefined;
}

function knownElsewhere(args: readonly string[]): Failure | undefined {
  if (args[0] === "version") return new Failure("The version is an option.", { next: ["assay --version"] });
  const length = [2, 1].find((words) => Object.hasOwn(commands, args.slice(0, words).join(" ")));
  if (length === undefined) return undefined;
  const typed = args.slice(0, length).join(" ");
  const rest = args.slice(length);
  const command = commands[typed] ?? "";
  const isComplete = command !== "spec" && (rest.length > 0 || takesNothing.includes(command));
  const words = isComplete && !rest.some((arg) => arg.startsWith("-")) ? rest.map(quoteArgument) : ["--help"];
  return new Failure(`There is no command ${JSON.stringify(typed)}: it is called ${command} here.`, {
    next: [["assay", command, ...words].join(" ")],
  });
}
