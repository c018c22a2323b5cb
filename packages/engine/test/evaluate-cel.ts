import assert from "node:assert/strict";
import type { CelResult } from "@bufbuild/cel";
import { createMeteredCel } from "../src/cel/metered-cel.ts";
import { readExpression } from "../src/cel/read-expression.ts";
import { createMeter } from "../src/meter.ts";

const { compile } = createMeteredCel();

/** Evaluates an expression without a candidate. */
export function evaluateCel(source: string): CelResult {
  const read = readExpression(source);
  assert.ok(read.kind === "ok", source);
  return compile(read.expression)({}, createMeter(1e6));
}
