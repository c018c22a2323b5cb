import assert from "node:assert/strict";
import { test } from "node:test";
import { findSpecDomain } from "@assay/testing/candidates/domains";
import { parser } from "@lezer/json";
import { type CompletionItem, listCompletions } from "./list-completions.ts";
import { createSchemaAt } from "./schema-at.ts";

const { spec, example } = findSpecDomain("datamint/generator-option/1.0.0");
const schemaAt = createSchemaAt(spec.document);

/** What fits at the bar in a text. */
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

/** The text with an item taken, and a bar where the cursor is then. */
function acceptItem(marked: string, label: string): string {
  const { items, text } = completeAt(marked);
  const item = items.find((other) => other.label === label);
  assert.ok(item, `${label} of ${items.map((other) => other.label)}`);
  const { from, to, insert, cursor } = item;
  return `${text.slice(0, from)}${insert.slice(0, cursor)}|${insert.slice(cursor)}${text.slice(to)}`;
}

test("names of absent properties are offered, required ones first", () => {
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

test("a name is inserted with its quotes and the start of its value", () => {
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

test("the allowed values of a schema, of a rule and of booleans are offered", () => {
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

test("nothing is offered where nothing fits", () => {
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

test("completion never throws, wherever the cursor is and wherever the text ends", () => {
  const text = JSON.stringify(example, null, 1).slice(0, 700);
  for (let offset = 0; offset <= text.length; offset++) {
    for (const part of [text, text.slice(0, offset), `${text.slice(0, offset)}]}"\\${text.slice(offset)}`]) {
      for (const { from, to } of listCompletions({ text: part, tree: parser.parse(part), offset, schemaAt })) {
        assert.ok(from <= offset && offset <= to && to <= part.length);
      }
    }
  }
});
