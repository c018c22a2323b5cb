import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject, SpecPackage } from "@assay/contract";
import { specFile } from "@assay/testing/cases/golden-cases";
import { message, modern, post, toolCall } from "./rpc.ts";
import { startSevenProducts } from "./seven-products.ts";

const seven = [
  "canvas/chart-type/1.0.0",
  "datamint/generator-option/1.0.0",
  "fieldlab/sensor/1.0.0",
  "flagship/feature-flag/1.0.0",
  "gateway/endpoint/1.0.0",
  "lingua/text-collection/1.0.0",
  "pipeline/connector/1.0.0",
];

test("what a service says to a model names no property that none of its domains has", async () => {
  for (const served of [["flagship/feature-flag/1.0.0"], ["pipeline/connector/1.0.0"], seven]) {
    await using service = await startSevenProducts(served, []);
    const own = new Set(served.flatMap(propertiesOf));
    const foreign = seven.flatMap(propertiesOf).filter((name) => !own.has(name) && /[A-Z]/.test(name));
    assert.equal(foreign.length > 10, served.length === 1);
    const said = await Promise.all([
      ...["tools/list", "prompts/list"].map(async (method) => (await post(service.url, message(method))).body),
      post(service.url, message("prompts/get", { name: "propose" })).then(({ body }) => body),
      ...["/openapi.json", "/docs", "/docs/api", "/llms.txt"].map(async (path) =>
        (await fetch(`${service.url}${path}`, { headers: { accept: "text/markdown, */*;q=0.5" } })).text(),
      ),
    ]);
    for (const text of said) {
      const found = foreign.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
      assert.deepEqual(found, [], text.slice(0, 80));
    }
  }
});

test("with one domain, the tools outline its candidates; with seven, they say where the rules of each are", async () => {
  for (const [served, names] of [
    [["flagship/feature-flag/1.0.0"], propertiesOf("flagship/feature-flag/1.0.0")],
    [seven, undefined],
  ] as const) {
    await using service = await startSevenProducts(served, []);
    const { message: ask, headers } = modern("tools/list");
    for (const { json } of [
      await post(service.url, message("tools/list")),
      await post(service.url, ask, { headers }),
    ]) {
      const { candidate } = json.result.tools[1].inputSchema.properties;
      assert.deepEqual(candidate.properties && Object.keys(candidate.properties), names);
      assert.match(candidate.description, /assay:\/\/spec\/\{targetProduct\}\/\{domainId\}/);
      assert.ok(Buffer.byteLength(JSON.stringify({ tools: json.result.tools })) <= 7_500);
    }
  }
});

test("the domains of one product are listed over HTTP and MCP", async () => {
  await using service = await startSevenProducts(seven, []);
  const { json } = await post(service.url, toolCall("listDomains", { targetProduct: "canvas" }));
  const plain = await (await fetch(`${service.url}/api/domains?targetProduct=canvas`)).json();
  for (const { domains } of [json.result.structuredContent, plain] as readonly { domains: JsonObject[] }[]) {
    assert.deepEqual(
      domains.map(({ targetProduct }) => targetProduct),
      ["canvas"],
    );
  }
  const twice = await fetch(`${service.url}/api/domains?targetProduct=canvas&targetProduct=pipeline`);
  assert.equal(twice.status, 400);
  const wrong = await post(service.url, toolCall("listDomains", { targetProduct: ["canvas"] }));
  assert.equal(wrong.json.result.isError, true);
});

function propertiesOf(name: string): readonly string[] {
  const { candidateSchema } = JSON.parse(Buffer.from(specFile(name)).toString()) as SpecPackage;
  return Object.keys((candidateSchema as JsonObject).properties as object);
}
