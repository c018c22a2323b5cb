import assert from "node:assert/strict";
import { request } from "node:http";
import { after, test } from "node:test";
import type { Json } from "@assay/contract";
import { type Answer, aCandidate, aPackage, forged, get, submitTo } from "../test/packages.ts";
import { specPackageFile } from "./datamint/spec-packages.ts";
import { startSandbox } from "./start-sandbox.ts";

const sandbox = await startSandbox();
after(() => sandbox[Symbol.asyncDispose]());
const { datamint } = sandbox;

test("a package built under the previous rules is told that they changed", async () => {
  await using own = await startSandbox();
  own.datamint.publish(specPackageFile("2.0.0"));
  const refused = await submitTo(own.datamint.submissionUrl, { proposalPackage: aPackage() });
  assertProblem(refused, 422, "spec-package-changed");
  const rebuilt = await submitTo(own.datamint.submissionUrl, { proposalPackage: aPackage({}, "2.0.0") });
  assert.equal(rebuilt.status, 201);
});

test("a package built under rules that are not in force is refused, announced ones included", async () => {
  const { specPackage } = aPackage();
  const packages = [
    aPackage({}, "2.0.0"),
    forged({ specPackage: { ...specPackage, digest: `sha256:${"0".repeat(64)}` } }),
    forged({ specPackage: { ...specPackage, version: "1.0.1" } }),
  ];
  for (const proposalPackage of packages) {
    const refused = await submitTo(datamint.submissionUrl, { proposalPackage });
    assertProblem(refused, 422, "unknown-spec-package");
  }
});

test("a package with a wrong digest is refused, whichever of the two was changed", async () => {
  const packages = [
    { ...aPackage(), digest: `sha256:${"0".repeat(64)}` },
    { ...aPackage(), candidate: aPackage({ generatorName: "Gift card" }).candidate },
  ];
  for (const proposalPackage of packages) {
    assertProblem(await submitTo(datamint.submissionUrl, { proposalPackage }), 422, "digest-mismatch");
  }
});

test("a candidate that is not in the form of a build is refused, although its digest is right", async () => {
  const candidates = [
    aCandidate({ generatorName: "  Loyalty card " }),
    aCandidate({ supportedStrategies: ["realistic", "fast"] }),
    aCandidate({ description: "Members of a shop's loyalty programme, cafe\u0301s included." }),
  ];
  for (const candidate of candidates) {
    const proposalPackage = forged({ candidate });
    assertProblem(await submitTo(datamint.submissionUrl, { proposalPackage }), 422, "not-normalized");
  }
});

test("the order of members does not matter", async () => {
  const reversed = Object.fromEntries(Object.entries(aPackage()).reverse());
  assert.equal((await submitTo(datamint.submissionUrl, { proposalPackage: reversed })).status, 201);
});

test("a package for another product or domain is refused", async () => {
  for (const members of [{ targetProduct: "other" }, { domainId: "other" }]) {
    const refused = await submitTo(datamint.submissionUrl, { proposalPackage: forged(members) });
    assertProblem(refused, 422, "unknown-domain");
  }
});

test("what is not a proposal package is refused with every fault's place", async () => {
  const { specPackage, ...rest } = aPackage();
  const faults: readonly (readonly [Json | object, readonly string[]])[] = [
    ["text", [""]],
    [null, [""]],
    [[], [""]],
    [{ ...aPackage(), format: "proposal-package/v2" }, ["/format"]],
    [{ ...aPackage(), candidate: [], digest: "sha256:0" }, ["/candidate", "/digest"]],
    [rest, ["/specPackage"]],
    [{ ...rest, specPackage: { ...specPackage, version: "1" } }, ["/specPackage/version"]],
    [{ ...rest, specPackage: { ...specPackage, more: 1 } }, ["/specPackage"]],
    [{ ...aPackage(), signature: "" }, [""]],
    [{ ...aPackage(), targetProduct: "Data mint", domainId: 1 }, ["/targetProduct", "/domainId"]],
  ];
  for (const [proposalPackage, paths] of faults) {
    const refused = await submitTo(datamint.submissionUrl, { proposalPackage: proposalPackage as Json });
    assertProblem(refused, 422, "invalid-package");
    assert.deepEqual(
      refused.body.errors.map(({ path }: { path: string }) => path),
      paths.map((path) => `/proposalPackage${path}`),
    );
  }
});

test("a body that is not a submission, or does not mean one thing, is refused", async () => {
  const one = JSON.stringify(aPackage());
  const bodies = [
    ["[]", 422, "invalid-envelope"],
    ["{}", 422, "invalid-envelope"],
    [`{"proposalPackage":${one},"more":1}`, 422, "invalid-envelope"],
    ["", 400, "malformed-json"],
    ["{", 400, "malformed-json"],
    [`{"proposalPackage":${one},"proposalPackage":${one}}`, 400, "ambiguous-json"],
    [`{"proposalPackage":9007199254740993}`, 400, "ambiguous-json"],
    [`{"proposalPackage":${"[".repeat(40)}${"]".repeat(40)}}`, 400, "json-too-deep"],
    [`{"proposalPackage":"${"x".repeat(196_608)}"}`, 413, "body-too-large"],
  ] as const;
  for (const [body, status, code] of bodies) {
    assertProblem(await submitTo(datamint.submissionUrl, body), status, code);
  }
  const plain = await submitTo(datamint.submissionUrl, "{}", { "content-type": "text/plain" });
  assertProblem(plain, 415, "unsupported-media-type");
});

test("a body sent in chunks is bounded too", async () => {
  const status = await new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json" };
    const sending = request(datamint.submissionUrl, { method: "POST", headers }, (response) => {
      resolve(response.statusCode);
      sending.destroy();
    });
    sending.on("error", reject);
    for (let count = 0; count < 13; count += 1) sending.write(" ".repeat(16_384));
  });
  assert.equal(status, 413);
});

test("a key that cannot be one is refused", async () => {
  for (const key of ["", "two words", "x".repeat(256)]) {
    const refused = await submitTo(datamint.submissionUrl, { proposalPackage: aPackage() }, { "idempotency-key": key });
    assertProblem(refused, 400, "bad-request");
  }
});

test("every problem has a page, and what is not there is a problem too", async () => {
  const refused = await get(`${datamint.origin}/nothing`);
  assertProblem(refused, 404, "not-found");
  assert.equal((await get(refused.body.type)).body.code, "not-found");
  assertProblem(await get(`${datamint.origin}/problems/toString`), 404, "not-found");
});

function assertProblem({ status, headers, body }: Answer, expected: number, code: string) {
  assert.equal(body.code, code, JSON.stringify(body));
  assert.equal(status, expected);
  assert.equal(headers.get("content-type"), "application/problem+json; charset=utf-8");
  const { type, title, detail, requestId, errors: _, ...rest } = body;
  assert.deepEqual(rest, { status, code, retryable: false });
  for (const text of [title, detail]) assert.ok(typeof text === "string" && text.length > 10);
  assert.match(type, new RegExp(`^http://127\\.0\\.0\\.1:[0-9]+/problems/${code}$`));
  assert.equal(requestId, headers.get("x-request-id"));
}
