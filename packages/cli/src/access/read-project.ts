import { existsSync, lstatSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type Json, projectSchema } from "@assay/contract";
import { findClosest, quote, readJson } from "@assay/engine";
import { formatPath, isBelow, isInside, readFile, stripByteOrderMark } from "../draft/read-file.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { printNote } from "../terminal/print.ts";
import { toPrintable } from "../terminal/to-printable.ts";

/** The settings in `assay.json`. */
export interface Project {
  /** The path of the file, if there is one. */
  readonly file?: string;
  readonly service?: string;
  readonly targetProduct?: string;
  readonly domainId?: string;
  readonly products?: readonly string[];
  /** Files, folders and patterns, relative to the folder of the file. */
  readonly drafts?: readonly string[];
}

/** The name of the settings file. */
export const projectFile = "assay.json";

const maxBytes = 65_536;

/** The name of the settings file in messages. */
export function formatProjectName({ file }: Project, cwd: string): string {
  return file === undefined ? projectFile : formatPath(file, cwd);
}

/**
 * Finds and reads `assay.json`. The search goes upward from the folder of a draft, then from the current folder. It
 * ends at the root of a repository, because the folders above do not belong to it. Outside the current folder, a file
 * that belongs to another user is ignored.
 */
export function readProject(
  io: Pick<Io, "cwd" | "err" | "env">,
  folder: string = io.cwd,
  printedNotes: Set<string> = new Set(),
): Project {
  const { cwd } = io;
  const note = (reason: string) => {
    if (!printedNotes.has(reason)) printNote(reason, io);
    printedNotes.add(reason);
  };
  const file = findUpward(folder, cwd, note) ?? findUpward(cwd, cwd, note);
  if (file === undefined) return {};
  const name = formatPath(file, cwd);
  const content = stripByteOrderMark(readFile(file, { cwd }, { maxBytes }));
  const read = readJson(content);
  if (read.kind === "unreadable") {
    const { line, column } = read.at;
    throw new Failure(`${name}:${line}:${column}: ${toPrintable(read.message)}`);
  }
  const errors = listErrors(read.value).map((message) => `${name}: ${message}`);
  if (errors.length > 0) throw new Failure(errors.join("\n"));
  return { ...(read.value as Project), file };
}

/** The paths of the drafts that `assay.json` names. Anyone could have written it, so they must be in its folder. */
export function listProjectDrafts(io: Pick<Io, "cwd" | "err" | "env">): readonly string[] {
  const { file = "", drafts = [] } = readProject(io);
  const folder = dirname(file);
  const paths = drafts.map((draft) => resolve(folder, draft));
  if (paths.length === 0) {
    throw new Failure('Which drafts? Name files, folders or patterns, or name them once as "drafts" in assay.json.');
  }
  const outside = paths.find((path) => path !== folder && !isBelow(path, folder));
  if (outside === undefined) return paths;
  throw new Failure(
    `${formatPath(file, io.cwd)}: "drafts" names ${toPrintable(outside)}, outside the folder of this file.`,
  );
}

/** Creates a function that reads the settings for a draft, once per folder. Standard input uses the current folder. */
export function createProjectReader(io: Pick<Io, "cwd" | "err" | "env">): (file?: string) => Project {
  const printedNotes = new Set<string>();
  const projects = new Map<string, Project>();
  return (file = "-") => {
    const folder = file === "-" ? io.cwd : dirname(resolve(io.cwd, file));
    const project = projects.get(folder) ?? readProject(io, folder, printedNotes);
    projects.set(folder, project);
    return project;
  };
}

function findUpward(folder: string, cwd: string, note: (text: string) => void): string | undefined {
  const file = join(folder, projectFile);
  const reason = existsSync(file) ? findIgnoreReason(file, cwd) : undefined;
  if (reason !== undefined) note(`${formatPath(file, cwd)} is ignored, because ${reason}.`);
  else if (existsSync(file)) return file;
  const parent = dirname(folder);
  return parent === folder || existsSync(join(folder, ".git")) ? undefined : findUpward(parent, cwd, note);
}

function findIgnoreReason(file: string, cwd: string): string | undefined {
  const folder = dirname(file);
  if (!isInside(file, folder)) return "it is a link to a file outside its folder";
  const uid = process.getuid?.();
  const isForeign = folder !== cwd && uid !== undefined && lstatSync(file).uid !== uid;
  if (!isForeign) return undefined;
  return `it ${cwd.startsWith(folder) ? "is above this folder and " : ""}belongs to another user`;
}

function listErrors(value: Json): readonly string[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return ['The file must be an object, for example { "service": "https://assay.example" }.'];
  }
  const known = Object.keys(projectSchema.properties);
  return Object.entries(value).flatMap(([name, member]) => {
    if (!known.includes(name)) {
      const closest = findClosest(name, known);
      const remedy = closest === undefined ? `Known properties: ${known.join(", ")}.` : `Did you mean "${closest}"?`;
      return [`Unknown property ${quote(name)}. ${remedy}`];
    }
    // Only the types are checked here. The code that uses a setting checks its value.
    if (name !== "products" && name !== "drafts")
      return typeof member === "string" ? [] : [`"${name}" must be a string.`];
    const areStrings = Array.isArray(member) && member.every((item) => typeof item === "string");
    return areStrings ? [] : [`"${name}" must be an array of strings.`];
  });
}
