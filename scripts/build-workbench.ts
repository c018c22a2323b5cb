// Builds the workbench, the page at /, for the server: `node --conditions=assay-source scripts/build-workbench.ts [folder]`.
// With --if-stale, it builds only if the files are missing or older than their sources.
import { hash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, extname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { designTokens } from "@assay/contract/page-style";
import { printFigure } from "@assay/testing/print-figure";
import type { Rolldown } from "vite";
import { pageIcon } from "./page-icon.ts";

const root = join(import.meta.dirname, "..");
const workbench = join(root, "packages/workbench");
const contentTypes: { readonly [extension: string]: string } = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml; charset=utf-8",
};

// Names for chunks, because the entry files of most packages are called `index`.
const chunkNames = [
  { name: "cel", has: "/engine/src/cel/" },
  { name: "diff", has: "/@codemirror/merge/" },
  { name: "completion", has: "/@codemirror/autocomplete/" },
] as const;

// Provides the design tokens as a style sheet. The server's static pages use the same tokens.
const tokensPlugin = {
  name: "design-tokens",
  resolveId: (id: string) => (id === "virtual:design-tokens.css" ? "\0design-tokens.css" : undefined),
  load: (id: string) => (id === "\0design-tokens.css" ? designTokens : undefined),
};

const { values, positionals } = parseArgs({ options: { "if-stale": { type: "boolean" } }, allowPositionals: true });
const folder = resolve(positionals[0] ?? join(root, "packages/server/workbench"));
if (!values["if-stale"] || isStale()) await buildWorkbench();

async function buildWorkbench(): Promise<void> {
  const page = await bundle("page", "src/page.tsx");
  const workerFiles = await bundle("worker", "src/worker.ts");
  const files = new Map<string, string | Uint8Array>();
  for (const file of [...page, ...workerFiles])
    files.set(file.fileName, file.type === "chunk" ? file.code : file.source);
  const iconName = `assets/icon-${hash("sha256", pageIcon, "base64url").slice(0, 8)}.svg`;
  files.set(iconName, pageIcon);

  const { fileName: worker } = findEntry(workerFiles);
  const manifest = {
    page: "index.html",
    worker,
    files: Object.fromEntries(
      [...files].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, content]) => [name, describe(name, content)]),
    ),
  };

  function describe(name: string, content: string | Uint8Array): object {
    const policy = name === worker ? "worker" : "page-asset";
    return { contentType: contentTypes[extname(name)], policy, sha256: hash("sha256", content) };
  }

  const listPacked = (name: string) => [name, `${name}.gz`, `${name}.br`];
  for (const [name, content] of files) {
    write(name, content);
    write(`${name}.gz`, gzipSync(content, { level: 9 }));
    write(`${name}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  }
  write("index.html", fillTemplate({ style: findStyle(page), icon: iconName, script: findEntry(page).fileName }));
  write("manifest.json", `${JSON.stringify(manifest, undefined, 2)}\n`);
  // Delete old files last: a service that is reading the folder still finds every file that its manifest names.
  const named = new Set(["index.html", "manifest.json", ...[...files.keys()].flatMap(listPacked)]);
  for (const name of globSync("{*,assets/*}.*", { cwd: folder })) if (!named.has(name)) rmSync(join(folder, name));
  checkSizes(page, workerFiles);
}

type Output = Rolldown.RolldownOutput["output"];

/** Bundles a script with its imports. The page and the worker share no files, because their policies differ. */
async function bundle(name: string, source: string): Promise<Output> {
  const { build, defaultClientConditions } = await import("vite");
  const built = await build({
    configFile: false,
    root: workbench,
    // Relative, because a public URL can have a path.
    base: "./",
    envDir: false,
    publicDir: false,
    logLevel: "warn",
    plugins: [tokensPlugin],
    resolve: { conditions: ["assay-source", ...defaultClientConditions] },
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    build: {
      write: false,
      // Browsers from 2024 support light-dark() and everything else that the page uses.
      target: ["chrome123", "firefox120", "safari17.5"],
      modulePreload: false,
      cssCodeSplit: false,
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      rolldownOptions: {
        input: { [name]: join(workbench, source) },
        output: {
          entryFileNames: "assets/[name]-[hash].js",
          chunkFileNames: ({ moduleIds }) => `assets/${chunkName(moduleIds)}-[hash].js`,
          assetFileNames: "assets/page-[hash][extname]",
        },
      },
    },
  });
  return (built as Rolldown.RolldownOutput).output;
}

function chunkName(moduleIds: readonly string[]): string {
  return chunkNames.find(({ has }) => moduleIds.some((id) => id.includes(has)))?.name ?? "part";
}

function findEntry(output: Output): Rolldown.OutputChunk {
  const entry = output.find((file) => file.type === "chunk" && file.isEntry);
  if (entry?.type !== "chunk") throw new Error("Vite built no entry script.");
  return entry;
}

function findStyle(output: Output): string {
  const [style, ...others] = output.filter(({ fileName }) => fileName.endsWith(".css"));
  if (style === undefined || others.length > 0) throw new Error("The page must have exactly one style sheet.");
  return style.fileName;
}

function fillTemplate({
  script,
  style,
  icon,
}: {
  readonly script: string;
  readonly style: string;
  readonly icon: string;
}) {
  const filled = readFileSync(join(workbench, "index.html"), "utf8")
    .replace("assets/page.js", script)
    .replace("assets/page.css", style)
    .replace("assets/icon.svg", icon);
  for (const marker of ["<!--page-data-->", `%BASE%/${script}`, `%BASE%/${style}`]) {
    if (!filled.includes(marker)) throw new Error(`packages/workbench/index.html has no ${marker}`);
  }
  return filled;
}

function write(name: string, content: string | Uint8Array): void {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  // Renamed when complete, because a running service might be reading the folder.
  writeFileSync(`${file}.new`, content);
  renameSync(`${file}.new`, file);
}

// A page must not grow by accident: to let it grow, raise the limit and give the reason in the commit.
function checkSizes(page: Output, worker: Output): void {
  const checkSize = (name: string, chunks: readonly Rolldown.OutputChunk[], limitKB: number) => {
    if (chunks.length === 0) return;
    const bytes = chunks.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0);
    printFigure(`workbench ${name}, gzipped`, `${(bytes / 1000).toFixed(1)} KB`, `${limitKB} KB`);
    if (bytes > limitKB * 1000) throw new Error(`The ${name} has ${bytes} bytes, gzipped; the limit is ${limitKB} KB.`);
  };
  const findChunks = (output: Output, name: string) =>
    output
      .filter((file) => file.type === "chunk")
      .filter((file) => chunkName(file.moduleIds) === name && !file.isEntry);
  checkSize("page", collectImports(page, findEntry(page)), 146);
  checkSize("completion", findChunks(page, "completion"), 11);
  checkSize("diff", findChunks(page, "diff"), 7.7);
  checkSize("worker", collectImports(worker, findEntry(worker)), 120);
  checkSize("CEL", findChunks(worker, "cel"), 80);
}

/** Returns a script with everything that it imports statically. */
function collectImports(output: Output, entry: Rolldown.OutputChunk): readonly Rolldown.OutputChunk[] {
  const chunks = new Set([entry]);
  for (const { imports } of chunks) {
    for (const file of output) if (file.type === "chunk" && imports.includes(file.fileName)) chunks.add(file);
  }
  return [...chunks];
}

function isStale(): boolean {
  const manifest = join(folder, "manifest.json");
  if (!existsSync(manifest)) return true;
  const builtAt = statSync(manifest).mtimeMs;
  const patterns = [
    "packages/{workbench,json-text,engine,contract}/src/**/*",
    "packages/workbench/index.html",
    "packages/contract/src/page-style.ts",
    "scripts/page-icon.ts",
    "scripts/build-workbench.ts",
    "package-lock.json",
  ];
  return globSync(patterns, { cwd: root }).some((file) => statSync(join(root, file)).mtimeMs > builtAt);
}
