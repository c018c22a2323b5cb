import { globSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { projectFile } from "../access/read-project.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { quoteArgument } from "../terminal/phrases.ts";
import { printable } from "../terminal/printable.ts";

/** The files that arguments name. */
export interface FoundFiles {
  readonly files: readonly string[];
  /** Whether a set of files was asked for: several, a folder or a pattern, even if there is one file in it. */
  readonly areSeveral: boolean;
  /** The arguments as they are typed again. */
  readonly typed: string;
}

/** Finds the files of arguments: files, folders with all JSON files below, and patterns that no shell has expanded. */
export function findFiles(names: readonly string[], io: Io): FoundFiles {
  const found = [...new Set(names.flatMap((name) => filesOf(name, io)))];
  const files = found.filter((file) => basename(file) !== projectFile);
  const areSeveral = found.length > 1 || !names.includes(found[0] ?? "");
  if (files.length > 0) return { files, areSeveral, typed: names.map(quoteArgument).join(" ") };
  if (found.length === 0) {
    throw new Failure(`There are no JSON files in ${names.map(shown).join(" or ")}. Name a candidate, or begin one:`, {
      next: ["assay init candidate.json"],
    });
  }
  throw new Failure(
    `Only the settings of assay were found, not a candidate: ${found.map(printable).join(", ")}. Name a candidate:`,
    {
      next: ["assay check candidate.json"],
    },
  );
}

/** The files that a pattern matches, or the file that has this name: a shell may have expanded it into names that are patterns too. */
export function filesLike(pattern: string, { cwd }: Pick<Io, "cwd">): readonly string[] {
  return statSync(resolve(cwd, pattern), { throwIfNoEntry: false })
    ? [pattern]
    : globSync(pattern, { cwd, exclude: isLeftOut }).toSorted();
}

function filesOf(name: string, io: Io): readonly string[] {
  if (name === "-") return [name];
  if (statSync(resolve(io.cwd, name), { throwIfNoEntry: false })?.isDirectory()) {
    const cwd = resolve(io.cwd, name);
    return globSync("**/*.json", { cwd, exclude: isLeftOut })
      .toSorted()
      .map((file) => join(name, file));
  }
  // A name without the signs of a pattern is a file that is not there, which its reader says.
  if (!/[*?[{]/.test(name)) return [name];
  const found = filesLike(name, io);
  if (found.length > 0) return found;
  throw new Failure(`No file matches ${shown(name)}. Check the spelling and the folder.`, {
    next: [`ls ${quoteArgument(dirname(name.replace(/[*?[{].*$/, "x")))}`],
  });
}

// What no author wrote as a draft.
function isLeftOut(path: string): boolean {
  const name = basename(path);
  return name === "node_modules" || (name.startsWith(".") && name !== "." && name !== "..");
}

function shown(name: string): string {
  return printable(JSON.stringify(name));
}
