import assert from "node:assert/strict";
import { test } from "node:test";
import { firstSpecPackage, type Json, type JsonObject, type SpecPackage } from "@assay/contract";
import { type CaseEdit, patchJson } from "@assay/testing/cases/patch-json";
import type { Effect } from "./change.ts";
import { comparePackages } from "./compare-packages.ts";

const base = JSON.parse(JSON.stringify(firstSpecPackage("a", "b"))) as SpecPackage;
const opposite: { readonly [effect in Effect]: Effect } = {
  ...{ narrower: "wider", wider: "narrower" },
  ...{ either: "either", "who-acts": "who-acts", warning: "warning", text: "text" },
};

function changed(...edits: readonly CaseEdit[]): SpecPackage {
  return patchJson(base as unknown as JsonObject, edits) as unknown as SpecPackage;
}

const schema = "/candidateSchema";
const replace = (path: string, value: Json): CaseEdit => ({ op: "replace", path, value });
const add = (path: string, value: Json): CaseEdit => ({ op: "add", path, value });

const edits: readonly (readonly [what: string, effect: Effect, at: string, edit: CaseEdit])[] = [
  ["a title", "text", "/title", replace("/title", "Other")],
  [
    "a text of a schema",
    "text",
    `${schema}/properties/name/description`,
    add(`${schema}/properties/name/description`, "Other."),
  ],
  ["a reason", "text", "/rules/0/why", add("/rules/0/why", "Other.")],
  ["a message", "text", "/rules/1/message", replace("/rules/1/message", "Other.")],
  ["another id of a rule", "text", "/rules/0/id", replace("/rules/0/id", "other")],
  [
    "an enum in another order",
    "text",
    `${schema}/properties/kind/enum`,
    replace(`${schema}/properties/kind/enum`, ["large", "small"]),
  ],
  ["who must act on a rule", "who-acts", "/rules/1/needs", add("/rules/1/needs", "owner-decision")],
  [
    "who must act on a property",
    "who-acts",
    `${schema}/properties/kind/needs`,
    add(`${schema}/properties/kind/needs`, "owner-decision"),
  ],
  [
    "a longer maximum",
    "wider",
    `${schema}/properties/name/maxLength`,
    replace(`${schema}/properties/name/maxLength`, 90),
  ],
  [
    "a longer minimum",
    "narrower",
    `${schema}/properties/name/minLength`,
    replace(`${schema}/properties/name/minLength`, 4),
  ],
  [
    "shorter items",
    "narrower",
    `${schema}/properties/steps/items/properties/label/maxLength`,
    replace(`${schema}/properties/steps/items/properties/label/maxLength`, 8),
  ],
  ["a value more", "wider", `${schema}/properties/kind/enum`, add(`${schema}/properties/kind/enum/-`, "huge")],
  [
    "null besides a string",
    "wider",
    `${schema}/properties/name/type`,
    replace(`${schema}/properties/name/type`, ["string", "null"]),
  ],
  ["an optional property more", "wider", `${schema}/properties/x`, add(`${schema}/properties/x`, { type: "boolean" })],
  [
    "$schema as a property",
    "either",
    `${schema}/properties/$schema`,
    add(`${schema}/properties/$schema`, { type: "string", maxLength: 4 }),
  ],
  ["a property that is optional now", "wider", `${schema}/required`, { op: "remove", path: `${schema}/required/4` }],
  [
    "a pattern more",
    "narrower",
    `${schema}/properties/name/pattern`,
    add(`${schema}/properties/name/pattern`, "^[A-Z]"),
  ],
  [
    "another pattern",
    "either",
    `${schema}/properties/generatorId/pattern`,
    replace(`${schema}/properties/generatorId/pattern`, "^[a-z]+$"),
  ],
  ["a condition", "either", `${schema}/if`, add(`${schema}/if`, { required: ["name"] })],
  ["a new rule", "narrower", "/rules/2", add("/rules/-", { id: "n", check: "unique-by", at: "/steps", by: "/x" })],
  [
    "a new warning",
    "warning",
    "/rules/2",
    add("/rules/-", { id: "n", check: "unique-by", at: "/steps", by: "/x", severity: "warning" }),
  ],
  ["a rule that only warns now", "wider", "/rules/1/severity", add("/rules/1/severity", "warning")],
  ["another expression", "either", "/rules/1/assert", replace("/rules/1/assert", "true")],
  ["ids as they are written", "wider", "/generatorId/compare", replace("/generatorId/compare", "exact")],
  ["a kind of owner more", "wider", "/owner/kinds", add("/owner/kinds/-", "team")],
  ["a severity that is the default", "text", "/rules/1/severity", add("/rules/1/severity", "error")],
  ["a rule reported at another property", "text", "/rules/1/reportAt", add("/rules/1/reportAt", "/kind")],
  ["a rule reported at the owner", "who-acts", "/rules/1/reportAt", add("/rules/1/reportAt", "/owner/id")],
  ["another normalization", "either", "/normalize/0/ops", replace("/normalize/0/ops", ["nfc"])],
];

test("each change is shown at its place, with what it can do, and undone with the opposite", () => {
  for (const [what, effect, at, edit] of edits) {
    const other = changed(edit);
    const shown = comparePackages(base, other).map((change) => [change.effect, change.at]);
    assert.deepEqual(shown, [[effect, at]], what);
    const undone = comparePackages(other, base).map((change) => [change.effect, change.at]);
    assert.deepEqual(undone, [[opposite[effect], at]], `${what}, undone`);
  }
});

test("a keyword that asks for nothing is a text", () => {
  for (const [keyword, value] of [
    ["uniqueItems", false],
    ["minLength", 0],
    ["minItems", 0],
    ["minProperties", 0],
    ["required", []],
    ["dependentRequired", {}],
    ["propertyNames", true],
    ["items", true],
    ["additionalProperties", true],
    ["minContains", 1],
  ] as const) {
    const [without, withIt] = [{}, { [keyword]: value }].map((x) => changed(add(`${schema}/properties/x`, x as Json)));
    assert.ok(without && withIt);
    for (const [before, after] of [
      [without, withIt],
      [withIt, without],
    ] as const) {
      const effects = comparePackages(before, after).map(({ effect }) => effect);
      assert.deepEqual(effects, ["text"], keyword);
    }
  }
});

test("what is written in another way is a text, and the order of rules is nothing", () => {
  const name = base.candidateSchema as { readonly properties: { readonly name: JsonObject } };
  const inDefinition = changed(
    add(`${schema}/$defs`, { name: name.properties.name }),
    replace(`${schema}/properties/name`, { $ref: "#/$defs/name" }),
  );
  assert.deepEqual([...new Set(comparePackages(base, inDefinition).map(({ effect }) => effect))], ["text"]);
  assert.deepEqual(comparePackages(base, changed({ op: "move", from: "/rules/1", path: "/rules/0" })), []);
});

test("a reference to what only the owner decides changes who must act", () => {
  const name = base.candidateSchema as { readonly properties: { readonly name: JsonObject } };
  const inDefinition = changed(
    add(`${schema}/$defs`, { name: { ...name.properties.name, needs: "owner-decision" } }),
    replace(`${schema}/properties/name`, { $ref: "#/$defs/name" }),
  );
  assert.deepEqual([...new Set(comparePackages(base, inDefinition).map(({ effect }) => effect))].toSorted(), [
    "text",
    "who-acts",
  ]);
});

test("what only the owner decides stays so in a definition, and where a rule is reported", () => {
  const { properties } = base.candidateSchema as { readonly properties: { readonly name: JsonObject } };
  const name = { ...properties.name, needs: "owner-decision" };
  const effects = (before: SpecPackage, after: SpecPackage) => [
    ...new Set(comparePackages(before, after).map(({ effect }) => effect)),
  ];
  const inline = replace(`${schema}/properties/name`, name);
  const inDefinition = [
    add(`${schema}/$defs`, { name }),
    replace(`${schema}/properties/name`, { $ref: "#/$defs/name" }),
  ];
  assert.deepEqual(effects(changed(inline), changed(...inDefinition)), ["text"]);
  const reported = (reportAt: string) => changed(...inDefinition, add("/rules/1/reportAt", reportAt));
  assert.deepEqual(effects(reported("/kind"), reported("/name")), ["who-acts"]);
  assert.deepEqual(effects(reported("/kind"), reported("/steps")), ["text"]);
  assert.deepEqual(effects(reported("/owner/id"), reported("/name")), ["text"]);
});

test("a property of declarations that is the default is a text", () => {
  const rule = { id: "r", check: "records-match-fields", at: "/samples", fieldsAt: "/fields", missing: "allow" };
  const withRule = (more: JsonObject) => changed(add("/rules/-", { ...rule, ...more }));
  const effects = (more: JsonObject) => comparePackages(withRule({}), withRule(more)).map(({ effect }) => effect);
  assert.deepEqual(effects({ nameProperty: "name", typeProperty: "type" }), ["text", "text"]);
  assert.deepEqual(effects({ nameProperty: "key", typeProperty: "kind" }), ["either", "either"]);
});

test("under a condition nothing is called narrower or wider, nor in a definition that a condition may use", () => {
  const withCondition = (maxLength: number) =>
    changed(
      add(`${schema}/$defs`, { short: { type: "string", maxLength } }),
      add(`${schema}/not`, { properties: { name: { $ref: "#/$defs/short", maxLength } }, required: ["name"] }),
    );
  const changes = comparePackages(withCondition(4), withCondition(5));
  assert.deepEqual(
    changes.map(({ effect, at }) => [effect, at]),
    [
      ["either", `${schema}/$defs/short/maxLength`],
      ["either", `${schema}/not/properties/name/maxLength`],
    ],
  );
});

test("where a reference leads outside the definitions, a condition makes every change either", () => {
  for (const keyword of ["not", "if", "contains"]) {
    const withCondition = (maxLength: number) =>
      changed(
        replace(`${schema}/properties/name/maxLength`, maxLength),
        add(`${schema}/${keyword}`, { required: ["alias"], properties: { alias: { $ref: "#/properties/name" } } }),
      );
    const effects = comparePackages(withCondition(40), withCondition(50)).map(({ effect }) => effect);
    assert.deepEqual(effects, ["either"], keyword);
  }
});

test("branches belong together by their tag, wherever they are", () => {
  const branch = (tag: string, maxLength: number) => ({
    type: "object",
    properties: { tag: { const: tag }, text: { type: "string", maxLength } },
    required: ["tag"],
    additionalProperties: false,
  });
  const withBranches = (...oneOf: readonly JsonObject[]) => changed(add(`${schema}/properties/x`, { oneOf }));
  const changes = comparePackages(
    withBranches(branch("a", 5), branch("b", 5)),
    withBranches(branch("c", 5), branch("b", 9)),
  );
  assert.deepEqual(
    changes.map(({ effect, at, what }) => [effect, at, what]),
    [
      ["wider", `${schema}/properties/x/oneOf/1/properties/text/maxLength`, "5 → 9"],
      ["either", `${schema}/properties/x/oneOf/0/properties/tag/const`, '"a" → "c"'],
    ],
  );
});
