import { globSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { projectFile } from "../access/read-project.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { printNote } from "../terminal/print.ts";
import { toPrintable } from "../terminal/to-printable.ts";
import { isBelow, isInside } from "./read-file.ts";

/** The files that arguments name. */
export interface FoundFiles {
  readonly files: readonly string[];
  /** Whether a set of files was asked for: several, a folder or a pattern, even if there is one file in it. */
  readonly areSeveral: boolean;
}

/** Finds the files of arguments: files, folders with all JSON files below, and patterns that no shell has expanded. */
export function findFiles(names: readonly string[], io: Io): FoundFiles {
  const found = [...new Set(names.flatMap((name) => resolveFiles(name, io)))];
  const files = found.filter((file) => basename(file) !== projectFile);
  const areSeveral = found.length > 1 || !names.includes(found[0] ?? "");
  if (files.length > 0) return { files, areSeveral };
  if (found.length === 0) {
    throw new Failure(
      `There are no JSON files in ${names.map((name) => JSON.stringify(name)).join(" or ")}. Name a candidate, or begin one with \`assay init\`.`,
    );
  }
  throw new Failure(
    `Only the settings of assay were found, not a candidate: ${found.map(toPrintable).join(", ")}. Name a candidate.`,
  );
}

/** The files that a pattern matches, or the file that has this name: a shell may have expanded it into names that are patterns too. */
export function globFiles(pattern: string, io: Io): readonly string[] {
  return statSync(resolve(io.cwd, pattern), { throwIfNoEntry: false })
    ? [pattern]
    : searchFiles(pattern, "", findBaseFolder(pattern), io);
}

function resolveFiles(name: string, io: Io): readonly string[] {
  if (name === "-") return [name];
  if (isFolder(resolve(io.cwd, name))) return searchFiles("**/*.json", name, name, io);
  // A name without the signs of a pattern is a file that is not there, which its reader says.
  if (!/[*?[{]/.test(name)) return [name];
  const found = globFiles(name, io);
  if (found.length > 0) return found;
  throw new Failure(`No file matches ${JSON.stringify(name)}. Check the spelling and the folder.`);
}

/**
 * The files that a pattern matches from `start`. A repository's link must not lead a command out of the folder that was
 * named, nor may that folder be such a link: what is named below the current folder is in it.
 */
function searchFiles(pattern: string, start: string, folder: string, io: Io): readonly string[] {
  const cwd = resolve(io.cwd, start);
  const named = resolve(io.cwd, folder);
  const isOutside = (path: string) => isLinkOut(path, named) || (isBelow(named, io.cwd) && isLinkOut(path, io.cwd));
  const found = globSync(pattern, { cwd, exclude: isExcluded }).filter((file) => !isFolder(resolve(cwd, file)));
  const { inside = [], outside = [] } = Object.groupBy(
    found.toSorted().map((file) => join(start, file)),
    (file) => (isOutside(resolve(io.cwd, file)) ? "outside" : "inside"),
  );
  if (outside.length > 0)
    printNote(`Skipped links out of a folder: ${formatFiles(outside)}. To use a file there, name it directly.`, io);
  return inside;
}

// What cannot be looked at is left to the reader of the file, which says why.
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function isLinkOut(path: string, folder: string): boolean {
  try {
    return !isInside(path, folder);
  } catch {
    return false;
  }
}

// Where the files of a pattern are.
function findBaseFolder(pattern: string): string {
  return dirname(pattern.replace(/[*?[{(].*$/, "x"));
}

// What no author wrote as a draft.
function isExcluded(path: string): boolean {
  const name = basename(path);
  return name === "node_modules" || (name.startsWith(".") && name !== "." && name !== "..");
}

function formatFiles(files: readonly string[]): string {
  return `${files.slice(0, 3).join(", ")}${files.length > 3 ? ` and ${files.length - 3} more` : ""}`;
}
