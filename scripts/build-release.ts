// Builds all artifacts of a release without publishing them: `npm run release:dry [-- FOLDER]`.
// The build is reproducible: the same commit, Node, npm and Debian libraries produce the same bytes.
import { hash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { packPackages, publicPackages } from "./release/pack-packages.ts";
import { installProductionTree } from "./release/production-tree.ts";
import { archive, imagePackages, writeRootFs } from "./release/root-fs.ts";
import { type BundledPackage, createSbom } from "./release/sbom.ts";

const target = resolve(process.argv[2] ?? join(import.meta.dirname, "../release"));
const work = mkdtempSync(join(tmpdir(), "assay-release-"));
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });

const tarballs = packPackages(target, publicPackages);
const tree = join(work, "packages");
installProductionTree(tree, tarballs);
const bundled = ["cli", "server"].flatMap(readBundled);
write("assay-packages.cdx.json", createSbom({ name: "assay-packages", tree, tarballs, bundled }));

// The image contains libraries of the system that builds it, which must be Debian packages.
if (existsSync("/usr/bin/dpkg-query")) buildImage();
else console.error("This release has no image: the image can be built only on Debian or Ubuntu.");
rmSync(work, { recursive: true });

const checksums = readdirSync(target)
  .sort()
  .map((name) => `${hash("sha256", readFileSync(join(target, name)))}  ${name}\n`);
writeFileSync(join(target, "SHA256SUMS"), checksums.join(""));
console.log(checksums.join("").trimEnd());

function buildImage(): void {
  const rootFs = join(work, "image");
  const inImage = tarballs.filter(({ name }) => imagePackages.includes(name.replace("@assay/", "")));
  const debian = writeRootFs(rootFs, inImage);
  const node = process.versions.node;
  write(
    "assay-image.cdx.json",
    createSbom({
      name: "assay-image",
      tree: join(rootFs, "app"),
      tarballs: inImage,
      bundled: readBundled("server"),
      debian,
      node,
    }),
  );
  archive(rootFs, join(target, "assay-image.tar"));
}

// A bundle contains the code of these packages instead of installing them.
function readBundled(folder: string): readonly BundledPackage[] {
  const file = join(import.meta.dirname, "../packages", folder, "dist/bundled-packages.json");
  return JSON.parse(readFileSync(file, "utf8"));
}

function write(name: string, content: object): void {
  writeFileSync(join(target, name), `${JSON.stringify(content, null, 2)}\n`);
}
