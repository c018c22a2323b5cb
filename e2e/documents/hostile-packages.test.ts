import assert from "node:assert/strict";
import { test } from "node:test";
import { type Domain, limits } from "@assay/contract";
import { compileValidSpec } from "@assay/testing/cases/compile-valid-spec";
import { specFile } from "@assay/testing/cases/golden-cases";
import { hostilePackages } from "@assay/testing/corpora/hostile-packages";
import { printFigure } from "@assay/testing/print-figure";
import { isFullScale } from "@assay/testing/scale";
import { waitUntil } from "@assay/testing/wait-until";
import { createCandidate } from "../http/create-envelope.ts";
import { createDomainSettings } from "./create-domain-settings.ts";
import { type ServiceProcess, startServiceProcess } from "./start-service-process.ts";
import { startUnreliableProduct } from "./unreliable-product.ts";

const valid = specFile("datamint/generator-option/1.0.0", [{ op: "remove", path: "/next" }]);
const { digest } = compileValidSpec(valid);

interface BrokenPackage {
  readonly name: string;
  readonly body: string | Uint8Array;
}

function edit(from: string | RegExp, to: string): Uint8Array {
  return Buffer.from(Buffer.from(valid).toString().replace(from, to));
}

const packages: readonly BrokenPackage[] = [
  ...hostilePackages()
    .filter(({ expected }) => expected !== "accepted")
    .map(({ kind, name, bytes }) => ({ name: `${kind}: ${name}`, body: bytes })),
  { name: "an empty body", body: "" },
  { name: "HTML instead of JSON", body: "<!doctype html><title>Not here</title>" },
  { name: "half of a package", body: valid.slice(0, valid.length / 2) },
  { name: "10 MB of spaces", body: Buffer.alloc(10_000_000, " ") },
  { name: "10 MB of text in a package", body: edit('"title":"', `"title":"${"x".repeat(10_000_000)}`) },
  { name: "as many brackets as the limit allows", body: "[".repeat(limits.specPackage.bytes) },
  { name: "as many empty lists as the limit allows", body: `[${"[],".repeat(limits.specPackage.bytes / 3 - 2)}0]` },
  { name: "as many members as the limit allows", body: createManyMembers() },
  { name: "a package for another product", body: edit('"targetProduct":"datamint"', '"targetProduct":"mintdata"') },
  { name: "a package for another domain", body: edit('"domainId":"generator-option"', '"domainId":"other-option"') },
  { name: "a package without tests", body: edit(/"tests":\[.*\]/s, '"tests":[]') },
  { name: "a package in another format", body: edit("spec-package/v1", "spec-package/v2") },
];

// Every ten bytes cost the reader a table entry and an object.
function createManyMembers(): string {
  const members = Array.from({ length: 20_000 }, (_, index) => `"m${index}":{}`);
  return `{"format":"spec-package/v1",${members.join(",")}}`.slice(0, limits.specPackage.bytes);
}

test("hostile and broken packages never take effect, and calls continue under the current rules", async () => {
  await using product = await startUnreliableProduct();
  product.setFault("spec package", { kind: "replaced", body: valid });
  await using service = await startServiceProcess({
    domains: [createDomainSettings(product, { refreshSeconds: 0.2 })],
  });
  const selected = packages.filter((_, index) => isFullScale || index % 10 === 0 || index >= packages.length - 3);
  const before = await service.vitalsAfterGc();
  for (const { name, body } of selected) {
    product.setFault("spec package", { kind: "replaced", body });
    await waitForStatus(service, "degraded", name);
    const { status, body: verdict } = await service.caller.validate(createCandidate({ generatorId: "person-basic" }));
    assert.deepEqual([status, verdict.specPackage.digest], [200, digest], name);
    product.setFault("spec package", { kind: "replaced", body: valid });
    await waitForStatus(service, "ready", `after ${name}`);
  }
  printFigure("hostile or broken packages, none took effect", selected.length, isFullScale ? 40 : "40 at full scale");
  const after = await service.vitalsAfterGc();
  const growthMiB = (after.heapBytes - before.heapBytes) / 2 ** 20;
  printFigure("heap growth after garbage collection, MiB", Math.round(growthMiB), 16);
  assert.ok(growthMiB < 32, `${growthMiB} MiB`);
});

async function waitForStatus({ caller }: ServiceProcess, expected: Domain["status"], context: string): Promise<void> {
  const isDone = ({ status }: Domain) => status === expected;
  await waitUntil(`the domain is ${expected} (${context})`, () => caller.fetchDomain(), { isDone });
}
