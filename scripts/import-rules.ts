import { dirname, join } from "node:path";

const commonPackages = ["client", "contract", "engine", "sandbox", "server"];

/** The packages that each package and each top-level directory may import. */
const packages: Rules = {
  contract: [],
  client: ["contract"],
  engine: ["contract"],
  "json-text": ["contract", "engine"],
  sandbox: ["contract", "engine"],
  server: ["contract", "engine"],
  cli: ["client", "contract", "engine", "json-text"],
  workbench: ["contract", "engine", "json-text"],
  testing: commonPackages,
  examples: commonPackages,
  e2e: ["cli", "json-text", "testing", ...commonPackages],
  lab: ["cli", "testing", ...commonPackages],
  scripts: ["cli", "json-text", "testing", "workbench", ...commonPackages],
  tests: ["cli", "testing", ...commonPackages],
};
const withoutLibraries = ["contract", "client"];
const withoutNode = ["contract", "client", "engine", "json-text", "workbench"];

/** The directories of the engine, in order: each may import from the directories before it. */
const base = ["text", "json", "names", "schema", "findings", "registry", "checks", "schema-errors", "spec"];
const engine = [...base, "cel", "correct", "validate", "verdict", "build", "review", "compile"];
// Separate entry points, which the engine loads only if it needs them.
const lazyParts = ["cel"];
const baseFiles = ["meter.ts", "sha256.ts", "argument-error.ts"];

/** The parts that each part of the engine or the server may import. A part without a row may import all parts. */
export const parts: Rules = {
  ...Object.fromEntries(engine.map((name) => [`engine/${name}`, listBefore(name)])),
  // Only these read a candidate schema as it is written: they lint the document, or make parts and places of it. All others ask places.
  "engine/schema": [...listBefore("schema"), "engine/schema/subschemas.ts"],
  "engine/compile": [...listBefore("compile"), "engine/schema/subschemas.ts"],
  "engine/schema/subschemas.ts": ["engine/json"],
  "engine/meter.ts": [],
  "engine/argument-error.ts": [],
  "engine/sha256.ts": ["engine/argument-error.ts"],
  "engine/load-parts.ts": ["engine", ...[...baseFiles, ...engine].map((name) => `engine/${name}`)],
  engine: [...baseFiles, ...engine.filter((name) => !lazyParts.includes(name))].map((name) => `engine/${name}`),

  "server/main.ts": ["server", ...server("config", "problem.ts", "telemetry")],
  "server/problem.ts": [],
  "server/task-queue.ts": [],
  "server/protected-resources.ts": [],
  "server/call.ts": server("api/operations", "auth", "limit", "net", "problem.ts", "task-queue.ts", "telemetry"),
  "server/config": ["engine", ...server("net", "problem.ts", "telemetry")],
  "server/api": [
    "engine",
    ...server("api/mcp", "call.ts", "documents", "net", "pages", "problem.ts", "protected-resources.ts"),
  ],
  "server/api/mcp": server("call.ts", "net", "problem.ts", "telemetry"),
  "server/api/operations": ["engine", ...server("documents", "problem.ts")],
  "server/net": server("problem.ts", "telemetry"),
  "server/pages": ["engine", ...server("protected-resources.ts")],
  "server/auth": ["engine", ...server("net", "problem.ts", "protected-resources.ts", "telemetry")],
  "server/limit": ["engine", ...server("net", "problem.ts", "telemetry")],
  "server/documents": ["engine", ...server("config", "net", "task-queue.ts", "telemetry")],
  "server/telemetry": server("problem.ts"),
};

// Lists what a directory of the engine may import.
function listBefore(name: string): readonly string[] {
  const before = engine.slice(0, engine.indexOf(name)).filter((other) => !lazyParts.includes(other));
  return [...baseFiles, ...before].map((other) => `engine/${other}`);
}

/** Finds the imports in a source file that the tables above do not allow. */
export function findForbiddenImports(file: string, source: string): readonly string[] {
  const statement =
    /^\s*(?:import|export)\b[^"'`;]*?\bfrom\s*"([^"]+)"|^\s*import\s*"([^"]+)"|^[^*/\n]*\bimport\(\s*"([^"]+)"/gm;
  const imported = [...source.matchAll(statement)].map(
    ([, ...paths]) => paths.find((path) => path !== undefined) ?? "",
  );
  return imported.filter((path) => !isAllowed(file, path));
}

function isAllowed(file: string, path: string): boolean {
  const [home, rule] = [findHome(file), parts[findPart(file)]];
  const isTest = /\.test\.tsx?$|^packages\/[^/]+\/test\//.test(file);
  if (path.startsWith(".")) {
    const target = join(dirname(file), path);
    if (findHome(target) !== home) return !/^packages\/[^/]+\/(src|test|dist)\//.test(target);
    return isTest || rule === undefined || [findPart(file), ...rule].includes(findPart(target));
  }
  const [scope, name = ""] = path.split("/");
  if (scope !== "@assay") return isTest || !(path.startsWith("node:") ? withoutNode : withoutLibraries).includes(home);
  if (name === "server" && path !== "@assay/server") return ["scripts", "tests"].includes(home);
  if (isTest && [home, "testing"].includes(name)) return true;
  if (isTest || name === "contract" || rule === undefined) return packages[home]?.includes(name) ?? false;
  return rule.includes(name);
}

/** Returns the package or the top-level directory that contains a file. */
function findHome(file: string): string {
  const [top = "", name = ""] = file.split("/");
  return top === "packages" ? name : top;
}

/** Returns the part of the engine or the server that contains a file: the longest name that its path begins with. */
function findPart(file: string): string {
  const path = `${file.replace(/^packages\/([^/]+)\/src\//, "$1/")}/`;
  const names = Object.keys(parts).filter((name) => path.startsWith(`${name}/`));
  return names.sort((a, b) => b.length - a.length)[0] ?? findHome(file);
}

function server(...names: readonly string[]): readonly string[] {
  return names.map((name) => `server/${name}`);
}

type Rules = { readonly [name: string]: readonly string[] };
