import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";

const root = join(import.meta.dirname, "..");

/** Copies the sources as they are, without what was built from them, and links the installed packages. */
export function copyRepository(into: string): void {
  const options = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"];
  for (const file of execFileSync("git", options, { cwd: root, encoding: "utf8" }).split("\0")) {
    if (file === "" || !existsSync(join(root, file))) continue;
    mkdirSync(dirname(join(into, file)), { recursive: true });
    cpSync(join(root, file), join(into, file));
  }
  linkInstalled(into);
}

// Everything but caches, in which compilers keep what they did for the other folder.
function linkInstalled(into: string): void {
  const elsewhere = ["./.ci", "./dist", "./release", "./try"].flatMap((path) => ["-not", "-path", `${path}/*`]);
  const places = [".", "-name", "node_modules", "-prune", ...elsewhere];
  const found = execFileSync("find", places, { cwd: root, encoding: "utf8" });
  for (const folder of found.trimEnd().split("\n")) {
    const entries = execFileSync("find", [folder, "-mindepth", "1", "-maxdepth", "1", "-not", "-name", ".cache"], {
      cwd: root,
      encoding: "utf8",
    });
    if (entries === "") continue;
    mkdirSync(join(into, folder), { recursive: true });
    execFileSync("cp", ["-al", ...entries.trimEnd().split("\n"), join(into, folder)], { cwd: root });
  }
}
