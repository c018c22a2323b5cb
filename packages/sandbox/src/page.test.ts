import assert from "node:assert/strict";
import { test } from "node:test";
import { reviewOf } from "./page.ts";

test("the members of an object are a list inside its item", () => {
  const { text } = reviewOf("- `url`:\n  - `a`: `<b>`\n- `c`: `1`");
  assert.match(
    text,
    /<ul><li><strong>url<\/strong>:<ul><li>[^/]*a<\/strong>: <strong>&#60;b&#62;<\/strong><\/li><\/ul><\/li><li>/,
  );
});
