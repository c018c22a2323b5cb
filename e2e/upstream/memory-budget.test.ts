import assert from "node:assert/strict";
import { test } from "node:test";
import type { Domain } from "@assay/contract";
import { startApp } from "@assay/server";
import { specFile } from "@assay/testing/cases/golden-cases";
import { generatedPackage } from "@assay/testing/corpora/generated-package";
import { ordinaryPackage } from "@assay/testing/corpora/packages-of-patterns";
import { startGeneratedProduct } from "@assay/testing/services/generated-product";
import { longTimeouts } from "@assay/testing/services/long-timeouts";
import { manyCalls } from "@assay/testing/services/many-calls";
import { waitUntil } from "@assay/testing/wait-until";
import { callerOf, domainOf } from "./service.ts";
import { startUnreliableProduct } from "./unreliable-product.ts";
import { engine } from "./verdicts.ts";

function weightOf(bytes: Uint8Array): number {
  const compiled = engine.compileSpec(bytes);
  assert.ok(compiled.kind === "ok");
  return compiled.weight;
}

const bytesOf = (document: unknown) => Buffer.from(JSON.stringify(document));

function logTo(lines: string[]) {
  return { level: "info", to: { write: (line: string) => void lines.push(line) } };
}

test("of the domains that do not all fit, every instance admits the same: the first of the domains file that fit", async () => {
  const weights = Array.from({ length: 8 }, (_, index) => weightOf(bytesOf(generatedPackage(index))));
  const specPackagesBytes = Math.ceil(0.6 * weights.reduce((sum, weight) => sum + weight, 0));
  let left = specPackagesBytes;
  const expected = weights.map((weight) => {
    const fits = weight <= left;
    if (fits) left -= weight;
    return fits ? "ready" : "unavailable";
  });
  assert.ok(expected.includes("unavailable"));
  await using product = await startGeneratedProduct();
  const domains = weights.map((_, index) => product.domain(index));
  for (let instance = 0; instance < 2; instance += 1) {
    const lines: string[] = [];
    await using app = await startApp({ ...longTimeouts, domains, specPackagesBytes, log: logTo(lines) });
    const list = (await (await fetch(`${app.url}/api/domains`)).json()) as { domains: Domain[] };
    assert.deepEqual(
      list.domains.map(({ status }) => status),
      expected,
    );
    const out = expected.filter((status) => status === "unavailable").length;
    const readiness = await (await fetch(`${app.operatorUrl}/readyz`)).text();
    assert.ok(
      readiness.startsWith(
        `ready: spec packages do not fit into memory (ASSAY_SPEC_PACKAGES_MB): ${out} of ${expected.length} domains; `,
      ),
      readiness,
    );
    assert.match(readiness, /is unavailable, without a spec package \(spec package: it weighs /);
    const metrics = await (await fetch(`${app.operatorUrl}/metrics`)).text();
    assert.match(metrics, new RegExp(`^assay_spec_packages_max_bytes ${specPackagesBytes}$`, "m"));
    assert.match(metrics, new RegExp(`^assay_spec_packages_bytes ${specPackagesBytes - left}$`, "m"));
    assert.equal(metrics.match(/^assay_domain_out_of_memory\{.*\} 1$/gm)?.length, out);
    const logged = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "refresh-failed");
    assert.ok(logged.length >= out && logged.every(({ reason }) => reason.includes("ASSAY_SPEC_PACKAGES_MB")));
  }
});

test("an edition that does not fit is not activated, the last good one stays, and one that fits follows it", async () => {
  const first = specFile("datamint/generator-option/1.0.0", [{ op: "remove", path: "/next" }]);
  const { next: _, ...heavy } = ordinaryPackage({ rules: 35, patterns: 60 });
  await using product = await startUnreliableProduct();
  await using other = await startGeneratedProduct();
  product.misbehave("spec package", { kind: "instead", body: first });
  const specPackagesBytes = weightOf(first) + weightOf(bytesOf(generatedPackage(0)));
  const domains = [domainOf(product, { refreshSeconds: 0.2 }), other.domain(0)];
  await using app = await startApp({ ...longTimeouts, limit: manyCalls, domains, specPackagesBytes });
  const caller = callerOf(app.url);
  const { specPackage } = await caller.domain();
  product.misbehave("spec package", { kind: "instead", body: bytesOf(heavy) });
  const degraded = await waitUntil("the heavy edition was refused", () => caller.domain(), {
    isDone: ({ status }) => status === "degraded",
  });
  assert.deepEqual(degraded.specPackage, specPackage);
  const lighter = Buffer.concat([first, Buffer.from(" ")]);
  product.misbehave("spec package", { kind: "instead", body: lighter });
  await waitUntil("a lighter edition is in force", () => caller.domain(), {
    isDone: ({ status }) => status === "ready",
  });
});
