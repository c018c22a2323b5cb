import { existsSync, lstatSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { formatPointer, type Json, projectSchema } from "@assay/contract";
import { closest, findPosition, quote, readJson } from "@assay/engine";
import { formatPath, isInside, readFile, stripByteOrderMark } from "../draft/read-file.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { printNote } from "../terminal/print.ts";
import { toPrintable } from "../terminal/to-printable.ts";

/** What `assay.json` says. */
export interface Project {
  /** The path of the file, if there is one. */
  readonly file?: string;
  readonly service?: string;
  readonly targetProduct?: string;
  readonly domainId?: string;
  readonly products?: readonly string[];
}

/** The name of the file that is looked for. */
export const projectFile = "assay.json";

const maxBytes = 65_536;

/** What messages call the file. */
export function formatProjectName({ file }: Project, cwd: string): string {
  return file === undefined ? projectFile : formatPath(file, cwd);
}

/**
 * Finds `assay.json` in the folder of a draft or the nearest one above it, then from the current folder, and reads it. The
 * search ends at the root of a repository: what is above belongs to somebody else. A file elsewhere than in the current
 * folder that another user could have put there is ignored.
 */
export function readProject(
  io: Pick<Io, "cwd" | "err" | "env">,
  folder: string = io.cwd,
  noted: Set<string> = new Set(),
): Project {
  const { cwd } = io;
  const note = (reason: string) => {
    if (!noted.has(reason)) printNote(reason, io);
    noted.add(reason);
  };
  const file = findUpwards(folder, cwd, note) ?? findUpwards(cwd, cwd, note);
  if (file === undefined) return {};
  const shown = formatPath(file, cwd);
  const content = stripByteOrderMark(readFile(file, { cwd }, { maxBytes }));
  const read = readJson(content);
  if (read.kind === "unreadable") {
    const { line, column } = read.at;
    throw new Failure(`${shown}:${line}:${column}: ${toPrintable(read.message)}`);
  }
  const faults = findFaults(read.value).map(({ at, fault }) => {
    const { line, column } = findPosition(content, at);
    return `${shown}:${line}:${column}: ${fault}`;
  });
  if (faults.length > 0) throw new Failure(faults.join("\n"));
  return { ...(read.value as Project), file };
}

/** Reads the settings of drafts, once for each folder. What came through a pipe belongs to the current folder. */
export function createProjectReader(io: Pick<Io, "cwd" | "err" | "env">): (file?: string) => Project {
  const noted = new Set<string>();
  const known = new Map<string, Project>();
  return (file = "-") => {
    const folder = file === "-" ? io.cwd : dirname(resolve(io.cwd, file));
    const project = known.get(folder) ?? readProject(io, folder, noted);
    known.set(folder, project);
    return project;
  };
}

function findUpwards(folder: string, cwd: string, note: (ignored: string) => void): string | undefined {
  const file = join(folder, projectFile);
  const reason = existsSync(file) ? findIgnoreReason(file, cwd) : undefined;
  if (reason !== undefined) note(`${formatPath(file, cwd)} is ignored, because ${reason}.`);
  else if (existsSync(file)) return file;
  const above = dirname(folder);
  return above === folder || existsSync(join(folder, ".git")) ? undefined : findUpwards(above, cwd, note);
}

function findIgnoreReason(file: string, cwd: string): string | undefined {
  const folder = dirname(file);
  if (!isInside(file, folder)) return "it is a link to a file outside its folder";
  const uid = process.getuid?.();
  const isForeign = folder !== cwd && uid !== undefined && lstatSync(file).uid !== uid;
  if (!isForeign) return undefined;
  return `it ${cwd.startsWith(folder) ? "is above this folder and " : ""}belongs to another user`;
}

interface Fault {
  readonly at: string;
  readonly fault: string;
}

function findFaults(value: Json): readonly Fault[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return [{ at: "", fault: 'The file must be an object, for example { "service": "https://assay.example" }.' }];
  }
  const known = Object.keys(projectSchema.properties);
  return Object.entries(value).flatMap(([name, member]) => {
    const at = formatPointer([name]);
    if (!known.includes(name)) {
      const near = closest(name, known);
      const remedy = near === undefined ? `Known properties: ${known.join(", ")}.` : `Did you mean "${near}"?`;
      return [{ at, fault: `Unknown property ${quote(name)}. ${remedy}` }];
    }
    // Whether a service or a domain exists, whoever uses it finds out.
    if (name !== "products") return typeof member === "string" ? [] : [{ at, fault: `"${name}" must be a string.` }];
    const areStrings = Array.isArray(member) && member.every((one) => typeof one === "string");
    return areStrings ? [] : [{ at, fault: '"products" must be an array of origins.' }];
  });
}
