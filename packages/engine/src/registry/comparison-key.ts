import { limits } from "@assay/contract";
import { kindOf, wrongArgument } from "../wrong-argument.ts";

const idAlphabet = /^[A-Za-z0-9._/@+:-]+$/;
const letterOrDigit = /[A-Za-z0-9]/;

declare const comparison: unique symbol;
declare const lookalike: unique symbol;

/** A string that `comparisonKey` made. An id itself is not one, so that the two cannot be confused. */
export type ComparisonKey = string & { readonly [comparison]: true };

/** A string that `lookalikeKey` made. */
export type LookalikeKey = string & { readonly [lookalike]: true };

/** Whether a string can be a generator id at all: only then it is compared with the registry. */
export function isGeneratorId(text: string): boolean {
  return text.length <= limits.schema.generatorIdLength && idAlphabet.test(text) && letterOrDigit.test(text);
}

/**
 * The form in which ids are compared (`ascii-lower-separators`).
 *
 * @example
 * comparisonKey("Person_Basic") === comparisonKey("person-basic");
 */
export function comparisonKey(id: string): ComparisonKey {
  return plainKey(id) as ComparisonKey;
}

/**
 * Equal for ids that people mistake for one another.
 *
 * @example
 * lookalikeKey("pers0n-basic") === lookalikeKey("person-basic");
 */
export function lookalikeKey(id: string): LookalikeKey {
  const key = plainKey(id).replace(/rn/g, "m").replace(/vv/g, "w").replace(/0/g, "o").replace(/[1i]/g, "l");
  return key as LookalikeKey;
}

/** Whether two ids have the same letters, so that only digits and separators tell them apart, as in versions. */
export function haveSameLetters(a: string, b: string): boolean {
  return lettersOf(a) === lettersOf(b);
}

function lettersOf(id: string): string {
  return id.replace(/[^A-Za-z]/g, "");
}

function plainKey(id: string): string {
  if (typeof id === "string") return id.replace(/[-_.]/g, "").replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  throw wrongArgument({ argument: "id", expected: "a string", found: kindOf(id), remedy: "Pass a generator id." });
}
