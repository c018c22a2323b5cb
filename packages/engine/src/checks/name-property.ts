import type { SpecPackage } from "@assay/contract";
import { wordsOf } from "../did-you-mean/part-of-name.ts";
import { membersOf } from "../schema/subschemas.ts";

const lastWords = new Set(["name", "title"]);
const firstWords = ["generator", "display"];

/**
 * The property in which a candidate names what it proposes: `generatorName`, `displayTitle`, `name`, or `sensorName` in the
 * domain `sensor`. A `hostName` of a sensor is the name of something else. Nothing if there are several.
 */
export function findNameProperty({ candidateSchema, domainId }: SpecPackage): string | undefined {
  const subjects = new Set([...firstWords, ...wordsOf(domainId)]);
  const names = Object.keys(membersOf(candidateSchema, "properties")).filter((property) => {
    const words = wordsOf(property);
    return lastWords.has(words.at(-1) ?? "") && words.slice(0, -1).every((word) => subjects.has(word));
  });
  return names.length === 1 ? names[0] : undefined;
}
