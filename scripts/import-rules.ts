import { dirname, join, matchesGlob } from "node:path";

/** What some files may import. A file has exactly one rule. */
export interface ImportRule {
  /** Globs from the root of the repository; those that begin with `!` are exceptions. */
  readonly files: readonly string[];
  /** The packages that they may import, by name; `startApp of server` allows only that export, and several are joined by commas. */
  readonly packages: readonly string[];
  /** What they may import from elsewhere in their package, as paths from its `src`; everything unless given. */
  readonly beside?: readonly string[];
  /** Which modules of others they may import; any unless given. */
  readonly others?: "none" | "not Node's";
  /** A file inside another package that they may import all the same. */
  readonly inside?: string;
  /** What to do instead. */
  readonly otherwise: string;
}

/** The directories of the engine: each imports from those before it. */
export const engineDirectories = [
  "text",
  "json",
  "did-you-mean",
  "schema",
  "findings",
  "registry",
  "checks",
  "schema-errors",
  "spec",
  "cel",
  "idn",
  "validate",
  "fixes",
  "verdict",
  "build",
  "review",
  "compile",
  "spec-diff",
];

/** Those that are entries of their own: an engine that does not need them does not load them. */
export const engineEntries = ["cel", "idn", "spec-diff"];

const packages = ["cli", "client", "contract", "engine", "json-text", "sandbox", "server", "testing", "workbench"];
const notTests = "!**/*.test.ts";
/** What can be seen of the service from outside. */
const outside = ["client", "contract", "engine", "sandbox", "startApp of server"];

/** Every rule about who may import what. `tests/import-directions.test.ts` holds all sources to them. */
export const importRules: readonly ImportRule[] = [
  {
    files: ["packages/contract/src/**", notTests],
    packages: [],
    others: "none",
    otherwise: "Code that needs a library or Node goes to the package that uses it.",
  },
  {
    files: ["packages/contract/src/**/*.test.ts"],
    packages: ["contract"],
    otherwise: "A test that runs the engine goes to packages/engine.",
  },

  ...engineDirectories.map((name, index) =>
    engine(`${name}/**`, [
      "meter.ts",
      "sha256.ts",
      "wrong-argument.ts",
      ...engineDirectories.slice(0, index).flatMap((above) => (engineEntries.includes(above) ? [] : [`${above}/**`])),
    ]),
  ),
  engine("{meter,wrong-argument}.ts", []),
  engine("sha256.ts", ["wrong-argument.ts"]),
  engine("{engine,runtime-engine,index}.ts", [
    "*.ts",
    ...engineDirectories.filter((name) => !engineEntries.includes(name)).map((name) => `${name}/**`),
  ]),
  engine("load-parts.ts", ["*.ts", "*/**"]),
  {
    files: ["packages/engine/src/**/*.test.ts", "packages/engine/test/**"],
    packages: ["contract", "engine", "testing"],
    otherwise: "A test over several packages goes to e2e.",
  },

  server(
    "main.ts",
    ["contract"],
    ["app.ts", "app/check-connections.ts", "config/**", "problem.ts", "telemetry/**"],
    "app.ts joins the parts.",
  ),
  server("app.ts", ["contract", "engine"], ["*.ts", "*/**", "!main.ts"], "main.ts is what starts it."),
  server("app/**", ["contract", "engine"], ["*.ts", "*/**", "!main.ts", "!app.ts"], "app.ts is what joins its parts."),
  server("problem.ts", ["contract"], [], "Everything else may import it."),
  server("shared/**", ["contract"], [], "What one directory alone needs belongs there."),
  server(
    "call.ts",
    ["contract"],
    ["api/operations/**", "auth/**", "limit/**", "problem.ts", "shared/**", "telemetry/**"],
    "Only operations run the engine.",
  ),
  server(
    "config/**",
    ["contract", "closest, positionOf, quoted, readJson of engine"],
    ["net/classify-address.ts", "problem.ts", "shared/**", "telemetry/**"],
    "app.ts passes the configuration on.",
  ),
  server(
    "api/{*.ts,routes/**}",
    ["contract", "readJson of engine"],
    ["api/*.ts", "api/routes/**", "api/mcp/mcp.ts", "call.ts", "net/**", "problem.ts", "shared/**", "site/**"],
    "What every transport needs goes to call.ts; judging a candidate goes to api/operations.",
  ),
  server(
    "api/mcp/**",
    ["contract"],
    ["call.ts", "problem.ts", "shared/**", "telemetry/**"],
    "What every transport needs goes to call.ts.",
  ),
  server(
    "api/operations/**",
    ["contract", "engine"],
    ["problem.ts", "shared/**"],
    "Declare what else it needs as its deps type; app.ts provides it.",
  ),
  server(
    "net/**",
    ["contract"],
    ["problem.ts", "shared/**", "telemetry/**"],
    "It knows sockets, not what is said on them.",
  ),
  server("site/**", ["contract"], ["shared/**"], "A page is a function of what is passed to it; routes are in api."),
  ...["auth", "limit"].map((name) =>
    server(
      `${name}/**`,
      ["contract", "engine"],
      ["net/**", "problem.ts", "shared/**", "telemetry/**"],
      "Declare what else it needs as its deps type; app.ts provides it.",
    ),
  ),
  server(
    "documents/*.ts",
    ["contract"],
    ["documents/**", "net/**", "problem.ts", "shared/**", "telemetry/**"],
    "app.ts hands its functions to those that declare them; the engine compiles in documents/vetting.",
  ),
  server(
    "documents/vetting/**",
    ["contract", "engine"],
    ["shared/**"],
    "It takes bytes; fetching them is left to the rest of documents.",
  ),
  server(
    "telemetry/**",
    ["contract"],
    ["problem.ts"],
    "Code that has something to report calls a helper in telemetry/events.ts.",
  ),
  {
    files: ["packages/server/src/**/*.test.ts"],
    packages: ["contract", "engine", "testing"],
    otherwise: "A test over several packages goes to e2e.",
  },

  {
    files: ["packages/client/src/**", notTests],
    packages: ["contract"],
    others: "none",
    otherwise: "The client needs fetch and nothing else; what it knows about an answer is in packages/contract.",
  },
  {
    files: ["packages/client/src/**/*.test.ts"],
    packages: ["client", "contract", "testing"],
    otherwise: "A test over several packages goes to e2e.",
  },

  {
    files: ["packages/cli/src/**", notTests],
    packages: ["client", "contract", "engine", "json-text"],
    otherwise: "The command line uses what its users could use themselves; it talks to the service through the client.",
  },
  {
    files: ["packages/cli/src/**/*.test.ts"],
    packages: ["client", "contract", "engine", "json-text", "testing"],
    otherwise: "A test over several packages goes to e2e.",
  },

  {
    files: ["packages/json-text/src/**", notTests],
    packages: ["contract", "engine"],
    others: "not Node's",
    otherwise: "It runs in the page too; whoever has a file passes its text.",
  },
  {
    files: ["packages/json-text/src/**/*.test.ts"],
    packages: ["contract", "engine", "testing"],
    otherwise: "A test over several packages goes to e2e.",
  },

  {
    files: ["packages/sandbox/src/**", notTests],
    packages: ["contract", "engine"],
    otherwise: "What both sides of the wire share goes to packages/contract.",
  },
  {
    files: ["packages/sandbox/src/**/*.test.ts", "packages/sandbox/test/**"],
    packages: ["contract", "engine", "testing"],
    otherwise: "A test over several packages goes to e2e.",
  },

  {
    files: ["packages/workbench/src/**", notTests],
    packages: ["contract", "engine", "json-text"],
    others: "not Node's",
    otherwise: "The page runs in a browser; the server gives it files and facts over HTTP.",
  },
  {
    files: ["packages/workbench/src/**/*.test.ts", "packages/workbench/test/**"],
    packages: ["contract", "engine", "json-text", "testing"],
    otherwise: "A test over several packages goes to e2e.",
  },

  {
    files: ["packages/testing/src/**"],
    packages: outside,
    otherwise: "A helper that needs the inside of a package goes to the test directory of that package.",
  },
  {
    files: ["e2e/**", "lab/**", "!lab/bench/stages.ts"],
    packages: ["cli", ...outside, "testing"],
    otherwise: "Observe everything else of the server over its sockets.",
  },
  {
    files: ["lab/bench/stages.ts"],
    packages: [],
    inside: "packages/engine/src/spec/compiled-spec.ts",
    otherwise: "A compiled spec hides its stages, and only here are they measured apart.",
  },
  {
    files: ["examples/**"],
    packages: outside,
    otherwise: "An example uses what its readers can use.",
  },
  {
    files: ["scripts/**", "tests/**"],
    packages,
    otherwise: "What a package does not export stays inside it; helpers of tests go to packages/testing.",
  },
];

/** The rules that apply to a file; a file has exactly one. */
export function rulesFor(file: string): readonly ImportRule[] {
  return importRules.filter(({ files }) => matchesAny(file, files));
}

/** The imports in a source file that its rule forbids, each with what to do instead. */
export function forbiddenImports(file: string, source: string): readonly { from: string; otherwise: string }[] {
  return rulesFor(file).flatMap((rule) =>
    readImports(source)
      .filter((imported) => !isAllowed(rule, file, imported))
      .map(({ from }) => ({ from, otherwise: rule.otherwise })),
  );
}

interface Import {
  readonly from: string;
  /** What stands between `import` and `from`. */
  readonly names: string;
}

const importStatement =
  /^\s*(?:import|export)\b([^"'`;]*?)\bfrom\s*"([^"]+)"|^\s*import\s*"([^"]+)"|^[^*/\n]*\bimport\(\s*"([^"]+)"/gm;

function readImports(source: string): readonly Import[] {
  return [...source.matchAll(importStatement)].map(([, names = "", ...from]) => ({
    names,
    from: from.find((specifier) => specifier !== undefined) ?? "",
  }));
}

function isAllowed(rule: ImportRule, file: string, { from, names }: Import): boolean {
  if (from.startsWith(".")) return isAllowedFile(rule, file, join(dirname(file), from));
  const [scope, name = ""] = from.split("/");
  if (scope === "@assay") return rule.packages.some((entry) => isAllowedPackage(entry, name, from, names));
  if (rule.others === "none") return false;
  return !(rule.others === "not Node's" && from.startsWith("node:"));
}

function isAllowedFile(rule: ImportRule, file: string, target: string): boolean {
  const {
    files: [own = ""],
    beside,
  } = rule;
  if (target === rule.inside) return true;
  if (homeOf(target) !== homeOf(file)) return !/^packages\/[^/]+\/(src|test|dist)\//.test(target);
  if (beside === undefined) return true;
  const fromSource = target.split("/").slice(3).join("/");
  const isOwnDirectory = own.endsWith("/**") && matchesGlob(target, own);
  return isOwnDirectory || (target.includes("/src/") && matchesAny(fromSource, beside));
}

function isAllowedPackage(entry: string, name: string, from: string, names: string): boolean {
  const [allowed = "", only] = entry.split(" of ").reverse();
  if (allowed !== name) return false;
  if (only === undefined) return true;
  const imported = names.replaceAll(/[{}]|\btype\b/g, "").split(",");
  const isNamed = imported.every(
    (one) => one.trim() === "" || only.split(", ").includes(one.trim().split(" as ")[0] ?? ""),
  );
  return from === `@assay/${name}` && isNamed;
}

/** The package, or the directory outside of all packages, that a file belongs to. */
function homeOf(file: string): string {
  const [top, name] = file.split("/");
  return top === "packages" ? `${top}/${name}` : String(top);
}

/** Whether one of the globs matches, and none of those that begin with `!`. */
function matchesAny(path: string, globs: readonly string[]): boolean {
  const [exceptions, included] = [true, false].map((isException) =>
    globs.filter((glob) => glob.startsWith("!") === isException),
  ) as [string[], string[]];
  return (
    included.some((glob) => matchesGlob(path, glob)) && !exceptions.some((glob) => matchesGlob(path, glob.slice(1)))
  );
}

function engine(path: string, beside: readonly string[]): ImportRule {
  return {
    files: [`packages/engine/src/${path}`, notTests],
    packages: ["contract"],
    beside,
    others: "not Node's",
    otherwise:
      "What two directories need goes to one above both; the engine does no I/O, so createEngine takes functions.",
  };
}

function server(path: string, packages: readonly string[], beside: readonly string[], otherwise: string): ImportRule {
  return { files: [`packages/server/src/${path}`, notTests], packages, beside, otherwise };
}
