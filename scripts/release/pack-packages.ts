import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A packed package: the output of `npm pack`, and the path of the file. */
export interface Tarball {
  readonly name: string;
  readonly version: string;
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
  readonly path: string;
}

const root = join(import.meta.dirname, "../..");

/** The folders in `packages` whose packages are published. */
export const publicPackages: readonly string[] = readdirSync(join(root, "packages")).filter(
  (folder) => !JSON.parse(readFileSync(join(root, "packages", folder, "package.json"), "utf8")).private,
);

/** Packs built packages into the folder `target`. `folders` are the folders of the packages in `packages`. */
export function packPackages(target: string, folders: readonly string[]): readonly Tarball[] {
  const workspaces = folders.map((name) => `--workspace=packages/${name}`);
  const { NODE_OPTIONS: _, ...env } = process.env;
  const args = ["pack", "--json", "--pack-destination", target, ...workspaces];
  const output = execFileSync("npm", args, { cwd: root, env, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  // npm 11 prints a list; npm 12 prints an object keyed by package name.
  const packed = Object.values<Omit<Tarball, "path">>(JSON.parse(output));
  return packed.map((tarball) => ({ ...tarball, path: join(target, tarball.filename) }));
}
