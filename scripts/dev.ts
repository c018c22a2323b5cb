// Starts everything on this machine: Datamint, its voting service, and Assay, until Ctrl-C.
// PORT chooses Assay's port; Datamint, voting and the operator's listener take the three after it.
import { startSandbox } from "@assay/sandbox";
import { startApp } from "@assay/server";

const port = Number(process.env.PORT ?? 8080);
await using stack = new AsyncDisposableStack();
const { datamint, voting } = stack.use(
  await startSandbox({ datamint: { port: port + 1 }, voting: { port: port + 2 } }),
);
const app = stack.use(
  await startApp({
    port,
    operatorPort: port + 3,
    log: { level: "info" },
    domains: [{ ...datamint.asDomain, refreshSeconds: 2 }],
  }),
);
console.log(`
Assay     ${app.url}/llms.txt
Datamint  ${datamint.origin}
Voting    ${voting.origin}
Operator  ${app.operatorUrl}/readyz

The README goes on from here, in another terminal. Ctrl-C stops everything.
`);
await new Promise((resolve) => {
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, resolve);
});
