import { type JsonSchema, limits, type SpecProblem } from "@assay/contract";
import { createSpecProblem } from "../findings/create-spec-problem.ts";
import { toCanonicalJson } from "../json/canonical-json.ts";
import { isObject } from "../json/json.ts";
import { findRefTarget, listPatterns, listSubschemas, walkSubschemas } from "../schema/subschemas.ts";
import { utf8Length } from "../text/characters.ts";

/** Reports a schema that is too large as a whole. */
export function lintSize(root: JsonSchema, schemaPath: readonly string[]): readonly SpecProblem[] {
  const patterns = listPatterns(root);
  const exceeded = [
    { size: utf8Length(toCanonicalJson(root)), max: limits.schema.bytes, unit: "bytes" },
    { size: [...walkSubschemas(root)].length, max: limits.schema.subschemas, unit: "subschemas" },
    { size: measureDepth(root), max: limits.schema.depth, unit: "levels of subschemas" },
    { size: patterns.length, max: limits.schema.patterns, unit: "patterns" },
    {
      size: patterns.filter(({ path }) => path.at(-2) === "patternProperties").length,
      max: limits.schema.patternProperties,
      unit: "patternProperties",
    },
  ].filter(({ size, max }) => size > max);
  if (exceeded.length > 0) {
    return exceeded.map(({ size, max, unit }) =>
      createSpecProblem(
        "spec.too-large",
        schemaPath,
        `The schema has ${size} ${unit}; the maximum is ${max}.`,
        "Simplify the schema, or move repeated parts into $defs.",
      ),
    );
  }
  const max = limits.schema.expandedSubschemas;
  if (measureExpanded(root, root, new Map()) <= max) return [];
  return [
    createSpecProblem(
      "spec.costly",
      schemaPath,
      `The schema has more than ${max} subschemas after every $ref is expanded.`,
      "Reference the definition from fewer places: references that double at each level grow exponentially.",
    ),
  ];
}

function measureDepth(schema: JsonSchema): number {
  return 1 + Math.max(0, ...listSubschemas(schema).map((child) => measureDepth(child.schema)));
}

// Counts the subschemas after every reference is expanded, in time that is linear in the size of the schema.
function measureExpanded(root: JsonSchema, schema: JsonSchema, sizes: Map<JsonSchema, number>): number {
  if (!isObject(schema)) return 1;
  const knownSize = sizes.get(schema);
  if (knownSize !== undefined) return knownSize;
  // A recursive reference ends here; `lintReferences` reports it.
  sizes.set(schema, 0);
  const target = findRefTarget(root, schema);
  let size = 1 + (target ? measureExpanded(root, target.schema, sizes) : 0);
  for (const child of listSubschemas(schema)) {
    if (child.path[0] !== "$defs") size += measureExpanded(root, child.schema, sizes);
  }
  sizes.set(schema, size);
  return size;
}
