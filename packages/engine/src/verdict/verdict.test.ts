import assert from "node:assert/strict";
import { test } from "node:test";
import { type JsonObject, limits, type Verdict } from "@assay/contract";
import { candidateFile } from "@assay/testing/cases/golden-cases";
import { engine } from "@assay/testing/cases/run-case";
import { checkForm } from "@assay/testing/verdicts/check-verdict";
import { datamint, registry } from "../../test/validate-body.ts";
import { sortByImportance } from "./verdict.ts";

const card = candidateFile("loyalty-card") as JsonObject;

// Each field has two unknown properties with unique names, which the answer quotes.
function validateFields(fields: number, name: string): Verdict {
  const [field] = card.outputFields as readonly JsonObject[];
  const outputFields = Array.from({ length: fields }, (_, i) => ({
    ...field,
    name: `f${i}`,
    [`${i}a${name}`]: true,
    [`${i}b${name}`]: true,
  }));
  const [record] = card.sampleRecords as readonly [JsonObject];
  const sampleRecords = [Object.fromEntries(outputFields.map((each) => [each.name, record.member ?? null]))];
  const candidate = { ...card, owner: { kind: "agent", id: "x" }, outputFields, sampleRecords };
  return engine.validate({ spec: datamint, registry, candidate });
}

test("counts the diagnostics that it omits, and never omits one that only the owner can resolve", () => {
  const [whole, cut] = [validateFields(10, "x"), validateFields(60, "x")];
  checkForm(cut);
  assert.equal(whole.omitted, undefined);
  assert.equal(cut.diagnostics.length, limits.diagnostics);
  assert.equal(cut.diagnostics.length + (cut.omitted ?? 0), whole.diagnostics.length + 50);
  assert.ok(cut.diagnostics.some(({ needs }) => needs === "owner-decision"));
});

test("omits as few diagnostics as possible from an answer that exceeds the byte limit", () => {
  const long = validateFields(48, "\u{e0041}".repeat(64));
  const bytes = checkForm(long);
  const longest = Math.max(...long.diagnostics.map((diagnostic) => Buffer.byteLength(JSON.stringify(diagnostic))));
  assert.ok(long.omitted, `${bytes} bytes`);
  assert.ok(bytes + longest + 1 > limits.verdictBytes, `${bytes} bytes`);
});

test("sorts decisions first, then the first error of each code, then other errors, then the rest", () => {
  const items = [
    ["a", "field.unknown", "error", "edit"],
    ["b", "field.unknown", "error", "edit"],
    ["c", "field.type", "error", "edit"],
    ["d", "field.missing", "error", "owner-decision"],
    ["e", "field.missing", "error", "edit"],
    ["f", "check.failed", "error", "product-team"],
    ["g", "registry.id-in-ballot", "warning", "edit"],
  ] as const;
  const ordered = sortByImportance(items, ([, code, severity, needs]) => ({ code, severity, needs }));
  assert.equal(ordered.map(([name]) => name).join(""), "dfacbeg");
});
