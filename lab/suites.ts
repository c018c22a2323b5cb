/** A suite of the lab: what `bash .ci/run lab NAME` runs, with `ASSAY_SCALE=full`. */
export interface LabSuite {
  /** What its figures show to be kept. */
  readonly promise: string;
  /** Debian's packages of programs that it needs, besides Node and the packages of this directory. */
  readonly needs?: readonly string[];
  /** Test files, as globs from the root of the repository. */
  readonly files?: readonly string[];
  /** How many of them run at once; one unless given, because most of them measure. */
  readonly concurrency?: number;
  /** Commands that run first, or that are the whole suite. */
  readonly commands?: readonly string[];
  /** Whether it leaves out the files of other suites. */
  readonly isRest?: true;
  /** Whether its tests use packages as they were built, and not their sources. */
  readonly isBuilt?: true;
}

const buildWorkbench = "node --conditions=assay-source scripts/build-workbench.ts";
/** The benchmarks that the suite `bench` runs besides that of the engine. */
export const benchmarks: readonly string[] = ["http", "limiter"];

/** All suites, quick ones first. */
export const labSuites: { readonly [name: string]: LabSuite } = {
  types: {
    promise: "The code of the lab compiles with the packages that only the lab has",
    commands: ["npx tsc -p lab"],
  },
  openapi: {
    promise: "openapi.json follows OpenAPI 3.1 and the recommended rules of Redocly",
    commands: [
      "REDOCLY_TELEMETRY=off lab/node_modules/.bin/redocly lint --extends=recommended-strict packages/contract/generated/openapi.json",
    ],
  },
  manifests: {
    promise: "The files in deploy/ have only members that Compose and Kubernetes know",
    files: ["lab/manifests/*.test.ts"],
  },
  mcp: {
    promise: "The conformance suite of MCP passes in both eras",
    files: ["lab/mcp/*.test.ts"],
  },
  published: {
    promise: "Consumers resolve packages and types, and a release built twice has the same bytes",
    needs: ["runc"],
    commands: ["npm run --silent release:dry"],
    files: ["lab/published/*.test.ts", "e2e/packed/*.test.ts"],
    isBuilt: true,
  },
  alerts: {
    promise: "Alerts fire when they should and end",
    needs: ["prometheus"],
    files: ["lab/alerts/*.test.ts"],
  },
  floods: {
    promise:
      "Beside floods, slow sockets and three times the load, honest calls are answered behind HAProxy, and the bare port survives",
    needs: ["redis-server", "haproxy", "slowhttptest"],
    files: ["lab/floods/*.test.ts", "e2e/fleet/floods.test.ts", "e2e/http/slow-sockets.test.ts"],
  },
  fleet: {
    promise:
      "A fleet counts exactly, whatever the timing, the clocks, the network and the store do, and restarts and upgrades without a failed call",
    needs: ["redis-server", "haproxy"],
    files: ["lab/fleet/*.test.ts", "e2e/fleet/rolling-restart.test.ts"],
  },
  fuzz: {
    promise: "Ten million fuzzed bodies are all answered",
    files: ["packages/server/src/api/operations/fuzzed-bodies.deep.test.ts"],
  },
  hostile: {
    promise: "No body, spec package or rule costs more than its bound",
    files: ["packages/engine/src/{hostility,cel,schema}/*.deep.test.ts", "e2e/documents/admission.test.ts"],
  },
  counts: {
    promise: "Every property holds 10,000 times, and every other test at the counts that are promised",
    needs: ["redis-server", "jq", "python3", "chromium"],
    commands: [buildWorkbench],
    files: [
      "packages/*/src/**/*.test.ts",
      "tests/*.test.ts",
      "e2e/{http,auth,limit,cli,mcp,documents,browser}/**/*.test.ts",
    ],
    concurrency: 2,
    isRest: true,
  },
  bench: {
    promise: "What a verdict, a call and counting cost, as ratios to a control",
    needs: ["redis-server", "haproxy"],
    commands: [
      "npm run build",
      "npm run bench -- engine --gate",
      ...benchmarks.map((name) => `npm run bench -- ${name}`),
    ],
  },
  mutation: {
    promise: "Tests notice at least 90 % of the mutants of json, normalize, folding, limiter and auth",
    commands: ["npm run mutate"],
  },
  soak: {
    promise: "A hundred minutes of calls, and of a target product that fails, leave no memory and no open file behind",
    commands: ["npm run bench -- soak"],
  },
  faults: {
    promise: "Every planted fault turns the one test red that covers it",
    needs: ["redis-server", "jq", "python3", "chromium"],
    commands: ["node --conditions=assay-source lab/faults/run.ts"],
  },
};
