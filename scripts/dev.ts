// Starts everything on this machine: the identity service, Datamint, its voting service, and Assay, until Ctrl-C.
// PORT chooses Assay's port; Datamint, voting, the operator's listener and the identity service take the four after it.
import { setTimeout as wait } from "node:timers/promises";
import { startSandbox } from "@assay/sandbox";
import { startApp } from "@assay/server";

const port = Number(process.env.PORT ?? 8080);
await using stack = new AsyncDisposableStack();
const { datamint, voting, identity } = stack.use(
  await startSandbox({
    datamint: { port: port + 1 },
    voting: { port: port + 2 },
    identity: { port: port + 4 },
  }).catch(explain),
);
const { id: clientId, secret: clientSecret } = identity.clients.assay;
const app = stack.use(
  await startApp({
    port,
    operatorPort: port + 3,
    keys: { introspectionUrl: identity.introspectionUrl, clientId, clientSecret },
    proxy: { issuer: identity.issuer, jwksUrl: identity.jwksUrl },
    log: { level: "info" },
    domains: [{ ...datamint.asDomain, refreshSeconds: 2 }],
  }).catch(explain),
);
await identity.connectAssay(app.url);
// On a slow machine the rules may take a second look.
while (!(await (await fetch(`${app.operatorUrl}/metrics`)).text()).includes('status="ready"')) await wait(200);
const ada = await identity.createPerson("Ada");
const { key } = await identity.createKey(ada);
console.log(`
Assay     ${app.url}/llms.txt
MCP       ${app.url}/mcp
Datamint  ${datamint.origin}
Voting    ${voting.origin}
Operator  ${app.operatorUrl}/readyz
Identity  ${identity.issuer}, where ${clientId} asks with the secret and ${ada.name} has the key
SECRET=${clientSecret}
KEY=${key}

The README and the guides go on from here, in another terminal. Ctrl-C stops everything.
`);
await new Promise((resolve) => {
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, resolve);
});

function explain(reason: unknown): never {
  const { code, port: taken } = reason as { readonly code?: unknown; readonly port?: unknown };
  if (code !== "EADDRINUSE") throw reason;
  console.error(`Port ${taken} is taken: something else listens there. Choose five others with PORT=9000 npm run dev`);
  process.exit(1);
}
