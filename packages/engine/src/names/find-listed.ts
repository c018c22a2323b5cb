import type { Json } from "@assay/contract";
import { parseScalarText } from "../json/parse-scalar-text.ts";
import { type Meter, spend } from "../meter.ts";
import { findFoldedMatch } from "./folding.ts";

/** Other names for allowed values, each with the value. */
export type Aliases = ReadonlyMap<string, string>;

/** Another way to write the same value. */
export interface Spelling {
  readonly value: Json;
  /** Whether a declared alias leads to it. */
  readonly isAlias?: boolean;
}

/** Finds the only listed value that a string is another spelling of or, as an alias, another name for. */
export function findListed(
  text: string,
  values: readonly Json[],
  aliases: Aliases,
  meter: Meter,
): Spelling | undefined {
  const texts = values.filter((value) => typeof value === "string");
  const compared = [...texts, ...aliases.keys()];
  const characters = compared.reduce((sum, each) => sum + Math.min(each.length, 256), 0);
  spend(meter, compared.length * (2 + Math.min(text.length, 256) / 8) + characters / 8);
  const parsed = parseScalarText(text);
  const same = findFoldedMatch(text, texts) ?? values.find((value) => value === parsed);
  if (same !== undefined) return { value: same };
  const target = aliases.get(findFoldedMatch(text, [...aliases.keys()]) ?? text);
  return target !== undefined && texts.includes(target) ? { value: target, isAlias: true } : undefined;
}
