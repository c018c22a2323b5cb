import type { Json } from "@assay/contract";
import { toCanonicalJsonMetered } from "../json/canonical-json.ts";
import { isContainer, toJsonType } from "../json/json.ts";
import { parseScalarText } from "../json/parse-scalar-text.ts";
import { type Meter, spend } from "../meter.ts";
import { findClosest } from "../names/find-closest.ts";
import { findFoldedMatch } from "../names/folding.ts";
import { describeValue } from "./describe-value.ts";
import type { Finding } from "./finding.ts";

type ValueFinding = Pick<
  Finding<"field.value">,
  "code" | "message" | "params" | "groupKey" | "needs" | "didYouMean" | "fix"
>;

/** Creates the finding on a value that is not in a list of allowed values. `aliases` maps aliases to listed values. */
export function createValueFinding(
  value: Json,
  allowed: readonly Json[],
  meter: Meter,
  aliases: ReadonlyMap<string, string> = new Map(),
): ValueFinding {
  spend(meter, allowed.length / 8);
  const common = {
    code: "field.value",
    params: { ...describeValue(value), [allowed.length > 1 ? "allowed" : "only"]: allowed },
  } as const;
  // Different invalid values are different mistakes. Arrays and objects are grouped by type, as in the message.
  const groupKey = isContainer(value) ? toJsonType(value) : toCanonicalJsonMetered(value, meter).slice(0, 256);
  // If only one value is allowed, the author does not have to be asked which value is meant.
  const needs = allowed.length > 1 ? "ask" : undefined;
  if (typeof value !== "string") return { ...common, message: "default", groupKey, needs };
  const texts = allowed.filter((item) => typeof item === "string");
  const compared = [...texts, ...aliases.keys()];
  const characters = compared.reduce((sum, text) => sum + Math.min(text.length, 256), 0);
  spend(meter, compared.length * (2 + Math.min(value.length, 256) / 8) + characters / 8);
  const parsed = parseScalarText(value);
  const match = findFoldedMatch(value, texts) ?? allowed.find((item) => item === parsed);
  if (match !== undefined) return { ...common, message: "default", groupKey, fix: { kind: "replace", value: match } };
  const target = aliases.get(findFoldedMatch(value, [...aliases.keys()]) ?? value);
  if (target !== undefined && texts.includes(target)) {
    const params = { actual: value, target };
    return { ...common, message: "alias", params, groupKey, fix: { kind: "replace", value: target } };
  }
  const didYouMean = findClosest(value, texts, meter);
  return { ...common, message: "default", groupKey, needs, didYouMean };
}
