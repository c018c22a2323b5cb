import type { Json } from "@assay/contract";
import { _, type CodeKeywordDefinition } from "ajv/dist/2020.js";
import { canonicalJson } from "../json/canonical.ts";
import { memberSteps } from "../meter.ts";

type Keyword = CodeKeywordDefinition & { readonly keyword: string };
type Pay = (steps: number) => void;

/**
 * Keywords that look at everything in a list or an object, as Ajv has them, save that they are paid for by its size,
 * and that `uniqueItems` never holds each item against each other one, which Ajv does where it knows no type of them.
 */
export function countingKeywords(pay: Pay): readonly Keyword[] {
  const membersOf = (object: object) => {
    const { length } = Object.keys(object);
    pay(memberSteps(length));
    return length;
  };
  return [
    counting("maxProperties", "object", "number", (object: object, limit: number) => membersOf(object) > limit),
    counting("minProperties", "object", "number", (object: object, limit: number) => membersOf(object) < limit),
    counting("uniqueItems", "array", "boolean", (list: readonly Json[], unique: boolean) => {
      if (unique) pay(list.length);
      return unique && hasCopies(list);
    }),
  ];
}

function counting(
  keyword: string,
  type: "object" | "array",
  schemaType: "number" | "boolean",
  fails: (value: never, limit: never) => boolean,
): Keyword {
  return {
    keyword,
    type,
    schemaType,
    error: { message: "", params: ({ schemaCode }) => _`{limit: ${schemaCode}}` },
    code(cxt) {
      const test = cxt.gen.scopeValue("func", { ref: fails });
      cxt.fail(_`${test}(${cxt.data}, ${cxt.schemaCode})`);
    },
  };
}

function hasCopies(list: readonly Json[]): boolean {
  const scalars = new Set<Json>();
  const others = new Set<string>();
  for (const item of list) {
    if (typeof item === "object" && item !== null) others.add(canonicalJson(item));
    else scalars.add(item);
  }
  return scalars.size + others.size < list.length;
}
