import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
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

const recorder = `import { registerHooks } from "node:module";
import { writeSync } from "node:fs";
const files = [];
registerHooks({ load: (url, context, next) => (files.push(url), next(url, context)) });
process.on("exit", () => writeSync(2, "loaded: " + JSON.stringify(files) + "\\n"));`;

/** Runs a program, which must succeed, and returns the URLs of the files that it has loaded. */
export function recordFiles(cwd: string, program: string, ...args: readonly string[]): readonly string[] {
  const preload = `--import=data:text/javascript,${encodeURIComponent(recorder)}`;
  const { status, stderr } = spawnSync(process.execPath, [preload, program, ...args], {
    cwd,
    env: { PATH: process.env.PATH, XDG_CACHE_HOME: join(cwd, "cache") },
    encoding: "utf8",
    timeout: 600_000,
  });
  assert.equal(status, 0, `${args.join(" ")}: ${stderr}`);
  const [, loaded = "[]"] = /^loaded: (.*)$/m.exec(stderr) ?? [];
  return (JSON.parse(loaded) as readonly string[]).filter((url) => url.startsWith("file:"));
}
