// One of the two services that http.ts compares, in a process of its own: `assay` or `bare`. When ready it tells its
// address, and the one where it answers how much processor time it took so far.

import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { startSandbox } from "@assay/sandbox";
import { startApp } from "@assay/server";
import { Ajv2020 } from "ajv/dist/2020.js";
import { fastify } from "fastify";

const meter = createServer((_, response) => {
  const { user, system } = process.cpuUsage();
  response.end(String(user + system));
}).listen(0, "127.0.0.1");
await once(meter, "listening");
const url = process.argv[2] === "assay" ? await startAssay() : await startBare();
console.log(`listening ${url} http://127.0.0.1:${(meter.address() as AddressInfo).port}`);

/** The whole service, with the product that it judges for. */
async function startAssay(): Promise<string> {
  const { datamint } = await startSandbox();
  const app = await startApp({
    domains: [datamint.asDomain],
  });
  return app.url;
}

/** What a team would write in ten lines: it parses the body, and Ajv says yes or no. */
async function startBare(): Promise<string> {
  const file = import.meta.resolve("@assay/contract/spec-packages/datamint/generator-option/1.0.0.json");
  const { candidateSchema } = JSON.parse(readFileSync(fileURLToPath(file), "utf8"));
  const check = new Ajv2020({ strict: false, validateFormats: false }).compile(candidateSchema);
  const app = fastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (_, text, done) =>
    done(null, JSON.parse(text as string)),
  );
  app.post<{ Body: { candidate: unknown } }>("/api/validate", async ({ body }) => ({ valid: check(body.candidate) }));
  return await app.listen({ host: "127.0.0.1", port: 0 });
}
