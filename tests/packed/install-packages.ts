import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** What `npm pack` tells about a package. */
export interface Tarball {
  readonly name: string;
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

const root = join(import.meta.dirname, "../..");

/** Packs packages of this repository, by the names of their folders, into a folder. */
export function pack(into: string, folders: readonly string[]): readonly Tarball[] {
  const workspaces = folders.map((name) => `--workspace=packages/${name}`);
  // A list from npm 11, an object keyed by package name from npm 12.
  return Object.values(JSON.parse(run(root, "npm", "pack", "--json", "--pack-destination", into, ...workspaces)));
}

/** Makes an empty project of a folder and installs the tarballs in it, as any user would. */
export function install(project: string, tarballs: readonly Tarball[]): void {
  writeFileSync(join(project, "package.json"), '{ "private": true, "type": "module" }\n');
  run(project, "npm", "install", "--prefer-offline", ...tarballs.map(({ filename }) => `./${filename}`));
}

/** Runs a command, outside of the conditions that this repository sets for itself, and gives its output. */
export function run(cwd: string, command: string, ...args: readonly string[]): string {
  const { NODE_OPTIONS: _, ...env } = process.env;
  return execFileSync(command, args, { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}
