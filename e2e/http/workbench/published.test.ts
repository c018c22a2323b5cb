import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";
import type { Domain } from "@assay/contract";
import { specFile } from "@assay/testing/cases/golden-cases";
import { waitUntil } from "@assay/testing/wait-until";
import { checkProblem } from "../check-answer.ts";
import { type Service, startService } from "../service.ts";
import { get } from "./get.ts";

const above = "/facts/datamint/generator-option";

function start(): Promise<Service> {
  return startService({
    domain: ({ datamint }) => ({ registry: { url: datamint.registryUrl, public: true }, refreshSeconds: 1 }),
  });
}

interface Paths {
  readonly specPackagePath?: string | undefined;
  readonly nextSpecPackagePath?: string | undefined;
  readonly registryPath?: string | undefined;
}

async function fetchPaths(service: Service): Promise<Paths> {
  const isDone = ({ nextSpecPackage }: Domain) => nextSpecPackage !== undefined;
  const fetchDomain = async (): Promise<Domain> =>
    JSON.parse((await get(`${service.url}/api/domains`)).text).domains[0];
  const { specPackage, nextSpecPackage, registryUrl } = await waitUntil("the rules are in use", fetchDomain, {
    isDone,
  });
  const [specPackagePath, nextSpecPackagePath, registryPath] = [
    specPackage?.url,
    nextSpecPackage?.url,
    registryUrl,
  ].map((url) => url && new URL(url).pathname);
  return { specPackagePath, nextSpecPackagePath, registryPath };
}

test("the rules in force and the next ones are served as they were published, named by their hash", async () => {
  await using service = await startService();
  const { specPackagePath = "", nextSpecPackagePath = "" } = await fetchPaths(service);
  const { datamint } = service.sandbox;
  const current = await get(datamint.specPackageUrl);
  const next = await get(JSON.parse(current.text).next.url);
  for (const [path, published] of [
    [specPackagePath, current],
    [nextSpecPackagePath, next],
  ] as const) {
    const { status, headers, bytes } = await get(`${service.url}${path}`);
    assert.equal(status, 200);
    assert.ok(bytes.equals(published.bytes));
    assert.equal(path, `${above}/spec-packages/${hash("sha256", bytes)}.json`);
    assert.equal(headers["cache-control"], "public, max-age=31536000, immutable");
    assert.equal(headers["content-type"], "application/json; charset=utf-8");
    assert.equal(headers["cross-origin-resource-policy"], "same-origin");
    const again = await get(`${service.url}${path}`, { "if-none-match": headers.etag ?? "" });
    assert.deepEqual([again.status, again.bytes.length], [304, 0]);
    assert.equal((await get(`${service.url}${path}`, {}, "HEAD")).headers["content-length"], String(bytes.length));
    const post = await get(`${service.url}${path}`, {}, "POST");
    assert.deepEqual([post.status, post.headers.allow], [405, "GET, HEAD"]);
  }
  const { digest } = JSON.parse((await get(`${service.url}/api/domains`)).text).domains[0].specPackage;
  const digits = digest.slice("sha256:".length);
  const name = specPackagePath.slice(specPackagePath.lastIndexOf("/") + 1);
  const nowhere = [
    `${above}/spec-packages/${"0".repeat(64)}.json`,
    `${above}/spec-packages/${digits}.json`,
    `${above}/spec-packages/undefined.json`,
    `${above}/spec-packages/${name.slice(0, -5)}`,
    `/facts/datamint/another/spec-packages/${name}`,
    `/facts/__proto__/constructor/spec-packages/${name}`,
  ];
  for (const path of nowhere) {
    const { status, headers, text } = await get(`${service.url}${path}`);
    assert.equal(status, 404, path);
    assert.equal(checkProblem({ status, headers, body: text }, service.url), "not-found");
    assert.equal((await get(`${service.url}${path}`, {}, "POST")).status, 404);
  }
});

test("rules that a product replaces are no longer served, and the new ones are", async () => {
  await using service = await start();
  const { specPackagePath: before = "" } = await fetchPaths(service);
  service.sandbox.datamint.publish(specFile("datamint/generator-option/2.0.0"));
  const fetchPath = async () => {
    const [{ specPackage }] = JSON.parse((await get(`${service.url}/api/domains`)).text).domains;
    return new URL(specPackage.url).pathname;
  };
  const after = await waitUntil("the new rules are in use", fetchPath, { isDone: (seen) => seen !== before });
  assert.equal((await get(`${service.url}${before}`)).status, 404);
  assert.equal(JSON.parse((await get(`${service.url}${after}`)).text).version, "2.0.0");
});

test("a public registry is served as its product published it, with its entity tag", async () => {
  await using service = await start();
  const { registryPath = "" } = await fetchPaths(service);
  assert.equal(registryPath, `${above}/registry`);
  const url = `${service.url}${registryPath}`;
  const { datamint } = service.sandbox;
  datamint.register("number-1-coil", "retired");
  const published = await get(datamint.registryUrl);
  const isDone = ({ bytes }: Awaited<ReturnType<typeof get>>) => bytes.equals(published.bytes);
  const { status, headers } = await waitUntil("the service uses the last revision", () => get(url), { isDone });
  assert.equal(status, 200);
  assert.equal(headers.etag, `"${hash("sha256", published.bytes)}"`);
  assert.equal(headers["cache-control"], "no-cache");
  assert.equal(headers["content-type"], "application/json; charset=utf-8");
  assert.equal(headers["cross-origin-resource-policy"], "same-origin");
  const again = await get(url, { "if-none-match": headers.etag ?? "" });
  assert.deepEqual([again.status, again.bytes.length], [304, 0]);
  assert.equal((await get(url, {}, "HEAD")).bytes.length, 0);
  assert.deepEqual((await get(url, {}, "POST")).headers.allow, "GET, HEAD");
  datamint.register("number-2-coil", "active");
  await waitUntil("it is another document", () => get(url, { "if-none-match": headers.etag ?? "" }), {
    isDone: (seen) => seen.status === 200,
  });
});

test("a registry is not given away unless the operator says so, nor while there is none", async () => {
  for (const registry of [{}, { public: true, url: "http://127.0.0.1:1/nothing" }]) {
    await using service = await startService({
      domain: ({ datamint }) => ({ registry: { url: datamint.registryUrl, ...registry } }),
    });
    const { status, headers, text } = await get(`${service.url}${above}/registry`);
    assert.equal(checkProblem({ status, headers, body: text }, service.url), "not-found");
    assert.equal((await get(`${service.url}${above}/registry`, {}, "POST")).status, 404);
    const { registryUrl } = JSON.parse((await get(`${service.url}/api/domains`)).text).domains[0];
    assert.equal(registryUrl === undefined, !("public" in registry));
  }
});
