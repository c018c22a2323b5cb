import type { JsonObject } from "@assay/contract";
import { describeValue } from "../findings/describe-value.ts";
import type { AnyFinding } from "../findings/finding.ts";
import { isObject, member } from "../json/json.ts";
import { pathKey, valueAt } from "../json/pointer.ts";
import { memberSteps, spend } from "../meter.ts";
import { type Discriminator, discriminatorOf } from "../schema/discriminator.ts";
import { membersOf } from "../schema/subschemas.ts";
import { type ExplainInput, patternOf, schemasFor } from "./explain-input.ts";
import { originOf } from "./origin-of.ts";

const isPresence = new Set(["field.unknown", "field.missing"]);

/**
 * Joins the findings on an object whose tag is not that of its other properties, or has another name, into one. They are
 * its tag's only if exactly one branch has all of them and requires no others.
 */
export function fitBranches(findings: readonly AnyFinding[], input: ExplainInput): readonly AnyFinding[] {
  const open = findings.filter(({ code, outsideBranch, path }) => {
    return (outsideBranch !== undefined || isPresence.has(code)) && path[0] !== "owner" && path.length > 0;
  });
  const replaced = new Set<AnyFinding>();
  const replacements: AnyFinding[] = [];
  for (const here of Map.groupBy(open, ({ path }) => pathKey(path.slice(0, -1))).values()) {
    const around = (here[0] as AnyFinding).path.slice(0, -1);
    // A property too many does not make the tag wrong.
    const isOpen = here.some((finding) => finding.outsideBranch || finding.code === "field.missing");
    const joined = isOpen && joinedAt(around, here, input);
    if (!joined) continue;
    replacements.push(joined);
    for (const finding of here) replaced.add(finding);
  }
  return replaced.size === 0 ? findings : [...findings.filter((finding) => !replaced.has(finding)), ...replacements];
}

function joinedAt(around: readonly string[], here: readonly AnyFinding[], input: ExplainInput): AnyFinding | undefined {
  const { candidate, schema: root, meter } = input;
  const object = valueAt(candidate, around);
  // What was cut off may belong to another branch.
  if (!isObject(object) || input.whole?.wasCut(around)) return undefined;
  for (const { schema, path } of schemasFor(patternOf(around, input), input)) {
    const discriminator = isObject(schema) ? discriminatorOf(root, schema) : undefined;
    if (!isObject(schema) || !discriminator) continue;
    spend(meter, memberSteps(Object.keys(object).length) * discriminator.tags.length);
    const { name, tags } = discriminator;
    const rule = originOf([...path, "oneOf"], schema);
    const common = { severity: "error", rule } as const;
    const declared = membersOf(schema, "properties");
    const names = Object.keys(object).filter((each) => each !== name && !Object.hasOwn(declared, each));
    if (!Object.hasOwn(object, name)) {
      // A property with a near name is the tag, whatever its value.
      const near = here.some(({ code }) => code === "field.unknown") ? undefined : tagIn(object, names, discriminator);
      if (near === undefined) return undefined;
      const params = { name: near, expected: name };
      const misspelled = { code: "field.misspelled", message: "default", params, groupKey: name } as const;
      return { ...common, ...misspelled, path: [...around, near] };
    }
    const tag = member(object, name) ?? null;
    const fitting = fittingTags(object, names, discriminator);
    const [corrected] = fitting;
    const isKnown = here.some((finding) => finding.corrected !== undefined);
    if (corrected === undefined || fitting.length > 1 || corrected === tag || isKnown) return undefined;
    return {
      ...common,
      code: "field.value",
      message: "otherBranch",
      path: [...around, name],
      params: { ...describeValue(tag), allowed: tags, didYouMean: corrected },
      groupKey: JSON.stringify([describeValue(tag), corrected]),
      corrected,
      outsideBranch: discriminator.shared,
    };
  }
  return undefined;
}

// A property of no branch, with the value of a tag: no other property has one.
function tagIn(object: JsonObject, names: readonly string[], { tags, branches }: Discriminator): string | undefined {
  const [only, ...others] = names.filter((name) => {
    const value = member(object, name);
    return typeof value === "string" && tags.includes(value) && !branches.some(({ known }) => known.has(name));
  });
  return others.length === 0 ? only : undefined;
}

// At least one of the properties is of its branch alone.
function fittingTags(
  object: JsonObject,
  names: readonly string[],
  { name: tag, tags, branches, shared }: Discriminator,
): readonly string[] {
  if (names.every((name) => shared.includes(name))) return [];
  return tags.filter((_, index) => {
    const { known, required } = branches[index] ?? { known: new Set(), required: [] };
    return (
      names.every((name) => known.has(name)) && required.every((name) => name === tag || Object.hasOwn(object, name))
    );
  });
}
