// Writes the exported types of each published package to packages/*/exported-types.txt, so that a review shows changes
// that affect users: `npm run types`. With --check, it writes nothing, and fails if a file is outdated.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { publicPackages } from "./release/pack-packages.ts";

const root = join(import.meta.dirname, "..");
// Constants with a long type are schemas and catalogues, whose contents are in packages/contract/generated.
const longConstant = /^((?:export )?declare const \w+: )(?:readonly )?[[{]\n(?: .*\n){30,}[\]}];$/gm;
const tsc = join(root, "node_modules/typescript/bin/tsc");
const { status } = spawnSync(process.execPath, [tsc, "-b", ...publicPackages.map((name) => `packages/${name}`)], {
  cwd: root,
  stdio: "inherit",
});
if (status !== 0) process.exit(1);

const outdated: string[] = [];
for (const folder of publicPackages) {
  const file = join(root, "packages", folder, "exported-types.txt");
  const text = collectTypes(join(root, "packages", folder));
  const before = existsSync(file) ? readFileSync(file, "utf8") : "";
  if (before === text) continue;
  outdated.push(`packages/${folder}/exported-types.txt\n${diffLines(before, text)}`);
  if (process.argv.includes("--check")) continue;
  if (text === "") rmSync(file);
  else writeFileSync(file, text);
}
if (process.argv.includes("--check") && outdated.length > 0) {
  const advice =
    "Exported types have changed. If this is intended, run `npm run types`, and describe the change in CHANGELOG.md";
  console.error(`${advice}. A change that breaks compilation for users needs a new major version.\n`);
  console.error(outdated.join("\n\n"));
  process.exit(1);
}
console.log(`exported types: ${publicPackages.length} packages, ${outdated.length} changed`);

/** Collects all declarations that are reachable from a package's exports, without comments. */
function collectTypes(folder: string): string {
  const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const entries = Object.values<{ readonly types?: string }>(exports).flatMap(({ types }) => types ?? []);
  const reachable = new Set(entries.map((entry) => join(folder, entry)));
  for (const file of reachable) {
    for (const [, path = ""] of readFileSync(file, "utf8").matchAll(/(?:from |import\()"(\.[^"]+)"/g)) {
      reachable.add(join(dirname(file), path.replace(/\.[jt]s$/, ".d.ts")));
    }
  }
  const isEntry = (file: string) => entries.some((entry) => join(folder, entry) === file);
  const sorted = [...reachable].sort((a, b) => Number(isEntry(b)) - Number(isEntry(a)) || (a < b ? -1 : 1));
  return sorted.map((file) => `// ${relative(folder, file)}\n${stripComments(readFileSync(file, "utf8"))}`).join("\n");
}

function stripComments(text: string): string {
  const withoutComments = text.replace(/^\s*\/\*\*[\s\S]*?\*\/\n/gm, "").replace(/^\s*\/\/.*\n/gm, "");
  return withoutComments.replace(longConstant, "$1...;");
}

function diffLines(before: string, after: string): string {
  const [oldLines, newLines] = [before, after].map((text) => new Set(text.split("\n")));
  const removed = [...(oldLines ?? [])].filter((line) => !newLines?.has(line)).map((line) => `  - ${line}`);
  const added = [...(newLines ?? [])].filter((line) => !oldLines?.has(line)).map((line) => `  + ${line}`);
  return [...removed, ...added].slice(0, 40).join("\n");
}
