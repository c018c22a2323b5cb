import { _, type CodeKeywordDefinition } from "ajv/dist/2020.js";
import type { SpendSteps } from "../meter.ts";
import { countingSteps, isLongerThan, isShorterThan } from "../text/characters.ts";

/**
 * `maxLength` and `minLength`. Ajv counts the characters of every string, however long; these count only if the number of
 * code units does not decide, and counting costs steps.
 */
export function lengthKeywords(
  spendSteps: SpendSteps,
): CodeKeywordDefinition & { readonly keyword: readonly string[] } {
  const metered = (test: typeof isLongerThan) => (text: string, limit: number) => {
    // Characters are counted only between these limits.
    if (text.length >= limit && text.length <= 2 * limit) spendSteps(countingSteps(text));
    return test(text, limit);
  };
  const [tooLong, tooShort] = [metered(isLongerThan), metered(isShorterThan)];
  return {
    keyword: ["maxLength", "minLength"],
    type: "string",
    schemaType: "number",
    // The same position as in Ajv: a string that is too long is not tried on a pattern.
    before: "pattern",
    error: { message: "", params: ({ schemaCode }) => _`{limit: ${schemaCode}}` },
    code(cxt) {
      const fails = cxt.gen.scopeValue("func", { ref: cxt.keyword === "maxLength" ? tooLong : tooShort });
      cxt.fail(_`${fails}(${cxt.data}, ${cxt.schemaCode})`);
    },
  };
}
