// Writes the types that each published package exports into packages/*/exported-types.txt, so that a review shows what changes for
// those who compile against them: `npm run types`. With --check it writes nothing, and fails if a file is outdated.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { publicPackages } from "./release/pack-packages.ts";

const root = join(import.meta.dirname, "..");
// A constant with a long type is a schema or a catalogue: its content is in packages/contract/generated.
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
    "Exported types have changed. If that is intended, run `npm run types`, and tell users in CHANGELOG.md";
  console.error(`${advice}; a type that compiles no longer where it did is a change for the next major version.\n`);
  console.error(outdated.join("\n\n"));
  process.exit(1);
}
console.log(`exported types: ${publicPackages.length} packages, ${outdated.length} changed`);

/** Every declaration that can be reached from what a package exports, without comments. */
function collectTypes(folder: string): string {
  const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const entries = Object.values<{ readonly types?: string }>(exports).flatMap(({ types }) => types ?? []);
  const found = new Set(entries.map((entry) => join(folder, entry)));
  for (const file of found) {
    for (const [, path = ""] of readFileSync(file, "utf8").matchAll(/(?:from |import\()"(\.[^"]+)"/g)) {
      found.add(join(dirname(file), path.replace(/\.[jt]s$/, ".d.ts")));
    }
  }
  const isEntry = (file: string) => entries.some((entry) => join(folder, entry) === file);
  const order = [...found].sort((a, b) => Number(isEntry(b)) - Number(isEntry(a)) || (a < b ? -1 : 1));
  return order.map((file) => `// ${relative(folder, file)}\n${stripComments(readFileSync(file, "utf8"))}`).join("\n");
}

function stripComments(text: string): string {
  const withoutComments = text.replace(/^\s*\/\*\*[\s\S]*?\*\/\n/gm, "").replace(/^\s*\/\/.*\n/gm, "");
  return withoutComments.replace(longConstant, "$1...;");
}

function diffLines(before: string, after: string): string {
  const [old, now] = [before, after].map((text) => new Set(text.split("\n")));
  const gone = [...(old ?? [])].filter((line) => !now?.has(line)).map((line) => `  - ${line}`);
  const added = [...(now ?? [])].filter((line) => !old?.has(line)).map((line) => `  + ${line}`);
  return [...gone, ...added].slice(0, 40).join("\n");
}
