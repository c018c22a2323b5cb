import assert from "node:assert/strict";
import { test } from "node:test";
import { aSpec, get } from "../test/packages.ts";
import { specPackageFile } from "./datamint/spec-packages.ts";
import { engine } from "./engine.ts";
import { startSandbox } from "./start-sandbox.ts";

test("the package in force announces the next one at Datamint's own origin", async () => {
  await using sandbox = await startSandbox();
  const { origin, specPackageUrl } = sandbox.datamint;
  const { status, headers, body } = await get(specPackageUrl);
  assert.equal(status, 200);
  assert.equal(headers.get("content-type"), "application/json; charset=utf-8");
  assert.equal(body.version, "1.0.0");
  assert.deepEqual(body.next, {
    version: "2.0.0",
    url: `${origin}/spec-packages/generator-option/2.0.0.json`,
    effectiveFrom: "2027-03-01T00:00:00Z",
  });
  const next = await get(body.next.url);
  assert.equal(next.status, 200);
  assert.equal(next.body.version, "2.0.0");
});

test("what is served has the digest of what @assay/contract holds", async () => {
  await using sandbox = await startSandbox();
  const folder = `${sandbox.datamint.origin}/spec-packages/generator-option`;
  const files = { current: "1.0.0", "1.0.0": "1.0.0", "2.0.0": "2.0.0" } as const;
  for (const [file, version] of Object.entries(files)) {
    const response = await fetch(`${folder}/${file}.json`);
    const compiled = engine.compileSpec(new Uint8Array(await response.arrayBuffer()));
    assert(compiled.kind === "ok", file);
    assert.equal(compiled.spec.digest, aSpec(version).digest, file);
  }
  const served = await fetch(`${folder}/2.0.0.json`);
  assert.deepEqual(new Uint8Array(await served.arrayBuffer()), new Uint8Array(specPackageFile("2.0.0")));
});

test("a client that has the package already gets 304, until something changes", async () => {
  await using sandbox = await startSandbox();
  const { datamint } = sandbox;
  const etag = (await get(datamint.specPackageUrl)).headers.get("etag") ?? "";
  assert.match(etag, /^"[0-9a-f]{64}"$/);
  for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
    const again = await get(datamint.specPackageUrl, { "if-none-match": tags });
    assert.equal(again.status, 304, tags);
    assert.equal(again.headers.get("etag"), etag);
    assert.equal(again.body, undefined);
  }
  datamint.announce(undefined);
  const changed = await get(datamint.specPackageUrl, { "if-none-match": etag });
  assert.equal(changed.status, 200);
  assert.equal(changed.body.next, undefined);
  datamint.announce(specPackageFile("2.0.0"), "2028-01-01T00:00:00Z");
  assert.equal((await get(datamint.specPackageUrl)).body.next.effectiveFrom, "2028-01-01T00:00:00Z");
});

test("a published package is in force, no longer announced, and the one before can still be read", async () => {
  await using sandbox = await startSandbox();
  const { datamint } = sandbox;
  datamint.publish(specPackageFile("2.0.0"));
  const { body } = await get(datamint.specPackageUrl);
  assert.equal(body.version, "2.0.0");
  assert.equal(body.next, undefined);
  const before = await get(`${datamint.origin}/spec-packages/generator-option/1.0.0.json`);
  assert.equal(before.body.version, "1.0.0");
});

test("a version that was never published, or is no longer announced, is not found", async () => {
  await using sandbox = await startSandbox();
  const folder = `${sandbox.datamint.origin}/spec-packages/generator-option`;
  sandbox.datamint.announce(undefined);
  for (const file of ["3.0.0.json", "2.0.0.json", "1.0.0", "x.json", ".json"]) {
    const { status, body } = await get(`${folder}/${file}`);
    assert.equal(status, 404, file);
    assert.equal(body.code, "not-found", file);
  }
});

test("a broken spec package is not published", async () => {
  await using sandbox = await startSandbox();
  assert.throws(() => sandbox.datamint.publish(Buffer.from("{}")), /broken spec package/);
  assert.equal((await get(sandbox.datamint.specPackageUrl)).body.version, "1.0.0");
});
