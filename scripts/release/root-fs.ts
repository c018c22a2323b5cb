import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Tarball } from "./pack-packages.ts";
import { installProductionTree } from "./production-tree.ts";

/** A Debian package that provides files of the image. */
export interface DebianPackage {
  readonly name: string;
  readonly version: string;
  /** Its entry in dpkg's database. */
  readonly status: string;
}

/** The published packages that the image contains. */
export const imagePackages: readonly string[] = ["contract", "server"];

/**
 * Writes the root file system of the image into an empty folder: the service, and Node with its libraries, copied from
 * this system. The image has no shell and no package manager.
 */
export function writeRootFs(target: string, tarballs: readonly Tarball[]): readonly DebianPackage[] {
  installProductionTree(join(target, "app"), tarballs);
  for (const unused of ["node_modules/.bin", "node_modules/.package-lock.json"]) {
    rmSync(join(target, "app", unused), { recursive: true, force: true });
  }
  copy(process.execPath, join(target, "usr/local/bin/node"));
  chmodSync(join(target, "usr/local/bin/node"), 0o755);
  const libraries = listLibraries(process.execPath);
  for (const library of libraries) copy(library, join(target, library));
  const packages = listPackages(libraries);
  for (const { name, status } of packages) {
    // Image scanners look here for installed packages.
    write(join(target, "var/lib/dpkg/status.d", name), status);
    copy(`/usr/share/doc/${name}/copyright`, join(target, `usr/share/doc/${name}/copyright`));
  }
  write(join(target, "etc/passwd"), "assay:x:65532:65532::/app:/\n");
  write(join(target, "etc/group"), "assay:x:65532:\n");
  write(join(target, "etc/nsswitch.conf"), "hosts: files dns\n");
  // Container runtimes mount these folders, and cannot create them in a read-only root.
  for (const folder of ["dev", "etc/assay", "proc", "sys", "tmp"]) mkdirSync(join(target, folder), { recursive: true });
  return packages;
}

/** Writes a reproducible archive of a folder, which depends only on names, contents and links. */
export function archive(folder: string, file: string): void {
  const reproducible = ["--sort=name", "--mtime=@0", "--owner=0", "--group=0", "--numeric-owner", "--mode=u=rwX,go=rX"];
  execFileSync("tar", ["--format=gnu", ...reproducible, "-cf", file, "-C", folder, "."]);
}

function listLibraries(program: string): readonly string[] {
  const lddOutput = execFileSync("ldd", [program], { encoding: "utf8" });
  if (lddOutput.includes("not found")) throw new Error(`Node needs libraries that are not installed:\n${lddOutput}`);
  return [...lddOutput.matchAll(/(\/\S+) \(0x/g)].map(([, path = ""]) => path).sort();
}

function listPackages(files: readonly string[]): readonly DebianPackage[] {
  const names = new Set(files.map(findPackage));
  return [...names].sort().map((name) => {
    const status = execFileSync("dpkg-query", ["--status", name], { encoding: "utf8" });
    const version = /^Version: (.*)$/m.exec(status)?.[1] ?? "";
    return { name, version, status };
  });
}

// Debian has merged /lib into /usr/lib, so a file can be recorded under either path.
function findPackage(file: string): string {
  const names = [file, `/usr${file}`, file.replace(/^\/usr/, ""), realpathSync(file)];
  for (const name of names) {
    try {
      const searchOutput = execFileSync("dpkg-query", ["--search", name], {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      });
      return searchOutput.slice(0, searchOutput.indexOf(":"));
    } catch {}
  }
  throw new Error(`No Debian package on this system contains ${file}. Build the image on Debian or Ubuntu.`);
}

function copy(from: string, to: string): void {
  if (!existsSync(from)) throw new Error(`${from} does not exist, and the image needs it.`);
  mkdirSync(dirname(to), { recursive: true });
  cpSync(realpathSync(from), to);
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
