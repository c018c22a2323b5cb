import { _, type CodeKeywordDefinition } from "ajv/dist/2020.js";
import { countingSteps, isLongerThan, isShorterThan } from "../text/characters.ts";

/**
 * `maxLength` and `minLength` as Ajv has them, save that Ajv counts the characters of every text, however long.
 * `pay` is told the steps of what is counted.
 */
export function lengthKeywords(
  pay: (steps: number) => void,
): CodeKeywordDefinition & { readonly keyword: readonly string[] } {
  const paid = (test: typeof isLongerThan) => (text: string, limit: number) => {
    // Only between these are characters counted.
    if (text.length >= limit && text.length <= 2 * limit) pay(countingSteps(text));
    return test(text, limit);
  };
  const [tooLong, tooShort] = [paid(isLongerThan), paid(isShorterThan)];
  return {
    keyword: ["maxLength", "minLength"],
    type: "string",
    schemaType: "number",
    // Where Ajv has them: a text that is too long is not tried on a pattern.
    before: "pattern",
    error: { message: "", params: ({ schemaCode }) => _`{limit: ${schemaCode}}` },
    code(cxt) {
      const fails = cxt.gen.scopeValue("func", { ref: cxt.keyword === "maxLength" ? tooLong : tooShort });
      cxt.fail(_`${fails}(${cxt.data}, ${cxt.schemaCode})`);
    },
  };
}
