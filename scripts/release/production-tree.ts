import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Tarball } from "./pack-packages.ts";

const root = join(import.meta.dirname, "../..");

/** A package of ours as it is packed, and the folder of `packages` that it comes from. */
interface Installed {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
}

/**
 * Installs packages of this repository with everything that they need at run time, in the versions of the lock file, into
 * an empty folder. What is installed of ours is what their tarballs contain.
 */
export function installProductionTree(into: string, tarballs: readonly Tarball[]): void {
  mkdirSync(into, { recursive: true });
  // npm compares the lock file with the manifests of all workspaces.
  for (const file of ["package-lock.json", ".npmrc", ...globSync("{,packages/*/}package.json", { cwd: root })]) {
    mkdirSync(dirname(join(into, file)), { recursive: true });
    cpSync(join(root, file), join(into, file));
  }
  const packages = tarballs.map(toInstalled);
  const workspaces = packages.map(({ folder }) => `--workspace=packages/${folder}`);
  runNpm(into, "ci", "--omit=dev", "--ignore-scripts", "--prefer-offline", "--no-audit", "--silent", ...workspaces);

  for (const folder of globSync("packages/*", { cwd: into })) {
    if (!packages.some((one) => folder === `packages/${one.folder}`)) rmSync(join(into, folder), { recursive: true });
  }
  for (const [index, { folder }] of packages.entries()) {
    const file = tarballs[index]?.path ?? "";
    execFileSync("tar", ["-xzf", file, "-C", join(into, "packages", folder), "--strip-components=1"]);
    forgetDevelopment(join(into, "packages", folder, "package.json"));
  }
  for (const file of ["package-lock.json", ".npmrc"]) rmSync(join(into, file));
  writeFileSync(join(into, "package.json"), `${JSON.stringify(createManifest(packages), null, 2)}\n`);
}

/** What npm knows about a production tree, in the format CycloneDX. */
export function readTree(folder: string): unknown {
  return JSON.parse(runNpm(folder, "sbom", "--omit=dev", "--sbom-format=cyclonedx"));
}

function toInstalled({ name, version }: Tarball): Installed {
  return { name, version, folder: name.replace("@assay/", "") };
}

// npm misses what a workspace is developed with, even where it is told to leave it out.
function forgetDevelopment(file: string): void {
  const { devDependencies, ...manifest } = JSON.parse(readFileSync(file, "utf8"));
  if (devDependencies !== undefined) writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}

// The root of the repository has no version and development dependencies that are not installed here.
function createManifest(packages: readonly Installed[]): object {
  return {
    name: "assay",
    version: packages[0]?.version,
    private: true,
    license: "Apache-2.0",
    type: "module",
    workspaces: packages.map(({ folder }) => `packages/${folder}`),
    dependencies: Object.fromEntries(packages.map(({ name, version }) => [name, version])),
  };
}

function runNpm(cwd: string, ...args: readonly string[]): string {
  const { NODE_OPTIONS: _, ...env } = process.env;
  return execFileSync("npm", args, { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}
