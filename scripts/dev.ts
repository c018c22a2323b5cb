// Starts everything on this machine: the identity service, Datamint, its voting service, and Assay, until Ctrl-C.
// PORT chooses Assay's port; Datamint, voting, the operator's listener and the identity service take the four after it.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startSandbox } from "@assay/sandbox";
import { startApp } from "@assay/server";

const port = Number(process.env.PORT ?? 8080);
if (!Number.isInteger(port) || port < 1 || port > 65_531) {
  console.error(`PORT must be a number from 1 to 65531, not ${JSON.stringify(process.env.PORT)}.`);
  process.exit(1);
}
buildPage();
await using stack = new AsyncDisposableStack();
const { datamint, voting, identity } = stack.use(
  await startSandbox({
    datamint: { port: port + 1 },
    voting: { port: port + 2 },
    identity: { port: port + 4 },
    assayUrl: `http://127.0.0.1:${port}`,
  }).catch(explain),
);
const { id: clientId, secret: clientSecret } = identity.clients.assay;
const app = stack.use(
  await startApp({
    port,
    operatorPort: port + 3,
    keys: { introspectionUrl: identity.introspectionUrl, clientId, clientSecret },
    keyUrl: identity.issuer,
    authorizationServer: identity.issuer,
    proxy: { issuer: identity.issuer, jwksUrl: identity.jwksUrl },
    log: { level: "info" },
    domains: [{ ...datamint.asDomain, refreshSeconds: 2 }],
  }).catch(explain),
);
await identity.connectAssay(app.url);
// On a slow machine the rules may take a second look.
while (!(await (await fetch(`${app.operatorUrl}/metrics`)).text()).includes('status="ready"} 1')) await wait(200);
// The owner of examples/first-proposal/draft.json.
const ada = await identity.createPerson("Ada", "3f0c6f0e-6f0a-4d7e-9a55-0d3c9f6a1b27");
const { key } = await identity.createKey(ada);
const { key: bensKey } = await identity.createKey(await identity.createPerson("Ben"));
console.log(`
Workbench ${app.url}/
Assay     ${app.url}/llms.txt
MCP       ${app.url}/mcp
Datamint  ${datamint.origin}
Voting    ${voting.origin}
Operator  ${app.operatorUrl}/readyz
Identity  ${identity.issuer}

MCP clients can sign in as Ada: ${ada.email}, password ${ada.password}

The README and the guides go on in another terminal. Copy the lines that they use:
the secret with which Assay asks about keys, the id of Ada, who owns the draft, and the API keys of Ada and of Ben.
SECRET=${clientSecret}
OWNER=${ada.id}
KEY=${key} BENS_KEY=${bensKey}

Ctrl-C stops everything.
`);
await new Promise((resolve) => {
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, resolve);
});

// A process of its own: the bundler would stay in this one for as long as it runs.
function buildPage(): void {
  const script = join(import.meta.dirname, "build-workbench.ts");
  const { status } = spawnSync(process.execPath, ["--conditions=assay-source", script, "--if-stale"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0) console.error("The page at / could not be built; everything else runs.");
}

function explain(reason: unknown): never {
  const { code, port: taken } = reason as { readonly code?: unknown; readonly port?: unknown };
  if (code !== "EADDRINUSE") throw reason;
  console.error(
    `Port ${taken} is taken: something else listens there. Use five other ports, from 9000 on: PORT=9000 npm run dev`,
  );
  process.exit(1);
}
