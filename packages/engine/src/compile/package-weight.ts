import { type Json, type JsonSchema, limits, type Rule, type SpecPackage } from "@assay/contract";
import type { Check, Checks } from "../checks/check.ts";
import { isContainer, isObject } from "../json/json.ts";
import { pointerOf } from "../json/pointer.ts";
import { re2Text, re2Weight } from "../schema/pattern.ts";
import { patternsOf, walkSubschemas } from "../schema/subschemas.ts";
import { utf8Length } from "../text/characters.ts";

/** A schema of a package, and where it is. */
export interface PlacedSchema {
  readonly schema: JsonSchema;
  readonly path: readonly string[];
}

/** A pattern of a package, and what it adds to the weight: each text counts once. */
interface WeighedPattern {
  readonly source: string;
  readonly path: readonly string[];
  readonly weight: number;
}

/**
 * About how many bytes a compiled package keeps, or would keep if it took as much processor time per byte as others. The
 * weight depends on the document alone, so that every instance decides alike.
 */
export interface PackageWeight {
  readonly total: number;
  readonly parts: { readonly [part in "document" | "schemas" | "rules" | "patterns"]: number };
  readonly patterns: readonly WeighedPattern[];
  /** False where the patterns are so heavy that the rest of them was not weighed. */
  readonly isComplete: boolean;
}

// Measured: packages/engine/src/hostility compares the weight with the heap and the processor time of packages at several bounds.
const bytesPerKeyword = 500;
const bytesPerPointer = 2;
const bytesPerNode = 450;
const bytesPerRule = 2_000;
const bytesPerByte = 2;
const bytesPerValue = 40;
const bytesPerShape = 120;

// Weighing takes as long as compiling.
const maxWeighed = 2 * limits.specPackage.weight;

/** Weighs a package. Patterns are compiled for that, one after another, up to twice the limit. */
export function weighPackage(spec: SpecPackage, schemas: readonly PlacedSchema[], checks: Checks): PackageWeight {
  const rules = (spec.rules ?? []).map((rule, index) => ({ path: ["rules", String(index)], ...partsOf(rule, checks) }));
  const texts = [
    ...schemas.flatMap(({ schema, path }) =>
      patternsOf(schema).map((each) => ({ ...each, path: [...path, ...each.path], text: re2Text(each.source) })),
    ),
    ...rules.flatMap(({ path, patterns }) => patterns.map((text) => ({ source: text, path, text }))),
  ];
  const patterns = new Map<string, WeighedPattern>();
  let heavy = 0;
  for (const { source, path, text } of texts) {
    if (heavy > maxWeighed) break;
    if (text === undefined || patterns.has(text)) continue;
    const weight = re2Weight(text);
    patterns.set(text, { source, path, weight });
    heavy += weight;
  }
  const parts = {
    document: documentWeight(spec as unknown as Json),
    schemas: schemas.reduce((sum, { schema }) => sum + schemaWeight(schema), 0),
    rules: rules.reduce((sum, { nodes }) => sum + bytesPerRule + bytesPerNode * nodes, 0),
    patterns: heavy,
  };
  const total = Object.values(parts).reduce((sum, part) => sum + part, 0);
  return { total, parts, patterns: [...patterns.values()], isComplete: heavy <= maxWeighed };
}

function partsOf(rule: Rule, checks: Checks): { readonly nodes: number; readonly patterns: readonly string[] } {
  const check = checks[rule.check] as Check<Rule> | undefined;
  return check?.parts?.(rule) ?? { nodes: 0, patterns: [] };
}

// Each keyword is a function, and knows its pointer.
function schemaWeight(root: JsonSchema): number {
  let weight = 0;
  for (const { schema, path } of walkSubschemas(root)) {
    const keywords = isObject(schema) ? Object.keys(schema).length : 0;
    weight += bytesPerKeyword * (1 + keywords) + bytesPerPointer * pointerOf(path).length;
  }
  return weight;
}

// The platform keeps a description of each order in which objects have got their members.
type Shape = Map<string, Shape>;

// The document was read before, so it is not deeper than a walk can go.
function documentWeight(document: Json): number {
  const shapes: Shape = new Map();
  let weight = bytesPerByte * utf8Length(JSON.stringify(document));
  const weigh = (value: Json): void => {
    weight += bytesPerValue;
    if (!isContainer(value)) return;
    for (const each of Object.values(value)) weigh(each as Json);
    if (!isObject(value)) return;
    let shape = shapes;
    for (const name of Object.keys(value)) {
      const next: Shape = shape.get(name) ?? new Map();
      if (!shape.has(name)) weight += bytesPerShape;
      shape.set(name, next);
      shape = next;
    }
  };
  weigh(document);
  return weight;
}
