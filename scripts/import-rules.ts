/** What some files may import. A file has exactly one rule: of two overlapping overrides the linter would apply the last. */
export interface ImportRule {
  /** Globs from the root of the repository; those that begin with `!` are exceptions. */
  readonly files: readonly string[];
  /** The packages that they may import, by name; `startApp of server` allows only that export, and several are joined by commas. */
  readonly packages: readonly string[];
  /** What they may import from elsewhere in their package, as paths from its `src`; everything unless given. */
  readonly beside?: readonly string[];
  /** Which modules of others they may import; any unless given. */
  readonly others?: "none" | "not Node's";
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
  "coverage",
  "fixes",
  "verdict",
  "build",
  "review",
  "compile",
  "spec-diff",
];

/** Those that are entries of their own: an engine that does not need them does not load them. */
export const engineEntries = ["cel", "idn", "coverage", "spec-diff"];

const packages = ["cli", "client", "contract", "engine", "json-text", "sandbox", "server", "testing", "workbench"];
const notTests = "!**/*.test.ts";
/** What can be seen of the service from outside. */
const outside = ["client", "contract", "engine", "sandbox", "startApp of server"];

/** Every rule about who may import what, from which `npm run generate` writes the configuration of the linter. */
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
  engine("{engine,engine-for-admitted,index}.ts", [
    "*.ts",
    ...engineDirectories.filter((name) => !engineEntries.includes(name)).map((name) => `${name}/**`),
  ]),
  {
    files: ["packages/engine/src/**/*.test.ts", "packages/engine/test/**"],
    packages: ["contract", "engine", "testing"],
    otherwise: "A test over several packages goes to e2e.",
  },

  server("main.ts", ["contract"], ["app.ts", "config/**", "problem.ts", "telemetry/**"], "app.ts joins the parts."),
  server("app.ts", ["contract", "engine"], ["*.ts", "*/**", "!main.ts"], "main.ts is what starts it."),
  server("app/**", ["contract", "engine"], ["*.ts", "*/**", "!main.ts", "!app.ts"], "app.ts is what joins its parts."),
  server(
    "identity.ts",
    ["contract"],
    ["auth/**", "problem.ts", "shared/**", "telemetry/**", "upstream/**"],
    "app.ts joins the parts.",
  ),
  server("problem.ts", ["contract"], ["telemetry/**"], "Everything else may import it."),
  server("shared/**", ["contract"], [], "What one directory alone needs belongs there."),
  server(
    "call.ts",
    ["contract"],
    ["auth/**", "limit/**", "operations/**", "problem.ts", "shared/**", "telemetry/**"],
    "Only operations run the engine.",
  ),
  server("traced-calls.ts", ["contract"], ["call.ts", "shared/**", "telemetry/**"], "It only adds spans to calls."),
  server(
    "config/**",
    ["contract", "closest, positionOf, quoted, readJson of engine"],
    ["problem.ts", "shared/**", "telemetry/**"],
    "app.ts passes the configuration on.",
  ),
  server(
    "http/**",
    ["contract", "readJson of engine"],
    ["call.ts", "mcp/mcp.ts", "operations/operation-list.ts", "problem.ts", "shared/**", "telemetry/**"],
    "What every transport needs goes to call.ts; judging a candidate goes to operations.",
  ),
  server(
    "mcp/**",
    ["contract"],
    ["call.ts", "problem.ts", "shared/**", "telemetry/**"],
    "What every transport needs goes to call.ts.",
  ),
  ...["auth", "limit", "operations", "admission"].map((name) =>
    server(
      `${name}/**`,
      ["contract", "engine"],
      ["problem.ts", "shared/**", "telemetry/**"],
      "Declare what else it needs as its deps type; app.ts provides it.",
    ),
  ),
  server(
    "upstream/**",
    ["contract"],
    ["admission/**", "problem.ts", "shared/**", "telemetry/**"],
    "app.ts hands its functions to those that declare them.",
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
    files: ["e2e/**", "bench/**"],
    packages: ["cli", ...outside, "testing"],
    otherwise: "Observe everything else of the server over its sockets.",
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

/** The rules as overrides in the configuration of Biome. */
export function linterOverrides(rules: readonly ImportRule[]): readonly object[] {
  return rules.map((rule) => ({
    includes: rule.files,
    linter: { rules: { style: { noRestrictedImports: { level: "error", options: restrictions(rule) } } } },
  }));
}

function restrictions(rule: ImportRule): object {
  const message = `Allowed here: ${allowed(rule).join(", ") || "nothing of another package"}. ${rule.otherwise}`;
  const named = rule.packages.map(readPackage);
  const paths = named.flatMap(({ name, only }) =>
    only ? [[`@assay/${name}`, { allowImportNames: only.split(", "), message }] as const] : [],
  );
  const group = [
    ...(rule.others === "none" ? ["**", "!./**", "!../**"] : ["@assay/**"]),
    ...(rule.others === "not Node's" ? ["node:*", "node:*/**"] : []),
    ...named.flatMap(({ name, only }) => (only ? [`!@assay/${name}`] : [`!@assay/${name}`, `!@assay/${name}/**`])),
    ...besides(rule),
    `**/{${packages}}/{src,test,dist}/**`,
  ];
  return { ...(paths.length > 0 && { paths: Object.fromEntries(paths) }), patterns: [{ group, message }] };
}

function allowed({ packages, beside = ["its own package"], others }: ImportRule): readonly string[] {
  const libraries = others === "none" ? [] : [others === "not Node's" ? "libraries" : "libraries and Node"];
  return [...packages, ...beside, ...libraries];
}

function readPackage(entry: string): { readonly name: string; readonly only?: string } {
  const [name = "", only] = entry.split(" of ").reverse();
  return only === undefined ? { name } : { name, only };
}

// From a file in `src` what is beside it is `./`, from a file in a directory of `src` it is `../`.
function besides({ files: [files = ""], beside }: ImportRule): readonly string[] {
  if (!beside) return [];
  const isDirectory = files.endsWith("/**");
  const opened = beside.map((path) => {
    const from = isDirectory ? "../" : "./";
    return path.startsWith("!") ? `${from}${path.slice(1)}` : `!${from}${path}`;
  });
  return [...(isDirectory ? [] : ["./**"]), "../**", ...opened];
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
