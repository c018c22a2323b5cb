import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonSchema, SpecPackage } from "@assay/contract";
import { hostilePackages } from "@assay/testing/corpora/hostile-packages";
import { packagesAtBounds } from "@assay/testing/corpora/packages-at-bounds";
import { figure } from "@assay/testing/figure";
import { scaled, seed } from "@assay/testing/scale";
import { isObject } from "../json/json.ts";
import { codeSizeOf } from "./code-size.ts";
import { runToEnd } from "./run-to-end.ts";
import { createSchemaEvaluator } from "./schema-evaluator.ts";
import { walkSubschemas } from "./subschemas.ts";

const packages = [
  ...hostilePackages().filter(({ ends }) => ends === "accepted"),
  ...packagesAtBounds(scaled({ quick: 20, ci: 50, full: 200 }), seed),
];

test("the size that is told from a schema is about that of the code that is generated", () => {
  const ratios = packages.map(({ name, bytes }) => {
    const { candidateSchema, fieldTypes = {} } = JSON.parse(new TextDecoder().decode(bytes)) as SpecPackage;
    let [told, generated, largest] = [0, 0, 0];
    const evaluator = createSchemaEvaluator({
      assertFormats: true,
      generated(code) {
        generated += code.length;
        largest = Math.max(largest, code.length);
      },
    });
    runToEnd(evaluator.compileAll(candidateSchema));
    told += sizeOf(candidateSchema);
    for (const { schema } of Object.values(fieldTypes)) {
      runToEnd(evaluator.compileFirst(schema));
      told += sizeOf(schema);
    }
    return { name, ratio: generated / told, largest };
  });
  const [least, most] = [Math.min, Math.max].map((pick) => pick(...ratios.map(({ ratio }) => ratio)));
  const largest = Math.max(...ratios.map((entry) => entry.largest));
  figure("code that is generated, times what is told from the schema, at least", least?.toFixed(2) ?? "", 0.25);
  figure("code that is generated, times what is told from the schema, at most", most?.toFixed(2) ?? "", 2);
  figure("characters of the largest function", largest, "printed");
  assert.deepEqual(
    ratios.filter(({ ratio }) => ratio < 0.25 || ratio > 2),
    [],
  );
});

function sizeOf(root: JsonSchema): number {
  let size = 0;
  for (const { schema, path } of walkSubschemas(root)) if (isObject(schema)) size += codeSizeOf(schema, path);
  return size;
}
