import { type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type SandboxWithIdentity, startSandbox } from "@assay/sandbox";
import { serviceSettings } from "@assay/testing/services/service-settings";
import { type ChildExit, startChild } from "@assay/testing/services/start-child";
import { waitUntilReady } from "@assay/testing/services/wait-until-ready";

/** The service as an operator runs it: a process configured by environment variables. */
export interface Binary extends AsyncDisposable {
  readonly url: string;
  readonly publicUrl: string;
  readonly operatorUrl: string;
  readonly sandbox: SandboxWithIdentity;
}

const main = join(import.meta.dirname, "../packages/server/src/main.ts");
const publicUrl = "http://assay.example";
/** The only variables that the service inherits from the tests: the search path, and Node's compile cache. */
const inheritedEnv = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE };

/** A value of `NODE_OPTIONS` that makes a program believe that it runs under Node 20. */
export const pretendNode20 =
  "--import=data:text/javascript,Object.defineProperty(process,'versions',{value:{node:'20.20.2'}})";

/** Starts the service from source, with its own sandbox; `settings` adds environment variables. */
export async function startBinary(
  settings: { readonly [name: string]: string },
  nodeOptions: readonly string[] = [],
): Promise<Binary> {
  await using started = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), "assay-binary-"));
  started.defer(() => rmSync(folder, { recursive: true }));
  const sandbox = started.use(await startSandbox({ identity: true }));
  writeFileSync(join(folder, "domains.json"), JSON.stringify({ domains: [sandbox.datamint.domainConfig] }));
  const server = started.use(
    await startChild({
      args: ["--conditions=assay-source", ...nodeOptions, main],
      cwd: folder,
      env: { ...inheritedEnv, ...serviceSettings(sandbox, "domains.json"), ...settings },
      isReady: (line) => line.includes('"event":"ready"'),
    }),
  );
  const { url, operatorUrl } = JSON.parse(server.readyLine) as { readonly url: string; readonly operatorUrl: string };
  await waitUntilReady({ operatorUrl });
  const running = started.move();
  return { url, publicUrl, operatorUrl, sandbox, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

/** A service process that might not be ready yet. */
interface ServiceRun extends AsyncDisposable {
  readonly exited: Promise<ChildExit>;
  kill(signal: NodeJS.Signals): void;
  /** Everything that the service has written so far to standard output and standard error. */
  output(): string;
}

/**
 * Starts the service without waiting until it is ready. The product at `productUrl` need not exist. `settings` adds
 * environment variables. Standard output goes to `logTo`, an open file or a pipe.
 */
export function runBinary(
  { productUrl, ...settings }: { readonly productUrl: string; readonly [name: string]: string },
  args: readonly string[] = [],
  logTo: number | "pipe" = "pipe",
): ServiceRun {
  const folder = mkdtempSync(join(tmpdir(), "assay-binary-"));
  const domain = {
    targetProduct: "datamint",
    domainId: "generator-option",
    specPackageUrl: `${productUrl}/current.json`,
    submissionUrl: `${productUrl}/api/proposals`,
    registry: { url: `${productUrl}/registry` },
  };
  writeFileSync(join(folder, "domains.json"), JSON.stringify({ domains: [domain] }));
  const env = {
    ...inheritedEnv,
    ASSAY_PUBLIC_URL: publicUrl,
    ASSAY_DOMAINS_FILE: "domains.json",
    ASSAY_INTROSPECTION_URL: `${productUrl}/introspect`,
    ASSAY_INTROSPECTION_CLIENT_ID: "assay",
    ASSAY_INTROSPECTION_CLIENT_SECRET: "secret",
    ASSAY_PORT: "0",
    ASSAY_OPERATOR_PORT: "0",
    ASSAY_DRAIN_SECONDS: "0",
    ...settings,
  };
  const options: SpawnOptions = { cwd: folder, env, stdio: ["pipe", logTo, "pipe"] };
  const child = spawn(process.execPath, ["--conditions=assay-source", main, ...args], options);
  let outputText = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (part) => (outputText += part));
  const exited = once(child, "close").then(([code, signal]) => ({ code, signal }) as ChildExit);
  return {
    exited,
    kill: (signal) => void child.kill(signal),
    output: () => outputText,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await exited;
      rmSync(folder, { recursive: true });
    },
  };
}
