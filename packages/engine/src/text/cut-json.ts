import type { Json } from "@assay/contract";
import { outsideText } from "./outside-text.ts";

/** A value as JSON, cut like any text from outside; what is cut off is not written first. */
export function cutJson(value: Json, maxCodePoints: number): string {
  const enough = 2 * maxCodePoints + 2;
  let text = "";
  for (const part of partsOf(value, enough)) {
    text += part;
    if (text.length >= enough) break;
  }
  return outsideText(text, maxCodePoints);
}

function* partsOf(value: Json, enough: number): Generator<string> {
  if (typeof value === "string") yield JSON.stringify(value.slice(0, enough));
  else if (typeof value !== "object" || value === null) yield String(value);
  else if (Array.isArray(value)) {
    yield "[";
    for (const [index, item] of value.entries()) {
      if (index > 0) yield ",";
      yield* partsOf(item, enough);
    }
    yield "]";
  } else {
    yield "{";
    for (const [index, [name, inner]] of Object.entries<Json>(value).entries()) {
      yield `${index > 0 ? "," : ""}${JSON.stringify(name)}:`;
      yield* partsOf(inner, enough);
    }
    yield "}";
  }
}
