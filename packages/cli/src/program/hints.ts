import type { Command } from "commander";
import { Failure } from "../failure.ts";
import { quoteArgument } from "../terminal/phrases.ts";
import { printable } from "../terminal/printable.ts";

/** What other tools call a command, and what it is called here. */
const commands: { readonly [typed: string]: string } = {
  ...{ validate: "check", lint: "check", test: "check", dryrun: "check", "dry-run": "check", diagnose: "check" },
  ...{ format: "fix", fmt: "fix", repair: "fix", autofix: "fix", pack: "build", package: "build", compile: "build" },
  ...{
    new: "init",
    create: "init",
    start: "init",
    template: "init",
    publish: "submit",
    push: "submit",
    send: "submit",
  },
  ...{ upload: "submit", propose: "submit", list: "domains", ls: "domains", products: "domains", status: "proposals" },
  ...{ ballots: "proposals", signin: "login", signout: "logout", me: "whoami", show: "review" },
  ...{ describe: "explain", why: "explain", rule: "explain", rules: "spec", schema: "spec" },
};

/** The same for two words, as gh has them. */
const authCommands: { readonly [typed: string]: string } = { login: "login", logout: "logout", status: "whoami" };

const quiet = {
  say: "The exit code says whether everything is valid; redirect the report to /dev/null.",
  type: "> /dev/null",
};

/** What other tools call an option, and what to type instead of it; `""` leaves it out. */
const options: { readonly [typed: string]: { readonly say: string; readonly type: string } } = {
  "--json": { say: "The format is an option with a value.", type: "--format json" },
  "--output-format": { say: "It is called --format here.", type: "--format" },
  "--reporter": { say: "It is called --format here.", type: "--format" },
  "--output": {
    say: "The result goes to standard output: --format names its format, and the shell can write it to a file.",
    type: "--format",
  },
  "-f": { say: "It is called --format here.", type: "--format" },
  "--unsafe-fixes": { say: "It is called --unsafe here.", type: "--unsafe" },
  "--no-color": { say: "Set NO_COLOR=1; output that does not go to a terminal has no colours.", type: "NO_COLOR=1" },
  "-q": quiet,
  "--quiet": quiet,
  "--silent": quiet,
  "-v": { say: "Everything is already shown.", type: "" },
  "--verbose": { say: "Everything is already shown.", type: "" },
  "--watch": { say: "assay does not watch files: an editor checks a draft against its $schema.", type: "" },
  "--url": { say: "It is called --service here.", type: "--service" },
  "--server": { say: "It is called --service here.", type: "--service" },
  "--force": { say: "Nothing can be forced: the product refuses invalid proposals too.", type: "" },
};

/** The failure for an unknown command whose help is asked for: the help of the program would hide the mistake. */
export function unknownWithHelp(args: readonly string[], program: Command): Failure | undefined {
  const [word = "", ...rest] = args;
  if (word.startsWith("-") || !rest.some((arg) => arg === "--help" || arg === "-h")) return undefined;
  const isKnown = word === "help" || program.commands.some((command) => command.name() === word);
  if (isKnown) return undefined;
  const unknown = `There is no command ${printable(JSON.stringify(word))}.`;
  return knownElsewhere(word, ["--help"]) ?? new Failure(unknown, { next: ["assay --help"] });
}

/** What to type instead of a command line that the parser refused, if other tools would take it. */
export function hintFor(
  args: readonly string[],
  { code, message }: { code: string; message: string },
): Failure | undefined {
  const [word = "", ...rest] = args;
  if (code === "commander.unknownCommand") return knownElsewhere(word, rest);
  if (code === "commander.unknownOption") return optionHint(args, /'(--?[\w-]+)/.exec(message)?.[1] ?? "");
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

function knownElsewhere(word: string, rest: readonly string[]): Failure | undefined {
  if (word === "version") return new Failure("The version is an option.", { next: ["assay --version"] });
  if (word === "auth") {
    const [second = "", ...others] = rest;
    const name = Object.hasOwn(authCommands, second) ? (authCommands[second] ?? "login") : "login";
    return new Failure(`There is no command "auth": it is called ${name} here.`, {
      next: [name === "login" && others.length === 0 ? "assay login <URL>" : typed([name, ...others])],
    });
  }
  if (!Object.hasOwn(commands, word)) return undefined;
  const name = commands[word] ?? "";
  return new Failure(`There is no command ${JSON.stringify(word)}: it is called ${name} here.`, {
    next: [typed([name, ...rest])],
  });
}

function optionHint([command = "", ...rest]: readonly string[], option: string): Failure | undefined {
  if (command.startsWith("-"))
    return new Failure(`Which command? ${option} alone does nothing.`, { next: ["assay --help"] });
  const others = rest.filter((arg) => arg !== option && !arg.startsWith(`${option}=`));
  if (option === "--dry-run" || option === "--diff") {
    return new Failure(`There is no option ${option}. \`assay check\` shows every fix, and changes nothing:`, {
      next: [typed([command === "fix" ? "check" : command, ...others])],
    });
  }
  if (option === "--fix" && command === "fix") {
    return new Failure("`assay fix` applies fixes without an option.", { next: [typed(["fix", ...others])] });
  }
  if (option === "--force" && command === "init") {
    return new Failure(
      "There is no option --force. Nothing is overwritten: name another file, or remove the old one.",
      {
        next: ["assay init another.json"],
      },
    );
  }
  if (option === "--fix" || option === "--write") {
    return new Failure(`\`assay ${command}\` changes nothing. Fixes have their own command:`, {
      next: [typed(["fix", ...others])],
    });
  }
  if (option === "--key" || option === "--token" || option === "--api-key") {
    // It is not repeated: the line may be in a log.
    return new Failure(
      `There is no option ${option}. A key is never passed as an argument, because other users on the machine can read arguments. Log in, set ASSAY_KEY, or name a file:`,
      { next: ["assay login <URL>", `assay ${command} --key-file key.txt`] },
    );
  }
  if (!Object.hasOwn(options, option)) return undefined;
  const { say, type } = options[option] ?? { say: "", type: "" };
  const left = typed([command, ...others]);
  return new Failure(`There is no option ${option}. ${say}`, { next: [instead()] });

  function instead(): string {
    if (type === "" || type === "> /dev/null") return `${left} ${type}`.trimEnd();
    if (type === "NO_COLOR=1") return `${type} ${left}`;
    const value = rest.find((arg) => arg.startsWith(`${option}=`)) ?? rest[rest.indexOf(option) + 1] ?? "";
    const isFile = option === "--output" && /[./]/.test(value);
    // What was the value of the option stays where it was.
    return typed([command, ...rest.flatMap((arg) => replaced(arg, option, isFile ? ">" : type))]);
  }
}

function replaced(arg: string, option: string, type: string): readonly string[] {
  if (arg === option) return type.split(" ");
  return arg.startsWith(`${option}=`) ? [type.split(" ")[0] ?? "", arg.slice(option.length + 1)] : [arg];
}

function typed(args: readonly string[]): string {
  return ["assay", ...args.map((arg) => (arg.startsWith("-") || arg === ">" ? arg : quoteArgument(arg)))].join(" ");
}
