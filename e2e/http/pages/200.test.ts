import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { problemCatalogue } from "@assay/contract";
import { exchange } from "../exchange.ts";
import { head } from "../raw/raw-case.ts";
import { sharedService } from "../service.ts";
import { get as getBytes } from "../workbench/get.ts";

const service = sharedService();

async function get(path: string, ...headers: string[]) {
  const [answer] = (await exchange(service().url, head(`GET ${path} HTTP/1.1`, ...headers), { expect: 1 })).answers;
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

test("every page that a browser can reach from the first one is there", async () => {
  const reached = new Set(["/docs"]);
  for (const path of reached) {
    if (["/", "/openapi.json", "/llms.txt"].includes(path)) continue;
    const { status, headers, body } = await get(path, "Accept: text/html");
    assert.deepEqual([status, headers["content-type"]], [200, "text/html; charset=utf-8"], path);
    // The icon is part of the page.
    for (const [, href = ""] of body.matchAll(/href="(?!data:image\/)([^"]*)"/g)) {
      const { origin, pathname } = new URL(href, `${service().url}${path}`);
      assert.equal(origin, service().url);
      reached.add(pathname);
    }
  }
  assert.ok(reached.size > 70);
  for (const pathname of ["/", "/openapi.json", "/llms.txt"]) {
    assert.ok(reached.has(pathname));
    // Until the workbench is built, its address leads back here.
    const expected = pathname === "/" ? [200, 302] : [200];
    assert.ok(expected.includes((await get(pathname)).status), pathname);
  }
  const post = await exchange(service().url, head("POST /docs HTTP/1.1", "Content-Length: 0"), { expect: 1 });
  assert.equal(post.answers[0]?.status, 405);
});

test("a page is sent compressed to clients that accept that, once with each ETag", async () => {
  const plain = await getBytes(`${service().url}/docs/api`, { "accept-encoding": "identity" });
  const tags = new Set([plain.headers.etag]);
  for (const [encoding, decode] of Object.entries({ br: brotliDecompressSync, gzip: gunzipSync })) {
    const { headers, bytes } = await getBytes(`${service().url}/docs/api`, { "accept-encoding": encoding });
    assert.equal(headers["content-encoding"], encoding);
    assert.match(headers.vary ?? "", /Accept-Encoding/);
    assert.equal(hash("sha256", decode(bytes)), hash("sha256", plain.bytes));
    tags.add(headers.etag);
  }
  assert.equal(tags.size, 3);
  const schema = await getBytes(`${service().url}/schemas/datamint/generator-option/candidate.json`, {
    "accept-encoding": "br",
  });
  assert.equal(schema.headers["content-encoding"], undefined);
});

test("the description of the service names the address that it is asked at", async () => {
  const { status, body } = await get("/openapi.json");
  assert.equal(status, 200);
  assert.equal(JSON.parse(body).servers[0].url, service().url);
});

test("the schema of a candidate is that of the rules in force, with the values that they allow", async () => {
  const { status, headers, body } = await get("/schemas/datamint/generator-option/candidate.json");
  assert.equal(status, 200);
  assert.equal(headers["content-type"], "application/schema+json; charset=utf-8");
  const rules = await fetch(service().sandbox.datamint.specPackageUrl, { headers: { connection: "close" } });
  const { candidateSchema } = (await rules.json()) as { candidateSchema: object };
  const { owner, supportedStrategies } = JSON.parse(body).properties;
  assert.deepEqual(owner.properties.kind.enum, ["human"]);
  assert.deepEqual(supportedStrategies.items.enum, ["fast", "realistic"]);
  assert.partialDeepStrictEqual(JSON.parse(body), candidateSchema);
});
