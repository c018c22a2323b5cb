import { lstatSync } from "node:fs";
import { resolve } from "node:path";

/** What advice calls the package of a draft, which must not be the draft. */
export function packageName(file: string): string {
  return file.replace(/^\.\//, "") === "proposal.json" ? "proposal-2.json" : "proposal.json";
}

/** This name, or one like it, that no file has: `draft.json`, `draft-2.json`, `draft-3.json`. */
export function freeName(name: string, cwd: string): string {
  let free = name;
  for (let number = 2; lstatSync(resolve(cwd, free), { throwIfNoEntry: false }); number += 1) {
    free = name.replace(/(?:\.\w+)?$/, (ending) => `-${number}${ending}`);
  }
  return free;
}
