import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTerminal } from "./open-terminal.ts";
import { type Hunk, parseSteps, type Step } from "./parse-steps.ts";
import { findFreePorts, readersEnv } from "./start-dev.ts";

const root = join(import.meta.dirname, "../../../..");

/** A command on a page, the output that the page shows, and the actual output. */
export interface FollowedCommand {
  readonly command: string;
  readonly expected: string;
  readonly printed: string;
}

/** The files and folders that a page needs from a clone of this repository. */
const cloneEntries = ["assay", "docs", "examples", "node_modules", "packages", "package.json", "scripts"];

/**
 * Follows the steps of a page in a new folder, where `entries` are links into this repository: saves and edits files,
 * and runs commands (`console steps`). Ports from 8000 to 8099 are replaced by free ones, and restored in the output.
 */
export async function* followSteps(
  page: string,
  entries: readonly string[] = cloneEntries,
): AsyncGenerator<FollowedCommand> {
  const steps = parseSteps(page, "console steps");
  const ports = await assignPorts(steps.map(toStepText).join("\n"));
  const replacePorts = (text: string) => text.replace(pagePorts, (port) => ports.get(port) ?? port);
  const pagePortsByReal = new Map([...ports].map(([page, real]) => [real, page]));
  const clone = mkdtempSync(join(tmpdir(), "assay-steps-"));
  try {
    for (const name of entries) symlinkSync(join(root, name), join(clone, name));
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
        const restored = printed.replace(/(?<=:)\d{4,5}\b/g, (port) => pagePortsByReal.get(port) ?? port);
        yield { ...step, printed: stripProgress(restored) };
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

// A reader searches the file for the lines of a diff, so they must occur exactly once.
function replaceOnce(text: string, before: string, after: string, name: string): string {
  const parts = text.split(before);
  if (parts.length !== 2) throw new Error(`${name} contains these lines ${parts.length - 1} times:\n${before}`);
  return parts.join(after);
}

const pagePorts = /(?<=[:=]|\bport )80\d\d\b/g;

/** Assigns a free port to each port on a page, keeping the differences between them. */
async function assignPorts(text: string): Promise<ReadonlyMap<string, string>> {
  const portsOnPage = [...new Set(text.match(pagePorts))].map(Number).sort();
  const base = await findFreePorts();
  return new Map(portsOnPage.map((port) => [String(port), String(base + port - (portsOnPage[0] ?? 0))]));
}

// A terminal erases progress lines when a command ends. In a pipe they remain, but appear only if the command is slow.
function stripProgress(printed: string): string {
  return printed.replace(/^(?:Waiting for|Submitting to) http.*\n?/gm, "").trimEnd();
}
