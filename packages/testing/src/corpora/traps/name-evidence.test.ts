import assert from "node:assert/strict";
import { test } from "node:test";
import { evidentName } from "./name-evidence.ts";

const absent = ["generatorId", "description", "outputFields", "sampleRecords", "supportedStrategies", "rationaleNotes"];

function meant(name: string, others: readonly string[] = []): string | undefined {
  return evidentName(name, { unknown: [name, ...others], absent, present: ["owner"] });
}

test("a name is evident by its spelling, its beginning or its words", () => {
  const evident = {
    generator_id: "generatorId",
    descripton: "description",
    desc: "description",
    fields: "outputFields",
    samples: "sampleRecords",
    strategies: "supportedStrategies",
    strategy: "supportedStrategies",
    notes: "rationaleNotes",
    id: "generatorId",
  };
  for (const [name, expected] of Object.entries(evident)) assert.equal(meant(name), expected, name);
});

test("a name that says more or something else is no evidence", () => {
  for (const name of ["displayName", "tableName", "baseGeneratorId", "ticketId", "des", "jiraTicket", "columns"]) {
    assert.equal(meant(name), undefined, name);
  }
  assert.equal(evidentName("ownerId", { unknown: ["ownerId"], absent: ["owner"], present: [] }), undefined);
});

test("a name that could stand for two properties, or has a rival, is no evidence", () => {
  const outputs = { unknown: ["output"], absent: ["outputFields"], present: ["outputForm"] };
  assert.equal(evidentName("output", outputs), undefined);
  assert.equal(meant("fields", ["output"]), undefined);
  assert.equal(meant("outputField", ["fields"]), "outputFields");
});
