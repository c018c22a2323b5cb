import { _, type CodeKeywordDefinition } from "ajv/dist/2020.js";
import { isLongerThan, isShorterThan } from "../text/characters.ts";

/** `maxLength` and `minLength` as Ajv has them, save that Ajv counts the characters of every text, however long. */
export const lengthKeywords: CodeKeywordDefinition & { readonly keyword: readonly string[] } = {
  keyword: ["maxLength", "minLength"],
  type: "string",
  schemaType: "number",
  // Where Ajv has them: a text that is too long is not tried on a pattern.
  before: "pattern",
  error: { message: "", params: ({ schemaCode }) => _`{limit: ${schemaCode}}` },
  code(cxt) {
    const fails = cxt.gen.scopeValue("func", { ref: cxt.keyword === "maxLength" ? isLongerThan : isShorterThan });
    cxt.fail(_`${fails}(${cxt.data}, ${cxt.schemaCode})`);
  },
};
