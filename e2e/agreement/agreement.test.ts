import assert from "node:assert/strict";
import { test } from "node:test";
import { type JsonObject, limits } from "@assay/contract";
import { candidateFile } from "@assay/testing/cases/golden-cases";
import { figure } from "@assay/testing/figure";
import { scaled, seed } from "@assay/testing/scale";
import { startBothSides } from "./both-sides.ts";
import { compareAll } from "./compare.ts";
import { drawCandidates } from "./draw-candidates.ts";

const count = scaled({ ci: 20, full: 5_000 });
const drawn = drawCandidates(count, seed);

test("Datamint accepts what Assay built, and refuses everything else for the reasons that Assay gives", async (t) => {
  await using both = await startBothSides();
  const comparisons = await compareAll(both, drawn);
  const differing = comparisons.filter(({ said, done }) => said !== done);
  figure("agreement: candidates", comparisons.length, count);
  figure("agreement: disagreements", differing.length, 0);
  assert.deepEqual(differing.slice(0, 5), []);

  // Agreement about nothing would be easy.
  const kinds = Map.groupBy(comparisons, ({ said }) => (said.includes(" ") ? "refused" : said));
  const codes = new Set((kinds.get("refused") ?? []).flatMap(({ said }) => said.match(/^\S+/gm)));
  t.diagnostic([...kinds].map(([kind, { length }]) => `${length} ${kind}`).join(", "));
  t.diagnostic(`${codes.size} codes: ${[...codes].sort().join(", ")}`);
  for (const kind of ["accepted", "refused", "not-normalized"]) assert.ok(kinds.get(kind)?.length, kind);
  assert.ok(codes.size >= 5);
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

// Written as 1e15 by its author, and as 1000000000000000 by RFC 8785.
function growing(): string {
  const names = Array.from(
    { length: 64 },
    (_, index) => `${"abcdefghijklmnopqrstuvwxyz"[index % 26]}${["", "x", "y"][Math.floor(index / 26)]}`,
  );
  const record = `{${names.map((name) => `"${name}":1e15`).join()}}`;
  const fields = names.map((name) => ({ name, type: "number", description: "One." }));
  const candidate = {
    ...(candidateFile("loyalty-card") as JsonObject),
    description: "Numbers, as many as fit.",
    rationaleNotes: "",
    outputFields: fields,
    sampleRecords: [],
  };
  return JSON.stringify(candidate).replace('"sampleRecords":[]', `"sampleRecords":[${Array(98).fill(record).join()}]`);
}
