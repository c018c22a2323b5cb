import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A packed package: what `npm pack` tells about it, and where it is. */
export interface Tarball {
  readonly name: string;
  readonly version: string;
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
  readonly path: string;
}

const root = join(import.meta.dirname, "../..");

/** The folders in `packages` of the packages that are published. */
export const publicPackages: readonly string[] = readdirSync(join(root, "packages")).filter(
  (folder) => !JSON.parse(readFileSync(join(root, "packages", folder, "package.json"), "utf8")).private,
);

/** Packs packages, by the names of their folders, into a folder. They have to be built. */
export function packPackages(into: string, folders: readonly string[]): readonly Tarball[] {
  const workspaces = folders.map((name) => `--workspace=packages/${name}`);
  const { NODE_OPTIONS: _, ...env } = process.env;
  const args = ["pack", "--json", "--pack-destination", into, ...workspaces];
  const output = execFileSync("npm", args, { cwd: root, env, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  // A list from npm 11, an object keyed by package name from npm 12.
  const packed = Object.values<Omit<Tarball, "path">>(JSON.parse(output));
  return packed.map((tarball) => ({ ...tarball, path: join(into, tarball.filename) }));
}
