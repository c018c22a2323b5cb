import assert from "node:assert/strict";
import { test } from "node:test";
import { createPaint, outputWidth } from "./style.ts";

const isColored = (env: { [name: string]: string }, columns?: number) =>
  createPaint(env, { columns })("error", "x") !== "x";

test("only a terminal gets colors, unless the environment overrides it", () => {
  assert.equal(isColored({}, 80), true);
  assert.equal(isColored({}), false);
  assert.equal(isColored({ TERM: "dumb" }, 80), false);
  assert.equal(isColored({ NO_COLOR: "1" }, 80), false);
  assert.equal(isColored({ NO_COLOR: "" }, 80), true);
  assert.equal(isColored({ FORCE_COLOR: "1" }), true);
  assert.equal(isColored({ FORCE_COLOR: "0" }, 80), false);
  assert.equal(isColored({ FORCE_COLOR: "1", NO_COLOR: "1" }, 80), false);
});

test("lines are as wide as the terminal, but between 40 and 120 columns", () => {
  assert.equal(outputWidth({}, { columns: 100 }), 100);
  assert.equal(outputWidth({}, { columns: 300 }), 120);
  assert.equal(outputWidth({}, { columns: 10 }), 40);
  assert.equal(outputWidth({}, { columns: undefined }), 80);
  assert.equal(outputWidth({ COLUMNS: "120" }, { columns: undefined }), 120);
  assert.equal(outputWidth({ COLUMNS: "wide" }, { columns: undefined }), 80);
});
