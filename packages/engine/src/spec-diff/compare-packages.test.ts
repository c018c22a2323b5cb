import assert from "node:assert/strict";
import { test } from "node:test";
import { firstSpecPackage, type Json, type JsonObject, type SpecPackage } from "@assay/contract";
import { figure } from "@assay/testing/figure";
import { comparePackages, type Effect, together } from "./compare-packages.ts";

const base = JSON.parse(JSON.stringify(firstSpecPackage("a", "b"))) as SpecPackage;

type Editable = { [name: string]: Json } & { [index: number]: Json };
const at = (document: Json, ...path: readonly string[]) =>
  path.reduce((part, name) => (part as Editable)[name] as Json, document) as Editable;
const schema = (document: Json, ...path: readonly string[]) => at(document, "candidateSchema", ...path);
const property = (document: Json, name: string) => schema(document, "properties", name);

const edits: readonly (readonly [what: string, effect: Effect, edit: (document: Json) => void])[] = [
  ["a text of a schema", "same", (d) => (property(d, "name").description = "Other.")],
  ["a reason of a rule", "same", (d) => (at(d, "rules", "0").why = "Other.")],
  ["another message of an expression", "same", (d) => (at(d, "rules", "1").message = "Other.")],
  ["another id of a rule", "same", (d) => (at(d, "rules", "0").id = "other")],
  ["rules in another order", "same", (d) => void (at(d, "rules") as unknown as Json[]).reverse()],
  ["an enum in another order", "same", (d) => (property(d, "kind").enum = ["large", "small"])],
  [
    "a definition instead of the schema itself",
    "same",
    (d) => {
      schema(d).$defs = { name: property(d, "name") };
      schema(d, "properties").name = { $ref: "#/$defs/name" };
    },
  ],
  ["a longer maximum", "loosened", (d) => (property(d, "name").maxLength = 90)],
  ["a shorter maximum", "tightened", (d) => (property(d, "name").maxLength = 70)],
  ["a longer minimum", "tightened", (d) => (property(d, "name").minLength = 4)],
  ["fewer items", "tightened", (d) => (property(d, "steps").maxItems = 8)],
  ["a value more in an enum", "loosened", (d) => (property(d, "kind").enum = ["small", "large", "huge"])],
  ["a value less in an enum", "tightened", (d) => (property(d, "kind").enum = ["small"])],
  ["a string instead of an enum", "loosened", (d) => (schema(d, "properties").kind = { type: "string", maxLength: 5 })],
  ["null besides a string", "loosened", (d) => (property(d, "name").type = ["string", "null"])],
  ["an optional property more", "loosened", (d) => (schema(d, "properties").x = { type: "boolean" })],
  [
    "a property that is optional now",
    "loosened",
    (d) => (schema(d).required = ["owner", "generatorId", "name", "kind"]),
  ],
  ["a pattern more", "tightened", (d) => (property(d, "name").pattern = "^[A-Z]")],
  ["another pattern", "undecided", (d) => (property(d, "generatorId").pattern = "^[a-z][a-z0-9]*([-_][a-z0-9]+)*$")],
  ["a rule less", "loosened", (d) => void (at(d, "rules") as unknown as Json[]).pop()],
  ["a rule that only warns now", "loosened", (d) => (at(d, "rules", "1").severity = "warning")],
  [
    "another expression",
    "undecided",
    (d) => (at(d, "rules", "1").assert = "self.kind != 'large' || size(self.steps) > 1"),
  ],
  ["a kind of owner more", "loosened", (d) => (at(d, "owner").kinds = ["human", "team"])],
  ["ids that are compared as they are written", "loosened", (d) => (at(d, "generatorId").compare = "exact")],
  ["another normalization", "undecided", (d) => (at(d, "normalize", "0").ops = ["nfc"])],
];

test("twenty-five single edits have the effect that their author would name, or none that is wrong", () => {
  assert.equal(edits.length, 25);
  const undecided: string[] = [];
  for (const [what, effect, edit] of edits) {
    const document = structuredClone(base) as unknown as JsonObject;
    edit(document as Json);
    const changes = comparePackages(base, document as unknown as SpecPackage);
    assert.equal(together(changes), effect, what);
    const opposite = { same: "same", loosened: "tightened", tightened: "loosened", undecided: "undecided" } as const;
    assert.equal(
      together(comparePackages(document as unknown as SpecPackage, base)),
      opposite[effect],
      `${what}, undone`,
    );
    if (effect === "undecided") undecided.push(`${what} (${changes.map(({ reason }) => reason).join()})`);
  }
  figure("single edits undecided", `${undecided.length} of 25: ${undecided.join("; ")}`, "printed");
});

test("of several changes each has its effect, and together nothing is claimed that one of them denies", () => {
  const document = structuredClone(base) as unknown as JsonObject;
  property(document as Json, "name").maxLength = 90;
  property(document as Json, "steps").maxItems = 8;
  const changes = comparePackages(base, document as unknown as SpecPackage);
  assert.deepEqual(
    changes.map(({ part, effect }) => [part, effect]),
    [
      ["candidateSchema name", "loosened"],
      ["candidateSchema steps", "tightened"],
    ],
  );
  assert.equal(together(changes), "undecided");
});
