import type { Json } from "@assay/contract";
import { closest } from "../did-you-mean/closest.ts";
import { meteredCanonicalJson } from "../json/canonical-json.ts";
import { isContainer, jsonType } from "../json/json.ts";
import { type Meter, spend } from "../meter.ts";
import { lookalikesIn } from "../text/lookalikes.ts";
import { describeValue } from "./describe-value.ts";
import type { Finding } from "./finding.ts";

/** The finding for a value outside a closed list; `suggest` knows other names for the listed values. */
export function notAllowed(
  value: Json,
  allowed: readonly Json[],
  meter: Meter,
  suggest: (text: string) => string | undefined = () => undefined,
): Pick<Finding<"field.value">, "code" | "message" | "params" | "groupKey"> {
  spend(meter, allowed.length / 8);
  const texts = allowed.filter((item) => typeof item === "string");
  const didYouMean = typeof value === "string" ? nearest(value, texts, meter, suggest) : undefined;
  const lookalikes = didYouMean === undefined ? [] : lookalikesIn(String(value), didYouMean);
  const near = lookalikes.length > 0 ? "lookalike" : "near";
  const suggestion = didYouMean === undefined ? {} : { didYouMean };
  return {
    code: "field.value",
    message: didYouMean !== undefined ? near : allowed.length === 1 ? "only" : "default",
    params: { ...describeValue(value), allowed, ...suggestion, ...(lookalikes.length > 0 ? { lookalikes } : {}) },
    // Two different wrong values are two mistakes, wherever they are. Of an array or object only the type is said.
    groupKey: isContainer(value) ? jsonType(value) : meteredCanonicalJson(value, meter).slice(0, 256),
  };
}

function nearest(
  text: string,
  allowed: readonly string[],
  meter: Meter,
  suggest: (text: string) => string | undefined,
): string | undefined {
  const named = suggest(text);
  if (named !== undefined && allowed.includes(named)) return named;
  return closest(text, allowed, meter) ?? completion(text, allowed, meter);
}

/**
 * The only known value that a string is an abbreviation of: its first letters, at least three, cut off inside a word
 * (`prod` of `production`). A whole word may mean something else: `date` is not `date-time`, `duration` not `durationMs`.
 */
export function completion(text: string, known: readonly string[], meter: Meter): string | undefined {
  const start = text.trim().toLowerCase();
  if (!/^\p{L}{3,32}$/u.test(start) || /\p{Ll}\p{Lu}/u.test(text)) return undefined;
  spend(meter, known.length);
  const [only, ...others] = known.filter((value) => value.slice(0, start.length).toLowerCase() === start);
  const isInWord = only !== undefined && only.length > start.length && /^(?:\p{Ll}+|\p{Lu}+)$/u.test(only.slice(1));
  return others.length === 0 && isInWord ? only : undefined;
}
