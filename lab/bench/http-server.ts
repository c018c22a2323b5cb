// One of the services that http.ts, auth.ts and mcp.ts compare, in a process of its own: `assay`, `announced` (with a next spec
// package), `guarded` (which asks for credentials), `useful` or `bare`. When ready it tells its address, the one where it answers how
// much processor time it took so far, and the admin address of the first two; where `guarded` a key and the address of the
// service without a guard instead; that one also signs calls as the identity service does, at /signed.

import { once } from "node:events";
import { openSync, readFileSync, writeSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { startSandbox } from "@assay/sandbox";
import { startApp } from "@assay/server";
import { longTimeouts } from "@assay/testing/services/long-timeouts";
import { manyCalls } from "@assay/testing/services/many-calls";
import { Ajv2020 } from "ajv/dist/2020.js";
import { type FastifyInstance, fastify } from "fastify";

interface Started {
  readonly url: string;
  readonly operatorUrl?: string;
  readonly key?: string;
  /** The same service, for everybody. */
  readonly openUrl?: string;
  sign?(body: string): object;
}

// Written as the log of a service is: at once, a line at a time.
const sink = openSync("/dev/null", "w");
const nowhere = { write: (line: string) => void writeSync(sink, line) };

const starts: { readonly [name: string]: () => Promise<Started> } = {
  assay: () => startAssay(),
  announced: () => startAssay({ isAnnounced: true }),
  useful: startUseful,
  guarded: startGuarded,
  bare: startBare,
};
const start = starts[process.argv[2] ?? ""] ?? startBare;
const { url, key = "", openUrl = "", operatorUrl = "", sign } = await start();
const meter = createServer(async (request, response) => {
  const { user, system } = process.cpuUsage();
  if (!sign || request.url !== "/signed") return response.end(String(user + system));
  const { calls, body } = (await json(request)) as { readonly calls: number; readonly body: string };
  return response.end(JSON.stringify(Array.from({ length: calls }, () => sign(body))));
}).listen(0, "127.0.0.1");
await once(meter, "listening");
console.log(
  `listening ${url} http://127.0.0.1:${(meter.address() as AddressInfo).port} ${key || operatorUrl} ${openUrl}`,
);

/** The whole service with its log, and the product that it judges for. */
async function startAssay({ isAnnounced = false } = {}): Promise<Started> {
  const { datamint } = await startSandbox();
  if (!isAnnounced) datamint.announce(undefined);
  return await startApp({
    limit: manyCalls,
    ...longTimeouts,
    domains: [datamint.domainConfig],
    log: { level: "info", to: nowhere },
  });
}

/** The whole service as it is run, with the identity service that it asks; in one process with one that asks nobody. */
async function startGuarded(): Promise<Started> {
  const { datamint, identity } = await startSandbox({ identity: true });
  const { issuer, jwksUrl, introspectionUrl, clients } = identity;
  const { url } = await startApp({
    limit: manyCalls,
    domains: [datamint.domainConfig],
    keys: { introspectionUrl, clientId: clients.assay.id, clientSecret: clients.assay.secret },
    proxy: { issuer, jwksUrl },
  });
  const { key } = await identity.createKey(await identity.createPerson("Ada"));
  const claims = {
    issuer,
    agent: "agt_ada",
    host: "hst_adas",
    subject: "usr_ada",
    mode: "delegated" as const,
    capability: "assay.validateProposal",
    grant: "grt_one",
  };
  const sign = (body: string) => identity.signCall({ method: "POST", url: `${url}/api/validate`, body, claims });
  const { url: openUrl } = await startApp({ limit: manyCalls, domains: [datamint.domainConfig] });
  return { url, key, openUrl, sign };
}

/**
 * What a team would put into production: it parses the body, Ajv finds all errors, the answer is as long as ours, and each
 * request is logged. The third argument is an answer of ours.
 */
async function startUseful(): Promise<Started> {
  const answer = JSON.parse(process.argv[3] ?? "{}");
  const check = new Ajv2020({ strict: false, allErrors: true, validateFormats: false }).compile(candidateSchema());
  const app = fastify({ logger: { level: "info", stream: nowhere } });
  parseBodies(app);
  app.post<{ Body: { candidate: unknown } }>("/api/validate", async ({ body }) => {
    const valid = check(body.candidate);
    return { ...answer, valid, errors: check.errors ?? undefined };
  });
  return { url: await app.listen({ host: "127.0.0.1", port: 0 }) };
}

/** What a team would write in ten lines: it parses the body, and Ajv says yes or no. */
async function startBare(): Promise<Started> {
  const check = new Ajv2020({ strict: false, validateFormats: false }).compile(candidateSchema());
  const app = fastify();
  parseBodies(app);
  app.post<{ Body: { candidate: unknown } }>("/api/validate", async ({ body }) => ({ valid: check(body.candidate) }));
  return { url: await app.listen({ host: "127.0.0.1", port: 0 }) };
}

function candidateSchema(): object {
  const file = import.meta.resolve("@assay/contract/spec-packages/datamint/generator-option/1.0.0.json");
  return JSON.parse(readFileSync(fileURLToPath(file), "utf8")).candidateSchema;
}

function parseBodies(app: Pick<FastifyInstance, "removeAllContentTypeParsers" | "addContentTypeParser">): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (_, text, done) =>
    done(null, JSON.parse(text as string)),
  );
}
