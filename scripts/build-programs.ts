// Bundles the command line and the service into the files that are published: `node scripts/build-programs.ts`.
// Node loads a few bundles faster than hundreds of modules, and each command loads only the parts that it needs.
import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type OutputChunk, rolldown } from "rolldown";
import type { BundledPackage } from "./release/sbom.ts";

const root = join(import.meta.dirname, "..");

interface Program {
  /** The folder in `packages`. */
  readonly folder: string;
  /** The source of each file with a fixed name. */
  readonly entries: { readonly [name: string]: string };
  /** How its code is split; by default, by the files that need it. */
  readonly parts?: readonly { readonly name: string; readonly files: RegExp }[];
  /** Dependencies that are installed instead of bundled. */
  readonly external: readonly string[];
}

// A file belongs to the first part whose pattern it matches. Parts import only parts above them; CEL, which needs the
// others, is loaded dynamically. Files that match no pattern are split by command.
const commandParts = [
  { name: "cel", files: /\/engine\/src\/cel\/|\/node_modules\/@bufbuild\// },
  {
    name: "program",
    files: /\/contract\/src\/|\/cli\/src\/((?!main\.)[\w-]+\.ts|(program|terminal)\/)|\/node_modules\/commander\//,
  },
  {
    name: "drafts",
    files:
      /\/engine\/src\/((json|text|names)\/|(meter|sha256|argument-error)\.ts)|\/json-text\/src\/|\/node_modules\/@lezer\/|\/cli\/src\/(draft\/(?!read-package)|access\/(?!open-access)|reports\/|verdicts\/(?!engine-checker|published-checker|rules-|to-failure))/,
  },
  {
    name: "engine",
    files: /\/engine\/src\/|\/node_modules\/(re2js|@hyperjump)\/|rolldown\/runtime/,
  },
];

const programs: readonly Program[] = [
  { folder: "cli", entries: { main: "main.ts" }, parts: commandParts, external: [] },
  {
    folder: "server",
    entries: { main: "main.ts", app: "app.ts", "check-worker": "documents/check-worker.ts" },
    // These packages contain no license text that could be copied.
    external: ["@redis/client", "abstract-logging"],
  },
];

for (const program of programs) {
  const folder = join(root, "packages", program.folder, "dist");
  const chunks = await bundle(program);
  for (const file of globSync("*.js", { cwd: folder })) rmSync(join(folder, file));
  for (const { fileName, code } of chunks) writeFileSync(join(folder, fileName), code);
  const bundled = listPackages(chunks);
  writeFileSync(join(folder, "licenses.txt"), bundled.map(licenseText).join("\n"));
  const summary = bundled.map(({ name, version, license }): BundledPackage => ({ name, version, license }));
  writeFileSync(join(folder, "bundled-packages.json"), `${JSON.stringify(summary, null, 2)}\n`);
}

async function bundle({ folder, entries, parts, external }: Program): Promise<readonly OutputChunk[]> {
  const build = await rolldown({
    cwd: root,
    input: Object.fromEntries(
      Object.entries(entries).map(([name, file]) => [name, join(root, "packages", folder, "src", file)]),
    ),
    platform: "node",
    external: [...external],
    resolve: { conditionNames: ["assay-source", "node", "import", "default"] },
    transform: { target: "node24.11" },
    // Otherwise, each command gets an additional entry file that only re-exports its part.
    preserveEntrySignatures: "allow-extension",
    onLog: (_level, { message }) => {
      throw new Error(message);
    },
  });
  const { output } = await build.generate({
    format: "esm",
    // Readable code gives useful stack traces, and minified code does not load faster.
    minify: false,
    comments: false,
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
    codeSplitting: parts
      ? {
          includeDependenciesRecursively: false,
          groups: parts.map(({ name, files }, index) => ({ name, test: files, priority: parts.length - index })),
        }
      : true,
  });
  await build.close();
  const files = output.filter((file) => file.type === "chunk");
  const names = new Set(files.map(({ fileName }) => fileName));
  const missing = files.flatMap(({ imports, dynamicImports }) =>
    [...imports, ...dynamicImports].filter(
      (name) => !names.has(name) && !external.includes(name) && !name.startsWith("node:"),
    ),
  );
  if (missing.length > 0) throw new Error(`The bundle imports ${missing.join(", ")} without containing it.`);
  for (const file of files) refuseCycle(file, files, []);
  return files;
}

// Chunks that import each other would use values before they are initialized.
function refuseCycle(file: OutputChunk, all: readonly OutputChunk[], above: readonly string[]): void {
  const trail = [...above, file.fileName];
  if (above.includes(file.fileName)) throw new Error(`Parts import each other: ${trail.join(", ")}. Change \`parts\`.`);
  for (const other of all) if (file.imports.includes(other.fileName)) refuseCycle(other, all, trail);
}

interface BundledFiles extends BundledPackage {
  readonly home: string;
  readonly files: readonly string[];
}

/** Lists the third-party packages that the chunks contain, with the files of each. */
function listPackages(all: readonly OutputChunk[]): readonly BundledFiles[] {
  const files = all.flatMap(({ modules }) => Object.keys(modules)).sort();
  const byHome = Map.groupBy(files, (file) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]);
  return [...byHome].flatMap(([home, packageFiles]) => {
    if (home === undefined) return [];
    const { name, version, license } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
    return [{ name, version, license, home, files: packageFiles }];
  });
}

/** Returns the license text of a package, or the copyright notices in its sources if it has no license file. */
function licenseText({ name, version, license, home, files }: BundledFiles): string {
  const licenseFiles = globSync("{LICEN[CS]E,license,NOTICE}*", { cwd: home }).sort();
  const texts =
    licenseFiles.length > 0 ? licenseFiles.map((file) => readFileSync(join(home, file), "utf8")) : listNotices(files);
  if (texts.length === 0)
    throw new Error(`${name} has no license text. Install it instead of bundling it: add it to external.`);
  return [`${name} ${version} (${license})`, ...texts.map((text) => text.trim())].join("\n\n").concat("\n");
}

function listNotices(files: readonly string[]): readonly string[] {
  const heads = files.map((file) => /^(?:\/\/.*\n)+/.exec(readFileSync(file, "utf8"))?.[0] ?? "");
  const texts = heads.map((head) => head.replace(/^\/\/ ?/gm, "").trim());
  return [...new Set(texts)].filter((text) => text.startsWith("Copyright"));
}
