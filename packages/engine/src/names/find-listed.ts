import type { Json } from "@assay/contract";
import { parseScalarText } from "../json/parse-scalar-text.ts";
import { type Meter, spend } from "../meter.ts";
import { findFoldedMatch, foldWord } from "./folding.ts";
import { listShapes } from "./near-spelling.ts";

/** Other names for allowed values, each with the value. */
export type Aliases = ReadonlyMap<string, string>;

/** Another way to write the same value. */
export interface Spelling {
  readonly value: Json;
  /** Whether a declared alias leads to it. */
  readonly isAlias?: boolean;
}

const indexes = new WeakMap<readonly Json[], ReturnType<typeof createIndex>>();

/** Indexes the texts of a list when it is first searched. The steps of a search do not depend on whether it is the first. */
export function indexTexts(values: readonly Json[]): ReturnType<typeof createIndex> {
  const index = indexes.get(values) ?? createIndex(values);
  indexes.set(values, index);
  return index;
}

function createIndex(values: readonly Json[]) {
  const texts = values.filter((value) => typeof value === "string");
  return { texts, byWord: Map.groupBy(texts, foldWord), byShape: Map.groupBy(texts, (text) => listShapes(text)[0]) };
}

/** Finds the only listed value that a string is another spelling of or, as an alias, another name for. */
export function findListed(
  text: string,
  values: readonly Json[],
  aliases: Aliases,
  meter: Meter,
): Spelling | undefined {
  const { texts, byWord } = indexTexts(values);
  const near = byWord.get(foldWord(text.trim())) ?? [];
  const compared = [...near, ...aliases.keys()];
  const characters = compared.reduce((sum, each) => sum + Math.min(each.length, 256), 0);
  const length = Math.min(text.length, 256);
  spend(meter, 16 + length / 2 + compared.length * (2 + length / 8) + (characters + values.length) / 8);
  const parsed = parseScalarText(text);
  const same = findFoldedMatch(text, texts, near) ?? values.find((value) => value === parsed);
  if (same !== undefined) return { value: same };
  const target = aliases.get(findFoldedMatch(text, [...aliases.keys()]) ?? text);
  return target !== undefined && texts.includes(target) ? { value: target, isAlias: true } : undefined;
}
