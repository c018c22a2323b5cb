import { existsSync, globSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { projectFile } from "../access/read-project.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { printNote } from "../terminal/print.ts";
import { toPrintable } from "../terminal/to-printable.ts";
import { isInside, leadsAway } from "./read-file.ts";

/** The files that arguments name. */
export interface FoundFiles {
  readonly files: readonly string[];
  /** Whether the arguments name several files, a folder or a pattern, even if only one file is found. */
  readonly isBatch: boolean;
}

/** Finds the files that arguments name: single files, all JSON files below a folder, or files that match a pattern. */
export function findFiles(names: readonly string[], io: Io): FoundFiles {
  const resolved = [...new Set(names.flatMap((name) => resolveFiles(name, io)))];
  const files = resolved.filter((file) => basename(file) !== projectFile);
  const isBatch = resolved.length > 1 || !names.includes(resolved[0] ?? "");
  if (files.length > 0) return { files, isBatch };
  if (resolved.length === 0) {
    throw new Failure(
      `There are no JSON files in ${names.map((name) => JSON.stringify(name)).join(" or ")}. Name a candidate, or begin one with \`assay init\`.`,
    );
  }
  throw new Failure(
    `Found only settings of assay, not a candidate: ${resolved.map(toPrintable).join(", ")}. Name a candidate.`,
  );
}

/** The files that match a pattern. The name of an existing file is never treated as a pattern. */
export function globFiles(pattern: string, io: Io): readonly string[] {
  return existsSync(resolve(io.cwd, pattern)) ? [pattern] : searchFiles(pattern, "", findBaseFolder(pattern), io);
}

function resolveFiles(name: string, io: Io): readonly string[] {
  if (name === "-") return [name];
  if (isFolder(resolve(io.cwd, name))) return searchFiles("**/*.json", name, name, io);
  // A name without pattern characters is the name of a file. If the file is missing, reading it reports the error.
  if (!/[*?[{]/.test(name)) return [name];
  const matches = globFiles(name, io);
  if (matches.length > 0) return matches;
  throw new Failure(`No file matches ${JSON.stringify(name)}. Check the spelling and the folder.`);
}

/** The files below `start` that match a pattern. Links in a repository must not lead a command out of `folder`. */
function searchFiles(pattern: string, start: string, folder: string, io: Io): readonly string[] {
  const cwd = resolve(io.cwd, start);
  const root = resolve(io.cwd, folder);
  const matches = globSync(pattern, { cwd, exclude: isExcluded }).filter((file) => !isFolder(resolve(cwd, file)));
  const { inside = [], outside = [] } = Object.groupBy(
    matches.toSorted().map((file) => join(start, file)),
    (file) => (isOutside(resolve(io.cwd, file), root, io.cwd) ? "outside" : "inside"),
  );
  if (outside.length > 0)
    printNote(
      `Skipped links that lead outside the folder: ${formatFiles(outside)}. To use a file there, name it directly.`,
      io,
    );
  return inside;
}

// A path that cannot be inspected counts as a file: reading it reports the error.
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function isOutside(path: string, root: string, cwd: string): boolean {
  try {
    return !isInside(path, root) || leadsAway(path, cwd);
  } catch {
    return false;
  }
}

// The folder that contains every match of a pattern.
function findBaseFolder(pattern: string): string {
  return dirname(pattern.replace(/[*?[{(].*$/, "x"));
}

// Skips folders that contain no drafts.
function isExcluded(path: string): boolean {
  const name = basename(path);
  return name === "node_modules" || (name.startsWith(".") && name !== "." && name !== "..");
}

function formatFiles(files: readonly string[]): string {
  return `${files.slice(0, 3).join(", ")}${files.length > 3 ? ` and ${files.length - 3} more` : ""}`;
}
