import type { AnyFinding } from "../findings/finding.ts";
import { pathKey } from "../json/pointer.ts";
import { membersOf, requiredBy } from "../schema/subschemas.ts";
import { type ExplainInput, patternOf, schemasFor } from "./explain-input.ts";

// A single name may mean something else one level higher.
const minHeld = 2;

/** Joins the findings on a missing object, and on the unknown properties beside it that belong in it, into one. */
export function findMisplaced(findings: readonly AnyFinding[], input: ExplainInput): readonly AnyFinding[] {
  const around = ({ path }: AnyFinding) => pathKey(path.slice(0, -1));
  const unknownIn = Map.groupBy(
    findings.filter(({ code }) => code === "field.unknown"),
    around,
  );
  if (unknownIn.size === 0) return findings;
  const replaced = new Set<AnyFinding>();
  const replacements: AnyFinding[] = [];
  for (const missing of findings) {
    // Nothing becomes the owner.
    if (missing.code !== "field.missing" || missing.path[0] === "owner") continue;
    const unknown = (unknownIn.get(around(missing)) ?? []).filter((finding) => !replaced.has(finding));
    if (unknown.length < minHeld) continue;
    const held = heldBy(missing, unknown, input);
    if (held.length < minHeld) continue;
    for (const finding of [missing, ...held]) replaced.add(finding);
    const names = held.map(({ path }) => path.at(-1) ?? "").sort();
    const params = { name: missing.path.at(-1) ?? "", held: names };
    replacements.push({ ...missing, message: "beside", params, groupKey: names.join() });
  }
  return replaced.size === 0 ? findings : [...findings.filter((finding) => !replaced.has(finding)), ...replacements];
}

// The unknown properties, if they are declared in the missing object and all that it needs.
function heldBy({ path }: AnyFinding, unknown: readonly AnyFinding[], input: ExplainInput): readonly AnyFinding[] {
  const schemas = schemasFor(patternOf(path, input), input).map(({ schema }) => schema);
  const declared = new Set(schemas.flatMap((schema) => Object.keys(membersOf(schema, "properties"))));
  const held = unknown.filter((finding) => declared.has(finding.path.at(-1) ?? ""));
  const names = held.map((finding) => finding.path.at(-1));
  return schemas.flatMap(requiredBy).every((name) => names.includes(name)) ? held : [];
}
