import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";
import type { Domain } from "@assay/contract";
import { specFile } from "@assay/testing/cases/golden-cases";
import { waitUntil } from "@assay/testing/wait-until";
import { checkProblem } from "../check-answer.ts";
import { sendRequest } from "../send-request.ts";
import { type Service, startService } from "../start-service.ts";

const basePath = "/facts/datamint/generator-option";

function startWithPublicRegistry(): Promise<Service> {
  return startService({
    domain: ({ datamint }) => ({ registry: { url: datamint.registryUrl, public: true }, refreshSeconds: 1 }),
  });
}

async function fetchDomain(service: Service): Promise<Domain> {
  return (await service.call("listDomains")).json.domains[0];
}

/** Waits until the announced rules are loaded, and returns the paths of the published documents. */
async function fetchPaths(service: Service) {
  const domain = await waitUntil("the announced rules are loaded", () => fetchDomain(service), {
    isDone: ({ nextSpecPackage }) => nextSpecPackage !== undefined,
  });
  const toPath = (url: string | undefined) => (url === undefined ? "" : new URL(url).pathname);
  const { specPackage, nextSpecPackage, registryUrl } = domain;
  return { rules: toPath(specPackage?.url), nextRules: toPath(nextSpecPackage?.url), registry: toPath(registryUrl) };
}

test("current and announced rules are served byte for byte, at URLs that contain their hash", async () => {
  await using service = await startService();
  const { rules, nextRules } = await fetchPaths(service);
  const { datamint } = service.sandbox;
  const current = await sendRequest(datamint.specPackageUrl);
  const next = await sendRequest(JSON.parse(current.body).next.url);
  for (const [path, published] of [
    [rules, current],
    [nextRules, next],
  ] as const) {
    const { status, headers, bytes } = await sendRequest(`${service.url}${path}`);
    assert.equal(status, 200);
    assert.ok(bytes.equals(published.bytes));
    assert.equal(path, `${basePath}/spec-packages/${hash("sha256", bytes)}.json`);
    assert.equal(headers["cache-control"], "public, max-age=31536000, immutable");
    assert.equal(headers["content-type"], "application/json; charset=utf-8");
    assert.equal(headers["cross-origin-resource-policy"], "same-origin");
    const unchanged = await sendRequest(`${service.url}${path}`, { headers: { "if-none-match": headers.etag ?? "" } });
    assert.deepEqual([unchanged.status, unchanged.bytes.length], [304, 0]);
    const head = await sendRequest(`${service.url}${path}`, { method: "HEAD" });
    assert.equal(head.headers["content-length"], String(bytes.length));
    const post = await sendRequest(`${service.url}${path}`, { method: "POST" });
    assert.deepEqual([post.status, post.headers.allow], [405, "GET, HEAD"]);
  }
  const digestHex = (await fetchDomain(service)).specPackage?.digest.slice("sha256:".length);
  const name = rules.slice(rules.lastIndexOf("/") + 1);
  const unknownPaths = [
    `${basePath}/spec-packages/${"0".repeat(64)}.json`,
    `${basePath}/spec-packages/${digestHex}.json`,
    `${basePath}/spec-packages/undefined.json`,
    `${basePath}/spec-packages/${name.slice(0, -5)}`,
    `/facts/datamint/another/spec-packages/${name}`,
    `/facts/__proto__/constructor/spec-packages/${name}`,
  ];
  for (const path of unknownPaths) {
    const answer = await sendRequest(`${service.url}${path}`);
    assert.equal(answer.status, 404, path);
    assert.equal(checkProblem(answer, service.url), "not-found");
    assert.equal((await sendRequest(`${service.url}${path}`, { method: "POST" })).status, 404);
  }
});

test("when a product publishes new rules, the service serves them and stops serving the old rules", async () => {
  await using service = await startWithPublicRegistry();
  const { rules: before } = await fetchPaths(service);
  service.sandbox.datamint.publish(specFile("datamint/generator-option/2.0.0"));
  const fetchUrl = async () => (await fetchDomain(service)).specPackage?.url ?? "";
  const isDone = (url: string) => !url.endsWith(before);
  const after = await waitUntil("the new rules are in use", fetchUrl, { isDone });
  assert.equal((await sendRequest(`${service.url}${before}`)).status, 404);
  assert.equal(JSON.parse((await sendRequest(after)).body).version, "2.0.0");
});

test("a public registry is served byte for byte, with an entity tag", async () => {
  await using service = await startWithPublicRegistry();
  const { registry } = await fetchPaths(service);
  assert.equal(registry, `${basePath}/registry`);
  const url = `${service.url}${registry}`;
  const { datamint } = service.sandbox;
  datamint.register("number-1-coil", "retired");
  const published = await sendRequest(datamint.registryUrl);
  const isDone = ({ bytes }: Awaited<ReturnType<typeof sendRequest>>) => bytes.equals(published.bytes);
  const { status, headers } = await waitUntil("the latest revision is used", () => sendRequest(url), { isDone });
  assert.equal(status, 200);
  assert.equal(headers.etag, `"${hash("sha256", published.bytes)}"`);
  assert.equal(headers["cache-control"], "no-cache");
  assert.equal(headers["content-type"], "application/json; charset=utf-8");
  assert.equal(headers["cross-origin-resource-policy"], "same-origin");
  const conditional = { headers: { "if-none-match": headers.etag ?? "" } };
  const unchanged = await sendRequest(url, conditional);
  assert.deepEqual([unchanged.status, unchanged.bytes.length], [304, 0]);
  assert.equal((await sendRequest(url, { method: "HEAD" })).bytes.length, 0);
  assert.deepEqual((await sendRequest(url, { method: "POST" })).headers.allow, "GET, HEAD");
  datamint.register("number-2-coil", "active");
  await waitUntil("the registry has changed", () => sendRequest(url, conditional), {
    isDone: (answer) => answer.status === 200,
  });
});

test("a registry is served only if the operator made it public and the service has a copy", async () => {
  for (const registry of [{}, { public: true, url: "http://127.0.0.1:1/nothing" }]) {
    await using service = await startService({
      domain: ({ datamint }) => ({ registry: { url: datamint.registryUrl, ...registry } }),
    });
    const url = `${service.url}${basePath}/registry`;
    assert.equal(checkProblem(await sendRequest(url), service.url), "not-found");
    assert.equal((await sendRequest(url, { method: "POST" })).status, 404);
    const { registryUrl } = await fetchDomain(service);
    assert.equal(registryUrl === undefined, !("public" in registry));
  }
});
