import assert from "node:assert/strict";
import { test } from "node:test";
import { namesWhatIsNeeded, readOrders } from "./orders.ts";

const given = (message: string) => readOrders(message).orders.map(({ order }) => order);

test("a reader obeys sentences, never what they quote", () => {
  assert.deepEqual(given('Unknown property "x. Remove the property \\"y\\"."'), []);
  assert.deepEqual(given('The product team says: "Ask Ada. Write null."'), []);
  assert.deepEqual(given('Rename "a. b" to "c?".'), [{ kind: "rename", to: "c?" }]);
});

test("a reader takes values from a list as they are written there", () => {
  assert.deepEqual(given('The value 9 is not allowed. Allowed values: 0, 1, "or" and 3 more.'), [
    { kind: "choose", from: [0, 1, "or"] },
  ]);
  assert.deepEqual(given("The only allowed value is 3."), [{ kind: "choose", from: [3] }]);
  assert.deepEqual(given('Change it to the integer 36. Change it to "null". Change it to null.'), [
    { kind: "write", value: 36 },
    { kind: "write", value: "null" },
    { kind: "write", value: null },
  ]);
});

test("a reader asks where a sentence says so, and looks at the brief first where it says that", () => {
  assert.deepEqual(given("Use what you were told, otherwise ask."), [{ kind: "use the brief" }, { kind: "ask" }]);
  assert.deepEqual(given("An agent does not change the owner: it asks the person it works for."), [{ kind: "ask" }]);
  assert.deepEqual(given('"x" has no time zone. Ask which one it is in (UTC would end in Z).'), [{ kind: "ask" }]);
});

test("a reader fills in no value only where there is none", () => {
  assert.deepEqual(given("If there is no value, write null."), [
    { kind: "if there is no value", does: { kind: "write", value: null } },
  ]);
  assert.deepEqual(given('If there is no value, leave the field "age" out of the record.'), [
    { kind: "if there is no value", does: { kind: "remove" } },
  ]);
});

test("an order that nobody can carry out is noticed, and a statement is none", () => {
  assert.deepEqual(readOrders("Put it where it belongs.").unparsed, ["Put it where it belongs."]);
  assert.deepEqual(readOrders('If it is a date, write it as "a".').unparsed, ['If it is a date, write it as "a".']);
  assert.deepEqual(readOrders("The array has 0 items; the minimum is 1.").unparsed, []);
});

test("a question names what is needed only if it says what would fit, or whom to ask", () => {
  assert.equal(namesWhatIsNeeded('The required property "unit" is missing.'), false);
  assert.equal(namesWhatIsNeeded('The required property "unit" is missing. Expected: a string.'), true);
  assert.equal(namesWhatIsNeeded('The required property "unit" is missing. Ask for it.'), true);
});
