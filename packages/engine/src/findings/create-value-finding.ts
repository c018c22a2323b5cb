import type { Json } from "@assay/contract";
import { toCanonicalJsonMetered } from "../json/canonical-json.ts";
import { isContainer, toJsonType } from "../json/json.ts";
import { type Meter, spend } from "../meter.ts";
import { findClosest } from "../names/find-closest.ts";
import { type Aliases, findListed, indexTexts } from "../names/find-listed.ts";
import { listShapes } from "../names/near-spelling.ts";
import { describeValue } from "./describe-value.ts";
import type { Finding } from "./finding.ts";

type ValueFinding = Pick<Finding<"field.value">, "code" | "message" | "params" | "groupKey" | "didYouMean">;

/** Creates the finding on a value that is not in a list of allowed values. */
export function createValueFinding(
  value: Json,
  allowed: readonly Json[],
  meter: Meter,
  aliases: Aliases = new Map(),
): ValueFinding {
  spend(meter, allowed.length / 8);
  const common = {
    code: "field.value",
    message: "default",
    params: { ...describeValue(value), [allowed.length > 1 ? "allowed" : "only"]: allowed },
    // Different invalid values are different mistakes. Arrays and objects are grouped by type, as in the message.
    groupKey: isContainer(value) ? toJsonType(value) : toCanonicalJsonMetered(value, meter).slice(0, 256),
  } as const;
  if (typeof value !== "string") return common;
  const listed = findListed(value, allowed, aliases, meter)?.value;
  const { byShape } = indexTexts(allowed);
  const near = listShapes(value).flatMap((shape) => byShape.get(shape) ?? []);
  return { ...common, didYouMean: typeof listed === "string" ? listed : findClosest(value, near, meter) };
}
