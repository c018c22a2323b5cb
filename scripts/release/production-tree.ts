import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Tarball } from "./pack-packages.ts";

const root = join(import.meta.dirname, "../..");

/** A package of this repository, and its folder in `packages`. */
interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
}

/**
 * Installs packages of this repository from their tarballs into an empty folder, with their runtime dependencies in the
 * versions of the lock file.
 */
export function installProductionTree(target: string, tarballs: readonly Tarball[]): void {
  mkdirSync(target, { recursive: true });
  // npm compares the lock file with the manifests of all workspaces.
  for (const file of ["package-lock.json", ".npmrc", ...globSync("{,packages/*/}package.json", { cwd: root })]) {
    mkdirSync(dirname(join(target, file)), { recursive: true });
    cpSync(join(root, file), join(target, file));
  }
  const packages = tarballs.map(toInstalledPackage);
  const workspaces = packages.map(({ folder }) => `--workspace=packages/${folder}`);
  runNpm(target, "ci", "--omit=dev", "--ignore-scripts", "--prefer-offline", "--no-audit", "--silent", ...workspaces);

  for (const folder of globSync("packages/*", { cwd: target })) {
    if (!packages.some((installed) => folder === `packages/${installed.folder}`))
      rmSync(join(target, folder), { recursive: true });
  }
  for (const [index, { folder }] of packages.entries()) {
    const file = tarballs[index]?.path ?? "";
    execFileSync("tar", ["-xzf", file, "-C", join(target, "packages", folder), "--strip-components=1"]);
    removeDevDependencies(join(target, "packages", folder, "package.json"));
  }
  for (const file of ["package-lock.json", ".npmrc"]) rmSync(join(target, file));
  writeFileSync(join(target, "package.json"), `${JSON.stringify(createManifest(packages), null, 2)}\n`);
  // What these packages bundle is installed up to here if another package of the lock file depends on it.
  runNpm(target, "prune", "--omit=dev", "--ignore-scripts", "--no-package-lock", "--offline", "--no-audit", "--silent");
  const scopes = globSync("node_modules/@*", { cwd: target }).map((name) => join(target, name));
  for (const scope of scopes.filter((folder) => readdirSync(folder).length === 0)) rmdirSync(scope);
}

/** Returns npm's bill of materials for a production tree, in the CycloneDX format. */
export function readTree(folder: string): unknown {
  return JSON.parse(runNpm(folder, "sbom", "--omit=dev", "--sbom-format=cyclonedx"));
}

function toInstalledPackage({ name, version }: Tarball): InstalledPackage {
  return { name, version, folder: name.replace("@assay/", "") };
}

// Even with `--omit=dev`, npm reports missing development dependencies of a workspace as errors.
function removeDevDependencies(file: string): void {
  const { devDependencies, ...manifest } = JSON.parse(readFileSync(file, "utf8"));
  if (devDependencies !== undefined) writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}

// Replaces the repository's manifest, which has no version, and has development dependencies that are not installed.
function createManifest(packages: readonly InstalledPackage[]): object {
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
