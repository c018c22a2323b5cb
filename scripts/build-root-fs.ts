// Writes the root file system of the image into a folder: `npm run build && node scripts/build-root-fs.ts FOLDER`.
// The Dockerfile and the tests of the image use it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { packPackages } from "./release/pack-packages.ts";
import { imagePackages, writeRootFs } from "./release/root-fs.ts";

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error("Name the folder to write to: node scripts/build-root-fs.ts FOLDER");
  process.exit(2);
}
const packed = mkdtempSync(join(tmpdir(), "assay-packed-"));
writeRootFs(resolve(folder), packPackages(packed, imagePackages));
rmSync(packed, { recursive: true });
