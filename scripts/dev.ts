// Runs Assay, an identity service and a product on this machine, until Ctrl-C:
//   npm run dev [-- my-rules.json]   default: Datamint's rules
// Changes to the rules file take effect within seconds. Broken rules are reported in the terminal and ignored.
// PORT sets Assay's port. The product, the identity service and the operator port use the next three ports.
// With ASK_OWNER=1, a ballot opens only after its owner has signed in at the product and confirmed it.
// The log and the variables for the guides are written to the folder `try` in the current folder.
import { spawnSync } from "node:child_process";
import { createWriteStream, mkdirSync, readFileSync, rmSync, unwatchFile, watchFile, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { buildPages } from "./build-pages.ts";

const shell = process.ppid;
const port = Number(process.env.PORT ?? 8080);
if (!Number.isInteger(port) || port < 1 || port > 65_532) {
  console.error(`PORT must be a number from 1 to 65532, not ${JSON.stringify(process.env.PORT)}.`);
  process.exit(1);
}
console.log(`Starting Assay and its sandbox on ports ${port} to ${port + 3}. This takes a few seconds.`);
const [rulesFile] = process.argv.slice(2);
const problems = rulesFile === undefined ? "" : findSpecProblems(rulesFile);
if (problems !== "") {
  console.error(problems);
  process.exit(1);
}
buildPages();
buildWorkbench();
// Imported after the first message, because loading them takes seconds.
const { startSandbox } = await import("@assay/sandbox");
const { startApp } = await import("@assay/server");
mkdirSync("try", { recursive: true });
await using stack = new AsyncDisposableStack();
const { datamint: product, identity } = stack.use(
  await startSandbox({
    datamint: { port: port + 1, ...(rulesFile !== undefined && { specPackage: readFileSync(rulesFile) }) },
    identity: { port: port + 2 },
    asksOwner: process.env.ASK_OWNER === "1",
  }).catch(exitIfPortInUse),
);
const { id: clientId, secret: clientSecret } = identity.clients.assay;
const app = stack.use(
  await startApp({
    port,
    operatorPort: port + 3,
    keys: { introspectionUrl: identity.introspectionUrl, clientId, clientSecret },
    authorizationServer: identity.issuer,
    proxy: { issuer: identity.issuer, jwksUrl: identity.jwksUrl },
    log: { level: "info", to: createWriteStream("try/dev.log") },
    domains: [{ ...product.domainConfig, refreshSeconds: 1 }],
  }).catch(exitIfPortInUse),
);
await identity.connectAssay(app.url);
// On a slow machine, loading the rules can take a second attempt.
while (!(await (await fetch(`${app.operatorUrl}/metrics`)).text()).includes('status="ready"} 1')) await wait(200);
// The owner of examples/first-proposal/draft.json.
const ada = await identity.createPerson("Ada", "3f0c6f0e-6f0a-4d7e-9a55-0d3c9f6a1b27");
const { key } = await identity.createKey(ada);
const { key: bensKey } = await identity.createKey(await identity.createPerson("Ben"));
// Delete an earlier file first: the mode applies only to new files, and only this user may read the keys.
rmSync("try/.env", { force: true });
const variables = {
  KEY: key,
  BENS_KEY: bensKey,
  OWNER: ada.id,
  EMAIL: ada.email,
  PASSWORD: ada.password,
  SECRET: clientSecret,
};
const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`);
writeFileSync("try/.env", lines.join(""), { mode: 0o600 });
console.log(`
Workbench ${app.url}/
Docs      ${app.url}/docs
MCP       ${app.url}/mcp
Product   ${product.origin}
Identity  ${identity.issuer}
Operator  ${app.operatorUrl}/readyz
Log       try/dev.log

Ada's API key, for "assay login": ${key}
Ada's account, for MCP clients that sign in: ${ada.email}, password ${ada.password}

Continue the README and the guides in another terminal: cd try && . ./.env
sets KEY and BENS_KEY (the API keys of Ada and Ben), OWNER, EMAIL and PASSWORD (Ada's id and account), and SECRET
(with which Assay asks about keys).

Ctrl-C stops everything.`);
if (rulesFile !== undefined) {
  watchFile(rulesFile, { interval: 250 }, () => publishRules(rulesFile));
  stack.defer(() => unwatchFile(rulesFile));
}
await new Promise<void>((resolve) => {
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => resolve());
  // npm sends SIGTERM only to its shell. When the shell ends, this process gets a different parent and must stop too.
  const timer = setInterval(() => {
    if (process.env.npm_lifecycle_event !== undefined && process.ppid !== shell) resolve();
  }, 500);
  stack.defer(() => clearInterval(timer));
});

function publishRules(file: string): void {
  const specProblems = findSpecProblems(file);
  if (specProblems !== "") {
    console.error(`${specProblems}\nThe previous rules are still in force.`);
    return;
  }
  product.publish(readFileSync(file));
  console.log(`${new Date().toLocaleTimeString()} The rules in ${file} are in force.`);
}

/** Returns the output of `assay spec check` about a broken spec package, and "" for a valid one. */
function findSpecProblems(file: string): string {
  const { status, stdout, stderr } = spawnSync(join(import.meta.dirname, "../assay"), ["spec", "check", file], {
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
  });
  return status === 0 ? "" : `${stdout}${stderr}`.trimEnd();
}

// Runs in a separate process, because the bundler would stay in the memory of this one.
function buildWorkbench(): void {
  const script = join(import.meta.dirname, "build-workbench.ts");
  const { status } = spawnSync(process.execPath, ["--conditions=assay-source", script, "--if-stale"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0) console.error("The page at / could not be built; everything else runs.");
}

function exitIfPortInUse(reason: unknown): never {
  const { code, port: busy } = reason as { readonly code?: unknown; readonly port?: unknown };
  if (code !== "EADDRINUSE") throw reason;
  console.error(
    `Port ${busy} is taken: npm run dev may be running already. Stop it, or use four other ports: PORT=9500 npm run dev`,
  );
  process.exit(1);
}
