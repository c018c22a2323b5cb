// Starts one of the services that http.ts compares, in a separate process: `assay`, `announced` (with a next spec
// package), `useful` or `bare`. Once ready, it prints its URL, and a URL that returns the processor time used so far.

import { once } from "node:events";
import { openSync, readFileSync, writeSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { startSandbox } from "@assay/sandbox";
import { startApp } from "@assay/server";
import { generousLimit } from "@assay/testing/services/generous-limit";
import { longTimeouts } from "@assay/testing/services/long-timeouts";
import { Ajv2020 } from "ajv/dist/2020.js";
import { type FastifyInstance, fastify } from "fastify";

// Log lines are written synchronously, one at a time, as in production.
const nullDevice = openSync("/dev/null", "w");
const logStream = { write: (line: string) => void writeSync(nullDevice, line) };

const startByName: { readonly [name: string]: () => Promise<{ readonly url: string }> } = {
  assay: () => startAssay(),
  announced: () => startAssay({ isAnnounced: true }),
  useful: startUseful,
  bare: startBare,
};
const start = startByName[process.argv[2] ?? ""] ?? startBare;
const { url } = await start();
const meter = createServer((_, response) => {
  const { user, system } = process.cpuUsage();
  response.end(String(user + system));
}).listen(0, "127.0.0.1");
await once(meter, "listening");
console.log(`listening ${url} http://127.0.0.1:${(meter.address() as AddressInfo).port}`);

/** Starts the complete service, with its log and a target product. */
async function startAssay({ isAnnounced = false } = {}) {
  const { datamint } = await startSandbox();
  if (!isAnnounced) datamint.announce(undefined);
  return await startApp({
    limit: generousLimit,
    ...longTimeouts,
    domains: [datamint.domainConfig],
    log: { level: "info", to: logStream },
  });
}

/**
 * Starts what a team would put into production without Assay. It parses the body, finds all errors with Ajv, logs each
 * request, and sends an answer of the same length as Assay's, which is the second argument of this program.
 */
async function startUseful() {
  const answer = JSON.parse(process.argv[3] ?? "{}");
  const check = new Ajv2020({ strict: false, allErrors: true, validateFormats: false }).compile(readCandidateSchema());
  const app = fastify({ logger: { level: "info", stream: logStream } });
  parseBodies(app);
  app.post<{ Body: { candidate: unknown } }>("/api/validate", async ({ body }) => {
    const valid = check(body.candidate);
    return { ...answer, valid, errors: check.errors ?? undefined };
  });
  return { url: await app.listen({ host: "127.0.0.1", port: 0 }) };
}

/** Starts what a team would write in ten lines: it parses the body, and Ajv accepts or rejects the candidate. */
async function startBare() {
  const check = new Ajv2020({ strict: false, validateFormats: false }).compile(readCandidateSchema());
  const app = fastify();
  parseBodies(app);
  app.post<{ Body: { candidate: unknown } }>("/api/validate", async ({ body }) => ({ valid: check(body.candidate) }));
  return { url: await app.listen({ host: "127.0.0.1", port: 0 }) };
}

function readCandidateSchema(): object {
  const file = import.meta.resolve("@assay/contract/spec-packages/datamint/generator-option/1.0.0.json");
  return JSON.parse(readFileSync(fileURLToPath(file), "utf8")).candidateSchema;
}

function parseBodies(app: Pick<FastifyInstance, "removeAllContentTypeParsers" | "addContentTypeParser">): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (_, text, done) =>
    done(null, JSON.parse(text as string)),
  );
}
