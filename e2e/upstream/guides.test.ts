import assert from "node:assert/strict";
import { createHash, hash } from "node:crypto";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { RegistryRange } from "@assay/contract";
import { createEngine, lookalikeKey, rangeOf, registryFromSnapshot } from "@assay/engine";
import { cel } from "@assay/engine/cel";
import { idn } from "@assay/engine/idn";
import { startChild } from "@assay/sandbox";
import { startApp } from "@assay/server";
import { longTimeouts } from "@assay/testing/services/long-timeouts";
import { manyCalls } from "@assay/testing/services/many-calls";

const root = join(import.meta.dirname, "../..");
const guide = readFileSync(join(root, "docs/guides/publish-a-spec-package.md"), "utf8");
const blocks = [...guide.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = ""]) => code);
const sha256 = (text: string) => hash("sha256", text);
const engine = createEngine({ sha256, cel, idn });

test("the product of the guide, run as it stands there, is served by Assay", async () => {
  const folder = mkdtempSync(join(tmpdir(), "assay-guide-"));
  try {
    copyFileSync(
      join(root, "packages/contract/spec-packages/datamint/generator-option/2.0.0.json"),
      join(folder, "spec-package.json"),
    );
    const product = blocks.find((code) => code.includes("createServer")) ?? "";
    writeFileSync(join(folder, "product.mjs"), product);
    const port = await freePort();
    await using _child = await startChild({
      args: ["product.mjs"],
      cwd: folder,
      env: { ...process.env, PORT: String(port) },
      isReady: (line) => line === "listening",
    });
    const url = `http://127.0.0.1:${port}`;
    await using app = await startApp({
      limit: manyCalls,
      ...longTimeouts,
      domains: [
        {
          targetProduct: "datamint",
          domainId: "generator-option",
          specPackageUrl: `${url}/spec-package.json`,
          submissionUrl: `${url}/proposals`,
          registry: { mode: "snapshot", url: `${url}/registry.json` },
          refreshSeconds: 1,
          maxStaleSeconds: { specPackage: 3_600, registry: 300 },
        },
      ],
    });
    const { domains } = (await (await fetch(`${app.url}/api/domains`)).json()) as { domains: { status: string }[] };
    assert.equal(domains[0]?.status, "ready");
    const candidate = JSON.parse(
      readFileSync(join(root, "packages/contract/cases/candidates/loyalty-card.json"), "utf8"),
    );
    const answer = await fetch(`${app.url}/api/validate`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ targetProduct: "datamint", domainId: "generator-option", candidate }),
    });
    assert.equal(((await answer.json()) as { valid: boolean }).valid, true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("the way to try a package before it is published has nothing against one that is in order", async () => {
  const [tryIt = ""] = blocks;
  assert.match(tryIt, /compileSpec/);
  const file = join(import.meta.dirname, `try-${process.pid}.mts`);
  const spec = join(root, "packages/contract/spec-packages/datamint/generator-option/1.0.0.json");
  writeFileSync(file, tryIt.replace("spec-package.json", spec));
  try {
    await using child = await startChild({
      args: ["--conditions=assay-source", file],
      isReady: () => true,
    });
    assert.match(child.readyLine, /^In order: sha256:[0-9a-f]{64}$/);
  } finally {
    rmSync(file);
  }
});

test("the check at submission takes what was built, and tells changed rules, mistakes and tampering apart", async () => {
  const code = blocks.find((block) => block.includes("engine.verifyPackage")) ?? "";
  const { refuse } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const [older, spec] = [compiled("1.0.0"), compiled("2.0.0")];
  const registry = registryFromSnapshot({ revision: "1", entries: [], pending: [] });
  const candidate = JSON.parse(
    readFileSync(join(root, "packages/contract/cases/candidates/loyalty-card.json"), "utf8"),
  );
  const { proposalPackage: built } = engine.build({ spec, registry, candidate });
  // As it comes over the wire.
  const submitted = JSON.parse(JSON.stringify(built));
  const here = { engine, spec, registry };
  assert.equal(refuse(submitted, here), undefined);
  assert.equal(refuse(submitted, { ...here, spec: older }).code, "spec-package-changed");
  const taken = registryFromSnapshot({
    revision: "2",
    entries: [{ id: "loyalty-card", state: "active" }],
    pending: [],
  });
  assert.equal(refuse(submitted, { ...here, registry: taken }).code, "invalid");
  const renamed = { ...submitted, candidate: { ...candidate, generatorName: "Another name" } };
  assert.equal(refuse(renamed, here).code, "changed-after-build");
  assert.equal(refuse({ ...submitted, more: 1 }, here).code, "changed-after-build");
});

test("the range that the guide shows is the one of the ids in it, and its way to find a range is the engine's", () => {
  const registry = readFileSync(join(root, "docs/guides/publish-a-registry.md"), "utf8");
  const [, document = ""] = /```json\n(\{[^`]*"range"[^`]*)```/.exec(registry) ?? [];
  const { range, entries } = JSON.parse(document) as RegistryRange;
  assert.ok(registry.includes(`/ranges/${range}`));
  assert.ok(entries.length > 1);
  const [, code = ""] = /```js\n([^`]*)```/.exec(registry) ?? [];
  const nameOf = new Function("createHash", `${code}; return rangeOf;`)(createHash) as (id: string) => string;
  for (const { id } of [...entries, { id: "Corner.Vvave-01" }, { id: "RN" }]) {
    assert.equal(nameOf(id), rangeOf(lookalikeKey(id), sha256), id);
  }
  for (const { id } of entries) assert.equal(nameOf(id), range, id);
});

function compiled(version: string) {
  const file = `packages/contract/spec-packages/datamint/generator-option/${version}.json`;
  const answer = engine.compileSpec(readFileSync(join(root, file)));
  assert(answer.kind === "ok");
  return answer.spec;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
