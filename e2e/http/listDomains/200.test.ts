import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService } from "../start-service.ts";

const service = sharedService();

test("every domain is listed with the URLs for its rules and for submissions", async () => {
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

test("a question mark inside the query belongs to the query", async () => {
  for (const query of ["targetProduct=datamint?x", "x=?&targetProduct=other"]) {
    const listed = (await (await fetch(`${service().url}/api/domains?${query}`)).json()) as {
      readonly domains: unknown;
    };
    assert.deepEqual(listed.domains, [], query);
  }
});

test("HEAD gets the headers of GET and no body", async () => {
  const { headers } = await service().call("listDomains");
  const response = await fetch(`${service().url}/api/domains`, { method: "HEAD", headers: { connection: "close" } });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("etag"), headers.etag);
  assert.equal(response.headers.get("content-length"), headers["content-length"]);
  assert.equal(await response.text(), "");
});
