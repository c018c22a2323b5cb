import assert from "node:assert/strict";
import { test } from "node:test";
import { limits } from "@assay/contract";
import { propertyRuns } from "@assay/testing/scale";
import fc from "fast-check";
import { createMeter } from "../meter.ts";
import { matchNames, mayBe, type Names } from "./match-names.ts";

function matched(
  unknown: readonly string[],
  absent: readonly string[],
  present: readonly string[] = [],
  only?: string,
) {
  const names: Names = { unknown, absent, present, ...(only ? { spelledOnly: new Set([only]) } : {}) };
  return Object.fromEntries(matchNames(names, createMeter(limits.steps)));
}

test("an unknown name is an absent one by its spelling, its beginning or some of its words", () => {
  const unknown = ["fields", "desc", "ID", "generatorNme"];
  const absent = ["outputFields", "description", "generatorId", "generatorName"];
  assert.deepEqual(matched(unknown, absent), {
    fields: "outputFields",
    desc: "description",
    ID: "generatorId",
    generatorNme: "generatorName",
  });
});

test("a name that says something else is not matched, even if it is the only one left", () => {
  assert.deepEqual(matched(["operationId"], ["summary"]), {});
  assert.deepEqual(matched(["label"], ["generatorName"]), {});
  assert.deepEqual(matched(["window", "limit"], ["requests", "perSeconds"]), {});
});

test("what could be two names is neither", () => {
  assert.deepEqual(matched(["generator"], ["generatorId", "generatorName"]), {});
  assert.deepEqual(matched(["generator_name", "generatorname"], ["generatorName"]), {});
  assert.deepEqual(matched(["name"], ["ownerName"], ["generatorName"]), {});
});

test("a nearer name is matched before one that says a part, and the part gets nothing", () => {
  assert.deepEqual(matched(["desc", "descripton"], ["description"]), { descripton: "description" });
  assert.deepEqual(matched(["notes"], ["note", "rationaleNotes"]), { notes: "note" });
  assert.deepEqual(matched(["tag"], ["tagGroup"], ["tags"]), {});
});

test("some names are recognized by their spelling only", () => {
  assert.deepEqual(matched(["owners", "own"], ["owner"], [], "owner"), { owners: "owner" });
  assert.deepEqual(matched(["id"], ["ownerId"], [], "ownerId"), {});
});

test("neither the order of names nor unrelated ones change a match", () => {
  const names = fc.uniqueArray(
    fc.constantFrom("fields", "desc", "descripton", "name", "id", "ticketId", "tag", "tags"),
  );
  const absent = ["outputFields", "description", "generatorName", "generatorId", "tags"];
  fc.assert(
    fc.property(names, fc.uniqueArray(fc.constantFrom("x1", "jiraTicket", "label", "window")), (unknown, others) => {
      const expected = matched(unknown, absent);
      assert.deepEqual(matched([...others, ...unknown.toReversed()], absent.toReversed()), expected);
      for (const [name, known] of Object.entries(expected)) assert.ok(mayBe(name, known));
    }),
    propertyRuns(),
  );
});

test("more names than eight that are close to one are none of them", () => {
  const close = Array.from({ length: 9 }, (_, i) => `generatorI${"abcdefghi"[i]}`);
  assert.deepEqual(matched([...close, "generator_id"], ["generatorId"]), {});
});

test("two sets of names that are too large are not compared", () => {
  const many = Array.from({ length: 3_000 }, (_, i) => `unknown${i}`);
  const meter = createMeter(10);
  assert.equal(matchNames({ unknown: [...many, "desc"], absent: ["description"], present: [] }, meter).size, 0);
  assert.equal(meter.left, 10);
});
