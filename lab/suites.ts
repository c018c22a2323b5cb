/** A suite of the lab. `bash .ci/run lab NAME` runs it with `ASSAY_SCALE=full`. */
export interface LabSuite {
  /** The promise that the suite tests. */
  readonly promise: string;
  /** Debian packages that it needs, besides Node and the npm packages in this directory. */
  readonly needs?: readonly string[];
  /** Test files, as globs relative to the root of the repository. */
  readonly files?: readonly string[];
  /** The number of test files that run at once. The default is 1, because most tests measure time or memory. */
  readonly concurrency?: number;
  /** Commands to run before the test files. */
  readonly commands?: readonly string[];
  /** Whether to leave out the files of other suites. */
  readonly isRest?: true;
  /** Whether its tests use the built packages instead of their sources. */
  readonly isBuilt?: true;
}

const buildWorkbench = "node --conditions=assay-source scripts/build-workbench.ts";
/** The benchmarks that the suite `bench` runs in addition to the engine's benchmark. */
export const benchmarks: readonly string[] = ["peers", "http", "limiter"];

/** All suites, the quick ones first. */
export const labSuites: { readonly [name: string]: LabSuite } = {
  types: {
    promise: "The code of the lab compiles with the packages that only the lab installs",
    commands: ["npx tsc -p lab"],
  },
  openapi: {
    promise: "openapi.json follows OpenAPI 3.1 and the recommended rules of Redocly",
    commands: [
      "REDOCLY_TELEMETRY=off lab/node_modules/.bin/redocly lint --extends=recommended-strict packages/contract/generated/openapi.json",
    ],
  },
  manifests: {
    promise: "The files in deploy/ have only properties that Compose and Kubernetes define",
    files: ["lab/manifests/*.test.ts"],
  },
  mcp: {
    promise: "The MCP conformance suite passes for both supported revisions",
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
    promise: "Alerts fire and end when they should, and what they name exists",
    needs: ["prometheus", "prometheus-blackbox-exporter", "haproxy", "redis-server", "faketime"],
    files: ["lab/alerts/*.test.ts"],
  },
  floods: {
    promise:
      "During floods, with slow clients and at three times the load, HAProxy keeps honest calls answered, and a bare port survives",
    needs: ["redis-server", "haproxy", "slowhttptest"],
    files: [
      "lab/floods/{bare-port,behind-haproxy,overload}.test.ts",
      "e2e/fleet/floods.test.ts",
      "e2e/http/slow-sockets.test.ts",
    ],
  },
  idle: {
    promise: "Connections from one address that send no request do not shut out honest calls behind HAProxy",
    needs: ["redis-server", "haproxy"],
    files: ["lab/floods/idle.test.ts"],
  },
  fleet: {
    promise:
      "A fleet counts exactly despite hostile timing, wrong clocks and failures of network and store, and restarts and upgrades without a failed call",
    needs: ["redis-server", "haproxy"],
    files: ["lab/fleet/*.test.ts", "e2e/fleet/rolling-restart.test.ts"],
  },
  fuzz: {
    promise: "The service answers each of ten million fuzzed bodies",
    files: ["packages/server/src/api/operations/fuzzed-bodies.deep.test.ts"],
  },
  hostile: {
    promise: "No body, spec package or rule costs more than its limit allows",
    files: ["packages/engine/src/{hostility,cel,schema}/*.deep.test.ts", "e2e/documents/hostile-packages.test.ts"],
  },
  counts: {
    promise: "Every property-based test passes with 10,000 cases, and every other test at its promised scale",
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
    promise: "The costs of a verdict, a call and rate limiting, as ratios to a control",
    needs: ["redis-server", "haproxy"],
    commands: [
      "npm run build",
      "npm run bench -- engine --gate",
      ...benchmarks.map((name) => `npm run bench -- ${name}`),
    ],
  },
  mutation: {
    promise: "Tests detect at least 90 % of the mutants in json, normalize, folding, limiter and auth",
    commands: ["npm run mutate"],
  },
  soak: {
    promise: "A hundred minutes of calls, with a failing target product, leak neither memory nor open files",
    commands: ["npm run bench -- soak"],
  },
  faults: {
    promise: "For each planted fault, the test that covers it fails",
    needs: ["redis-server", "jq", "python3", "chromium"],
    commands: ["node --conditions=assay-source lab/faults/run.ts"],
  },
};
