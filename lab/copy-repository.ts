import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";

const root = join(import.meta.dirname, "..");

/** Copies the sources with uncommitted changes but without build output, and links the installed packages. */
export function copyRepository(target: string): void {
  const options = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"];
  for (const file of execFileSync("git", options, { cwd: root, encoding: "utf8" }).split("\0")) {
    if (file === "" || !existsSync(join(root, file))) continue;
    mkdirSync(dirname(join(target, file)), { recursive: true });
    cpSync(join(root, file), join(target, file));
  }
  linkPackages(target);
}

// Links everything in node_modules except caches, because compilers cache results for the original folder there.
function linkPackages(target: string): void {
  const excluded = ["./.ci", "./dist", "./release", "./try"].flatMap((path) => ["-not", "-path", `${path}/*`]);
  const findArgs = [".", "-name", "node_modules", "-prune", ...excluded];
  const folders = execFileSync("find", findArgs, { cwd: root, encoding: "utf8" });
  for (const folder of folders.trimEnd().split("\n")) {
    const entries = execFileSync("find", [folder, "-mindepth", "1", "-maxdepth", "1", "-not", "-name", ".cache"], {
      cwd: root,
      encoding: "utf8",
    });
    if (entries === "") continue;
    mkdirSync(join(target, folder), { recursive: true });
    execFileSync("cp", ["-al", ...entries.trimEnd().split("\n"), join(target, folder)], { cwd: root });
  }
}
