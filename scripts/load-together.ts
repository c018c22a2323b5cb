import { join } from "node:path";
import { describe } from "node:test";
import { pathToFileURL } from "node:url";

const root = join(import.meta.dirname, "..");

/** Loads test files into this process, one after another when they run: they share the modules that they test. */
export function loadTogether(files: readonly string[]): void {
  // A suite for each file, so that its hooks are its own.
  for (const file of files) describe(file, () => import(pathToFileURL(join(root, file)).href));
}
