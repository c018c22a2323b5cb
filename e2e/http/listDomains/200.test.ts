import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";
import { waitUntil } from "@assay/testing/wait-until";
import { sharedService, startService } from "../service.ts";

const service = sharedService();

test("every domain is listed with the addresses of its rules and of its submissions", async () => {
  const { status, headers, json } = await service().call("listDomains");
  assert.equal(status, 200);
  assert.equal(headers["cache-control"], "private, no-cache");
  assert.match(headers.etag ?? "", /^"[\w-]+"$/);
  const { datamint } = service().sandbox;
  assert.equal(json.domains.length, 1);
  assert.partialDeepStrictEqual(json.domains[0], {
    targetProduct: "datamint",
    domainId: "generator-option",
    status: "ready",
    specPackageUrl: datamint.specPackageUrl,
    submissionUrl: datamint.submissionUrl,
    specPackage: { version: "1.0.0" },
    candidateSchemaUrl: `${service().url}/schemas/datamint/generator-option/candidate.json`,
  });
});

test("a domain has the address of the rules in force, of the next ones, and of a registry that is public", async () => {
  const list = async () => (await service().call("listDomains")).json;
  const { domains } = await waitUntil("the next rules are known", list, {
    isDone: (json) => json.domains[0].nextSpecPackage !== undefined,
  });
  const [{ specPackage, nextSpecPackage, registryUrl }] = domains;
  const above = `${service().url}/facts/datamint/generator-option`;
  for (const { url, version } of [specPackage, nextSpecPackage]) {
    const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
    assert.equal(url, `${above}/spec-packages/${hash("sha256", bytes)}.json`);
    assert.equal(JSON.parse(new TextDecoder().decode(bytes)).version, version);
  }
  assert.equal(registryUrl, `${above}/registry`);
  assert.equal((await fetch(registryUrl)).status, 200);
});

test("a registry that is not public has no address", async () => {
  await using service = await startService({
    domain: ({ datamint }) => ({ registry: { url: datamint.registryUrl } }),
  });
  assert.equal("registryUrl" in (await service.call("listDomains")).json.domains[0], false);
});

test("HEAD gets the headers of GET and no body", async () => {
  const { headers } = await service().call("listDomains");
  const response = await fetch(`${service().url}/api/domains`, { method: "HEAD", headers: { connection: "close" } });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("etag"), headers.etag);
  assert.equal(response.headers.get("content-length"), headers["content-length"]);
  assert.equal(await response.text(), "");
});
