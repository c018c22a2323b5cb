import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTerminal } from "./open-terminal.ts";
import { type Hunk, parseSteps, type Step } from "./parse-steps.ts";
import { findFreePorts, readersEnv } from "./start-dev.ts";

const root = join(import.meta.dirname, "../../../..");

/** A command of a page, what the page says that it prints, and what it printed. */
export interface FollowedCommand {
  readonly command: string;
  readonly expected: string;
  readonly printed: string;
}

/** What a page that is followed in a clone of this repository finds there. */
const cloneEntries = ["assay", "docs", "examples", "node_modules", "packages", "package.json", "scripts"];

/**
 * Does what a page says, in a folder in which nothing was tried yet: saves its files and runs its commands (`console steps`), one
 * after another. Of this repository, the folder has `present`. Ports from 8000 to 8099 are others, in commands, files and
 * expectations alike.
 */
export async function* followSteps(
  page: string,
  present: readonly string[] = cloneEntries,
): AsyncGenerator<FollowedCommand> {
  const steps = parseSteps(page, "console steps");
  const ports = await assignPorts(steps.map(toStepText).join("\n"));
  const replacePorts = (text: string) => text.replace(portsOfPages, (port) => ports.get(port) ?? port);
  const back = new Map([...ports].map(([shown, real]) => [real, shown]));
  const clone = mkdtempSync(join(tmpdir(), "assay-steps-"));
  try {
    for (const name of present) symlinkSync(join(root, name), join(clone, name));
    await using terminal = openTerminal(clone, { ...readersEnv, XDG_CONFIG_HOME: join(clone, ".config") });
    for (const step of steps) {
      if (step.kind === "save") writeFileSync(join(await terminal.run("pwd"), step.name), replacePorts(step.content));
      else if (step.kind === "edit") {
        const file = join(await terminal.run("pwd"), step.name);
        const edit = (text: string, { before, after }: Hunk) =>
          replaceOnce(text, replacePorts(before), replacePorts(after), step.name);
        writeFileSync(file, step.hunks.reduce(edit, readFileSync(file, "utf8")));
      } else {
        const printed = await terminal.run(replacePorts(step.command));
        const shown = printed.replace(/(?<=:)\d{4,5}\b/g, (port) => back.get(port) ?? port);
        yield { ...step, printed: stripProgress(shown) };
      }
    }
  } finally {
    rmSync(clone, { recursive: true });
  }
}

function toStepText(step: Step): string {
  if (step.kind === "run") return step.command;
  return step.kind === "save" ? step.content : step.hunks.map(({ after }) => after).join("\n");
}

// A reader finds the lines of a diff by looking for them, so they must be there, and once.
function replaceOnce(text: string, before: string, after: string, name: string): string {
  const parts = text.split(before);
  if (parts.length !== 2) throw new Error(`${name} has these lines ${parts.length - 1} times:\n${before}`);
  return parts.join(after);
}

const portsOfPages = /(?<=[:=]|\bport )80\d\d\b/g;

/** Free ports for those that the page names, with the same distances. */
async function assignPorts(text: string): Promise<ReadonlyMap<string, string>> {
  const named = [...new Set(text.match(portsOfPages))].map(Number).sort();
  const base = await findFreePorts();
  return new Map(named.map((port) => [String(port), String(base + port - (named[0] ?? 0))]));
}

// On a terminal, what a command waits for is erased when it ends; in a pipe it is a line, and only if it takes long.
function stripProgress(printed: string): string {
  return printed.replace(/^(?:Waiting for|Submitting to) http.*\n?/gm, "").trimEnd();
}
