import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { type JsonObject, limits, type ProposalPackage, type Submission } from "@assay/contract";
import { figure } from "@assay/testing/figure";
import { scaled, seed } from "@assay/testing/scale";
import { waitUntil } from "@assay/testing/wait-until";
import { type BothSides, errorsOf, forge, startBothSides } from "./both-sides.ts";
import { type Comparison, compareAll } from "./compare.ts";
import { drawCandidates } from "./draw-candidates.ts";

const count = scaled({ quick: 200, ci: 400, full: 5_000 });
const drawn = drawCandidates(count, seed);

test("Datamint accepts what Assay built, and refuses everything else for the reasons that Assay gives", async (t) => {
  await using both = await startBothSides();
  const comparisons = await compareAll(both, drawn);
  const differing = disagreements(comparisons);
  figure("agreement: candidates", comparisons.length, count);
  figure("agreement: disagreements", differing.length, 0);
  assert.deepEqual(differing.slice(0, 5), []);

  // Agreement about nothing would be easy.
  const kinds = Map.groupBy(comparisons, ({ said }) => (said.includes(" ") ? "refused" : said));
  const codes = new Set((kinds.get("refused") ?? []).flatMap(({ said }) => said.match(/^\S+/gm)));
  t.diagnostic([...kinds].map(([kind, { length }]) => `${length} ${kind}`).join(", "));
  t.diagnostic(`${codes.size} codes: ${[...codes].sort().join(", ")}`);
  for (const kind of ["accepted", "refused", "not-normalized"]) assert.ok(kinds.get(kind)?.length, kind);
  assert.ok((kinds.get("accepted")?.length ?? 0) > drawn.length / 4);
  assert.ok((kinds.get("refused")?.length ?? 0) > drawn.length / 3);
  assert.ok(codes.size >= 15);
});

test("with one check removed on Datamint's side, the first 200 of the same run report disagreements", async () => {
  await using both = await startBothSides({ datamint: { withoutCheck: "owner.kind-not-allowed" } });
  const differing = disagreements(await compareAll(both, drawn.slice(0, 200)));
  figure("agreement: disagreements with one check removed", differing.length, "at least 1");
  assert.ok(differing.length > 0);
  for (const { said } of differing) assert.match(said, /^owner\.kind-not-allowed /m);
});

test("a package whose candidate was changed after the build, and whose digest was not, is refused", async () => {
  await using both = await startBothSides();
  const { proposalPackage, submission } = await built(both);
  const changed = { ...proposalPackage, candidate: { ...proposalPackage.candidate, generatorName: "Another name" } };
  assert.equal((await both.validate(changed.candidate)).valid, true);
  for (const wrong of [changed, { ...proposalPackage, digest: `sha256:${"0".repeat(64)}` }]) {
    const { status, body } = await both.submit(wrong, submission);
    assert.deepEqual([status, body.code], [422, "digest-mismatch"]);
  }
  assert.equal((await both.submit(proposalPackage, submission)).status, 201);
});

test("a package that names rules which never were in force is refused", async () => {
  await using both = await startBothSides();
  const { proposalPackage, submission } = await built(both);
  const { candidate, specPackage } = proposalPackage;
  for (const rules of [
    { ...specPackage, digest: `sha256:${"0".repeat(64)}` },
    { ...specPackage, version: "1.0.1" },
  ]) {
    const { status, body } = await both.submit(forge(candidate, rules), submission);
    assert.deepEqual([status, body.code], [422, "unknown-spec-package"]);
  }
});

test("an id that was taken after the build is refused, and Assay says the same once it knows", async () => {
  await using both = await startBothSides({ refreshSeconds: 0.1 });
  const { proposalPackage, submission } = await built(both);
  both.datamint.register("Loyalty_Card");
  const { status, body } = await both.submit(proposalPackage, submission);
  assert.equal(status, 422);
  assert.equal(errorsOf(body), "registry.id-taken /generatorId");
  const verdict = await waitUntil("Assay knows that the id is taken", () => both.validate(proposalPackage.candidate), {
    isDone: ({ valid }) => !valid,
  });
  assert.equal(errorsOf(verdict), errorsOf(body));
});

test("a package that was built under the previous rules is told so, and built again it is accepted", async () => {
  await using both = await startBothSides({ refreshSeconds: 0.1 });
  const { proposalPackage, submission } = await built(both);
  both.datamint.publish(contractFile("spec-packages/datamint/generator-option/2.0.0.json"));
  const { status, body } = await both.submit(proposalPackage, submission);
  assert.deepEqual([status, body.code], [422, "spec-package-changed"]);
  const again = await waitUntil("Assay builds under the new rules", () => built(both), {
    isDone: (now) => now.proposalPackage.specPackage.version === "2.0.0",
  });
  assert.equal((await both.submit(again.proposalPackage, again.submission)).status, 201);
});

test("a package that grew because its numbers are written out is one that Datamint reads", async () => {
  await using both = await startBothSides();
  const text = growing();
  assert.ok(text.length > limits.bodyBytes - 2_048);
  const { proposalPackage, submission, summary } = await both.build(text);
  assert.ok(proposalPackage, summary);
  const size = JSON.stringify({ proposalPackage }).length;
  figure("agreement: bytes of a package whose numbers grew", size, 196_608);
  assert.equal((await both.submit(proposalPackage, submission)).status, 201);
});

function disagreements(comparisons: readonly Comparison[]): readonly Comparison[] {
  return comparisons.filter(({ said, done }) => said !== done);
}

async function built(both: BothSides): Promise<{ proposalPackage: ProposalPackage; submission: Submission }> {
  const { proposalPackage, submission, summary } = await both.build(loyaltyCard());
  assert(proposalPackage && submission, summary);
  return { proposalPackage, submission };
}

function loyaltyCard(): JsonObject {
  return JSON.parse(contractFile("cases/candidates/loyalty-card.json").toString());
}

// Written as 1e15 by its author, and as 1000000000000000 by RFC 8785.
function growing(): string {
  const names = Array.from(
    { length: 64 },
    (_, index) => `${"abcdefghijklmnopqrstuvwxyz"[index % 26]}${["", "x", "y"][Math.floor(index / 26)]}`,
  );
  const record = `{${names.map((name) => `"${name}":1e15`).join()}}`;
  const fields = names.map((name) => ({ name, type: "number", description: "One." }));
  const candidate = {
    ...loyaltyCard(),
    description: "Numbers, as many as fit.",
    rationaleNotes: "",
    outputFields: fields,
    sampleRecords: [],
  };
  return JSON.stringify(candidate).replace('"sampleRecords":[]', `"sampleRecords":[${Array(98).fill(record).join()}]`);
}

function contractFile(path: string): Buffer {
  return readFileSync(fileURLToPath(import.meta.resolve(`@assay/contract/${path}`)));
}
