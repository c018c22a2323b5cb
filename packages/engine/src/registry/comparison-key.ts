import { limits } from "@assay/contract";

const idAlphabet = /^[A-Za-z0-9._/@+:-]+$/;
const foldable = /[-_.A-Z]/;
const letterOrDigit = /[A-Za-z0-9]/;

/** Whether a string can be a generator id. Other strings are not compared with the registry. */
export function isGeneratorId(text: string): boolean {
  return text.length <= limits.schema.generatorIdLength && idAlphabet.test(text) && letterOrDigit.test(text);
}

/**
 * Returns the key for comparing ids (`ascii-lower-separators`). Ids with equal keys count as the same id.
 *
 * @example
 * comparisonKey("Person_Basic") === comparisonKey("person-basic");
 */
export function comparisonKey(id: string): string {
  if (!foldable.test(id)) return id;
  return id.replace(/[-_.]/g, "").replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
