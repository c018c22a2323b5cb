import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import type { JsonObject } from "@assay/contract";
import { type Answer, checkProblem } from "./check-answer.ts";
import { exchange } from "./exchange.ts";
import { head, post } from "./raw/raw-case.ts";
import { type Service, startService } from "./start-service.ts";

let service: Service;
before(async () => {
  service = await startService({ corsOrigins: ["https://app.example"], workbench: false });
});
after(() => service[Symbol.asyncDispose]());

/** Sends a request with the service's actual host, which MCP requires. */
async function send(request: string | Uint8Array): Promise<Answer> {
  const text = Buffer.from(request).toString("latin1").replace("localhost", new URL(service.url).host);
  const { answers } = await exchange(service.url, text, { expect: 1 });
  return answers[0] ?? assert.fail("no answer");
}

const get = (path: string, ...headers: string[]) => send(head(`GET ${path} HTTP/1.1`, ...headers));
const schema = "/schemas/datamint/generator-option/candidate.json";

test("a conditional request for a page that has not changed gets 304 without a body", async () => {
  for (const path of ["/openapi.json", "/llms.txt", "/docs", schema]) {
    const { headers } = await get(path);
    const { etag = "" } = headers;
    assert.match(etag, /^"[\w-]{43}"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const answer = await get(path, `If-None-Match: ${known}`);
      assert.deepEqual([answer.status, answer.body, answer.headers.etag], [304, "", etag], `${path} ${known}`);
      assert.equal(answer.headers["cache-control"], headers["cache-control"]);
    }
    assert.equal((await get(path, 'If-None-Match: "other"')).status, 200);
  }
});

test("every document of this service that the examples of the API page name can be fetched", async () => {
  const page = (await get("/docs/api.md")).body;
  const urls = new Set(page.match(/(?<=": ")http[^"]+(?=")/g)?.filter((url) => url.startsWith(service.url)));
  assert.ok(urls.size > 0);
  // A URL that cannot be known in advance has an ellipsis.
  for (const url of urls) if (!url.includes("…")) assert.equal((await fetch(url)).status, 200, url);
});

test("agents find the workflow in the index of skills, as the file in the repository with this service's address", async () => {
  const index = await fetch(`${service.url}/.well-known/agent-skills/index.json`);
  assert.equal(index.headers.get("content-type"), "application/json; charset=utf-8");
  const { $schema, skills } = (await index.json()) as JsonObject & { readonly skills: readonly JsonObject[] };
  const skill = await fetch(String(skills[0]?.url));
  const body = await skill.text();
  const file = readFileSync(new URL("../../skills/propose-with-assay/SKILL.md", import.meta.url), "utf8");
  assert.equal(body, file.replaceAll("https://assay.example", service.url));
  assert.equal(skill.headers.get("content-type"), "text/markdown; charset=utf-8");
  assert.equal($schema, "https://schemas.agentskills.io/discovery/0.2.0/schema.json");
  assert.deepEqual(skills, [
    {
      name: "propose-with-assay",
      type: "skill-md",
      description: /^description: (.*)$/m.exec(file)?.[1],
      url: `${service.url}/.well-known/agent-skills/propose-with-assay/SKILL.md`,
      digest: `sha256:${hash("sha256", body)}`,
    },
  ]);
});

test("the candidate schema comes from the current spec package, and includes the values that its rules allow", async () => {
  const { status, headers, body } = await get(schema);
  assert.deepEqual([status, headers["content-type"]], [200, "application/schema+json; charset=utf-8"]);
  const rules = await fetch(service.sandbox.datamint.specPackageUrl, { headers: { connection: "close" } });
  const { candidateSchema } = (await rules.json()) as { candidateSchema: object };
  const { owner, supportedStrategies } = JSON.parse(body).properties;
  assert.deepEqual(owner.properties.kind.enum, ["human"]);
  assert.deepEqual(supportedStrategies.items.enum, ["fast", "realistic"]);
  assert.partialDeepStrictEqual(JSON.parse(body), candidateSchema);
});

test("an unknown path is answered with 404, and the answer does not repeat the path", async () => {
  const codes = ["/problems/no-such-code", "/diagnostics/no-such-code", "/docs/no-such-page", "/docs/api.html"];
  const schemas = ["/schemas/datamint/no-such-domain/candidate.json", "/schemas/__proto__/constructor/candidate.json"];
  for (const path of ["/api", "/nothing", "/problem", ...codes, ...schemas, "/metrics", "/livez", "/readyz"]) {
    const answer = await get(`${path}?secret=1`);
    assert.equal(answer.status, 404, path);
    assert.equal(checkProblem(answer, service.url), "not-found");
    assert.doesNotMatch(answer.body, /secret|no-such/);
  }
});

const browserAccept = "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

test("at an unknown path, a browser gets a page with the usual header, and a program gets JSON", async () => {
  const [, header = ""] = /(<header.*<\/header>)/.exec((await get("/docs/api")).body) ?? [];
  for (const path of ["/nothing", "/openapi.json/", "/%64ocs", "/problems/no-such-code"]) {
    const [page, document] = [await get(path, browserAccept), await get(path)];
    assert.deepEqual([page.status, document.status], [404, 404]);
    assert.equal(page.headers["content-type"], "text/html; charset=utf-8");
    assert.match(page.headers["content-security-policy"] ?? "", /^default-src 'none'/);
    assert.ok(page.body.includes(header.replace(' aria-current="page"', "")));
    assert.equal(document.headers["content-type"], "application/problem+json; charset=utf-8");
    for (const { headers } of [page, document]) assert.equal(headers.vary, "Origin, Accept");
  }
});

// The Accept headers that Java's HTTP clients and browsers send by default.
const preferHtml = ["Accept: text/html, image/gif, image/jpeg, */*; q=0.2", browserAccept];
const errors: { readonly [title: string]: readonly [(accept: string) => string | Uint8Array, number] } = {
  "an invalid query": [(accept) => head("GET /api/domains?targetProduct=a&targetProduct=b HTTP/1.1", accept), 400],
  "a body that is not JSON": [(accept) => post("{", accept), 400],
  "a body that is not declared as JSON": [(accept) => post("{}", "Content-Type: text/plain", accept), 415],
  "a method that the operation does not support": [(accept) => head("GET /api/build HTTP/1.1", accept), 405],
  "an unknown path under /api": [(accept) => head("GET /api/validate/ HTTP/1.1", accept), 404],
  "a request for an MCP stream": [(accept) => head("GET /mcp HTTP/1.1", accept), 405],
};

for (const [title, [request, status]] of Object.entries(errors)) {
  test(`${title} is answered with problem+json, even if the client prefers HTML`, async () => {
    for (const accept of preferHtml) {
      const { headers, body, ...answer } = await send(request(accept));
      assert.deepEqual([answer.status, JSON.parse(body).status], [status, status]);
      assert.equal(headers["content-type"], "application/problem+json; charset=utf-8");
      assert.equal(headers.vary, "Origin");
    }
  });
}
