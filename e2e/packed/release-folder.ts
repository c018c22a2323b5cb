import { execFileSync } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { join } from "node:path";

/** A package of the release. */
interface ReleasedPackage {
  readonly name: string;
  /** The path of its archive. */
  readonly path: string;
  /** The paths in its archive. */
  readonly files: readonly string[];
}

/** Where `npm run release:dry`, which runs before these tests, writes the release. */
export const releaseFolder: string = join(import.meta.dirname, "../../release");

/** The `skip` option of a test that needs the image. */
export const imageSkipReason: string | false =
  !existsSync(join(releaseFolder, "assay-image.tar")) && "the image is built on Debian and Ubuntu only";

/** Lists the packages of the release. */
export function listPackages(): readonly ReleasedPackage[] {
  const archives = globSync(join(releaseFolder, "*.tgz")).sort();
  return archives.map((path) => {
    const runTar = (...args: readonly string[]) => execFileSync("tar", args, { encoding: "utf8" });
    const { name } = JSON.parse(runTar("-xzOf", path, "package/package.json"));
    const files = runTar("-tzf", path).trimEnd().split("\n");
    return { name, path, files: files.map((file) => file.replace(/^package\//, "")) };
  });
}
