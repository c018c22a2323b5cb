import type { JsonSchema, PatchOperation } from "@assay/contract";
import { parsePointer } from "../json/pointer.ts";
import type { CompiledRule, SpecParts } from "../spec/compiled-spec.ts";
import type { CheckResults } from "../validate/run-checks.ts";

/** The properties of a candidate that a patch changes, by their submitted and by their correct names. */
export type ChangedProperties = ReadonlySet<string>;

// Which properties there are is a fact about the candidate as a whole: names are compared with those that are absent.
const anyName = "*";

export function changedProperties(
  patch: readonly PatchOperation[],
  toCorrected: CheckResults["toCorrected"],
): ChangedProperties {
  const changed = new Set<string>();
  for (const operation of patch) {
    const pointers = operation.op === "move" ? [operation.path, operation.from] : [operation.path];
    for (const path of pointers.map((pointer) => parsePointer(pointer) ?? [])) {
      for (const [property = anyName] of [path, toCorrected(path)]) changed.add(property);
      if (path.length < 2 && operation.op !== "test" && operation.op !== "replace") changed.add(anyName);
    }
  }
  return changed;
}

/**
 * Puts fixes into sets that one check of a patched candidate proves together: no two of a set change the same property of
 * the candidate, and no rule depends on properties that two of them change. What each does to the errors is then the same
 * whether or not the others are applied.
 */
export function independentSets<F extends { readonly changed: ChangedProperties }>(
  fixes: readonly F[],
  { document, rules }: Pick<SpecParts, "document" | "rules">,
): readonly (readonly F[])[] {
  if (!isPerProperty(document.candidateSchema) || rules.some(({ properties }) => !properties))
    return fixes.map((fix) => [fix]);
  const sets: { readonly fixes: F[]; readonly changed: Set<string> }[] = [];
  for (const fix of fixes) {
    const related = withRules(fix.changed, rules);
    const found = sets.find(({ changed }) => !meet(changed, related));
    const set = found ?? { fixes: [], changed: new Set() };
    if (!found) sets.push(set);
    set.fixes.push(fix);
    for (const property of fix.changed) set.changed.add(property);
  }
  return sets.map((set) => set.fixes);
}

/** These properties, and those that a rule compares with one of them. */
function withRules(changed: ChangedProperties, rules: readonly CompiledRule[]): ReadonlySet<string> {
  const related = new Set(changed);
  for (const { properties } of rules) {
    if (properties && meet(properties, changed)) for (const property of properties) related.add(property);
  }
  return related;
}

// `Set.prototype.isDisjointFrom` is younger than some browsers that the engine runs in.
function meet(some: Iterable<string>, others: ReadonlySet<string>): boolean {
  return [...some].some((one) => others.has(one));
}

// Any other keyword at the root may compare properties with each other.
const perProperty = new Set(["$schema", "$defs", "title", "description", "type", "properties", "required"]);

function isPerProperty(schema: JsonSchema): boolean {
  return Object.entries(schema).every(
    ([keyword, value]) => perProperty.has(keyword) || (keyword === "additionalProperties" && value === false),
  );
}
