import assert from "node:assert/strict";
import { test } from "node:test";
import { findSpecDomain } from "@assay/testing/candidates/domains";
import { parser } from "@lezer/json";
import { createSchemaLookup } from "./create-schema-lookup.ts";
import { type CompletionItem, listCompletions } from "./list-completions.ts";

const { spec, example } = findSpecDomain("datamint/generator-option/1.0.0");
const schemaAt = createSchemaLookup(spec.document);

/** Lists the completions at the `|` in a document. */
function completeAt(marked: string): { readonly items: readonly CompletionItem[]; readonly text: string } {
  const offset = marked.indexOf("|");
  const text = marked.replace("|", "");
  return { items: listCompletions({ text, tree: parser.parse(text), offset, schemaAt }), text };
}

function listLabels(marked: string): string {
  return completeAt(marked)
    .items.map(({ label }) => label)
    .join(" ");
}

/** Accepts an item, and returns the text with a `|` at the new cursor position. */
function acceptItem(marked: string, label: string): string {
  const { items, text } = completeAt(marked);
  const item = items.find((other) => other.label === label);
  assert.ok(item, `${label} of ${items.map((other) => other.label)}`);
  const { from, to, insert, cursor } = item;
  return `${text.slice(0, from)}${insert.slice(0, cursor)}|${insert.slice(cursor)}${text.slice(to)}`;
}

test("offers the names of missing properties, required properties first", () => {
  const all =
    "owner generatorId generatorName description outputFields supportedStrategies sampleRecords rationaleNotes";
  assert.equal(listLabels("{|}"), all);
  assert.equal(
    listLabels('{ "owner": {}, |, "description": "" }'),
    all.replace("owner ", "").replace("description ", ""),
  );
  assert.equal(listLabels('{ "outputFields": [{ "name": "a" }, { "type": "x", | }] }'), "name description");
  assert.equal(listLabels('{ "owner": {"|" } }'), "kind id");
  assert.equal(listLabels("|"), "");
});

test("inserts a name with its quotes and the start of its value", () => {
  assert.equal(acceptItem("{|}", "generatorId"), '{"generatorId": "|"}');
  assert.equal(acceptItem('{ "gen|" }', "generatorId"), '{ "generatorId": "|" }');
  assert.equal(acceptItem("{ gen| }", "generatorId"), '{ "generatorId": "|" }');
  assert.equal(acceptItem('{ "gen|', "generatorId"), '{ "generatorId": "|"');
  assert.equal(
    acceptItem('{ "gen|\n  "description": 1 }', "outputFields"),
    '{ "outputFields": [|],\n  "description": 1 }',
  );
  assert.equal(acceptItem('{ "ge|, "description": "x" }', "owner"), '{ "owner": {|}, "description": "x" }');
  assert.equal(acceptItem('{ "ge|nId": 1 }', "generatorId"), '{ "generatorId"|: 1 }');
  assert.equal(acceptItem('{ "owner": { | } }', "kind"), '{ "owner": { "kind": "|" } }');
});

test("offers the values that schemas and rules allow, and true and false for booleans", () => {
  assert.equal(
    listLabels('{ "outputFields": [{ "type": | }] }'),
    "string integer number boolean date date-time email uuid",
  );
  assert.equal(listLabels('{ "supportedStrategies": ["fast", |] }'), "fast realistic");
  assert.equal(listLabels('{ "sampleRecords": [{ "x": t|'), "true false null");
  assert.equal(
    acceptItem('{ "supportedStrategies": ["f|"] }', "realistic"),
    '{ "supportedStrategies": ["realistic"|] }',
  );
  assert.equal(acceptItem('{ "owner": { "kind": | } }', "human"), '{ "owner": { "kind": "human"| } }');
});

test("offers nothing where no name or listed value fits", () => {
  for (const marked of [
    '{ "a" | }',
    '{ "generatorId": "x" | }',
    '{ "generatorId"|: 1 }',
    '{ "description": "|" }',
    "[|]",
    "{}|",
    '{ "owner": { "kind": "human" | ',
  ])
    assert.equal(listLabels(marked), "", marked);
});

test("never throws, wherever the cursor is and wherever the text ends", () => {
  const text = JSON.stringify(example, null, 1).slice(0, 700);
  for (let offset = 0; offset <= text.length; offset++) {
    for (const part of [text, text.slice(0, offset), `${text.slice(0, offset)}]}"\\${text.slice(offset)}`]) {
      for (const { from, to } of listCompletions({ text: part, tree: parser.parse(part), offset, schemaAt })) {
        assert.ok(from <= offset && offset <= to && to <= part.length);
      }
    }
  }
});
