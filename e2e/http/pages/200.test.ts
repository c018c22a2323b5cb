import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { problemCatalogue } from "@assay/contract";
import { exchange } from "../exchange.ts";
import { head } from "../raw/raw-case.ts";
import { type Service, startService } from "../service.ts";

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service[Symbol.asyncDispose]());

async function get(path: string, ...headers: string[]) {
  const [answer] = (await exchange(service.url, head(`GET ${path} HTTP/1.1`, ...headers), { expect: 1 })).answers;
  assert.ok(answer);
  return answer;
}

test("every problem has a page where its type leads, as HTML, Markdown and JSON", async () => {
  for (const code of Object.keys(problemCatalogue)) {
    for (const type of ["text/html", "text/markdown", "application/json"]) {
      const { status, headers } = await get(`/problems/${code}`, `Accept: ${type}`);
      assert.equal(status, 200);
      assert.equal(headers["content-type"], `${type}; charset=utf-8`);
      assert.match(headers.vary ?? "", /Accept/);
      assert.match(headers["x-request-id"] ?? "", /^[0-9a-f-]{36}$/);
    }
  }
});

test("the index is there for a browser, and every page that it links to", async () => {
  const { status, headers, body } = await get("/docs", "Accept: text/html");
  assert.deepEqual([status, headers["content-type"]], [200, "text/html; charset=utf-8"]);
  const links = [...body.matchAll(/href="([^"]*)"/g)].map(([, url = ""]) => new URL(url));
  assert.ok(links.length >= 4);
  for (const { origin, pathname } of links) {
    assert.equal(origin, service.url);
    // Until the workbench is built, its address leads back here.
    const expected = pathname === "/" ? [200, 302] : [200];
    assert.ok(expected.includes((await get(pathname)).status), pathname);
  }
  const post = await exchange(service.url, head("POST /docs HTTP/1.1", "Content-Length: 0"), { expect: 1 });
  assert.equal(post.answers[0]?.status, 405);
});

test("the description of the service names the address that it is asked at", async () => {
  const { status, body } = await get("/openapi.json");
  assert.equal(status, 200);
  assert.equal(JSON.parse(body).servers[0].url, service.url);
});

test("the schema of a candidate is that of the rules in force, with the values that they allow", async () => {
  const { status, headers, body } = await get("/schemas/datamint/generator-option/candidate.json");
  assert.equal(status, 200);
  assert.equal(headers["content-type"], "application/schema+json; charset=utf-8");
  const rules = await fetch(service.sandbox.datamint.specPackageUrl, { headers: { connection: "close" } });
  const { candidateSchema } = (await rules.json()) as { candidateSchema: object };
  const { owner, supportedStrategies } = JSON.parse(body).properties;
  assert.deepEqual(owner.properties.kind.enum, ["human"]);
  assert.deepEqual(supportedStrategies.items.enum, ["fast", "realistic"]);
  assert.partialDeepStrictEqual(JSON.parse(body), candidateSchema);
});
