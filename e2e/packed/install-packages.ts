import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Creates an empty project in a folder and installs the archives in it, as a user would. */
export function install(project: string, packages: readonly { readonly path: string }[]): void {
  writeFileSync(join(project, "package.json"), '{ "private": true, "type": "module" }\n');
  run(project, "npm", "install", "--prefer-offline", ...packages.map(({ path }) => path));
}

/** Runs a command without the options that this repository sets for Node, and returns its output. */
export function run(cwd: string, command: string, ...args: readonly string[]): string {
  const { NODE_OPTIONS: _, ...env } = process.env;
  return execFileSync(command, args, {
    cwd,
    env,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    timeout: 600_000,
  });
}
