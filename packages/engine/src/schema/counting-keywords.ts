import type { Json } from "@assay/contract";
import { _, type CodeKeywordDefinition } from "ajv/dist/2020.js";
import { Type } from "ajv/dist/compile/util.js";
import { pricedCanonicalJson } from "../json/canonical-json.ts";
import { isContainer, memberCount } from "../json/json.ts";
import { memberSteps, type SpendSteps } from "../meter.ts";

type Keyword = CodeKeywordDefinition & { readonly keyword: string };

/**
 * Keywords that read a whole array or object. They differ from Ajv's: each costs steps by the size of its value,
 * `uniqueItems` never compares every item with every other one (Ajv does if it knows no type of them), and `contains`
 * tells how many items it has found.
 */
export function countingKeywords(spendSteps: SpendSteps): readonly Keyword[] {
  const membersOf = (object: object) => {
    const length = memberCount(object);
    spendSteps(memberSteps(length));
    return length;
  };
  return [
    counting("maxProperties", "object", "number", (object: object, limit: number) => membersOf(object) > limit),
    counting("minProperties", "object", "number", (object: object, limit: number) => membersOf(object) < limit),
    counting("uniqueItems", "array", "boolean", (list: readonly Json[], unique: boolean) => {
      if (unique) spendSteps(list.length);
      return unique && hasCopies(list, spendSteps);
    }),
    contains,
  ];
}

// The schema that items are held against takes the steps for each of them.
const contains: Keyword = {
  keyword: "contains",
  type: "array",
  schemaType: ["object", "boolean"],
  before: "uniqueItems",
  trackErrors: true,
  error: {
    message: "",
    params: ({ params: { count, min, max } }) =>
      max === undefined
        ? _`{count: ${count}, minContains: ${min}}`
        : _`{count: ${count}, minContains: ${min}, maxContains: ${max}}`,
  },
  code(cxt) {
    const { gen, data, parentSchema } = cxt;
    const { minContains: min = 1, maxContains: max } = parentSchema;
    const count = gen.let("count", 0);
    const fits = gen.name("fits");
    gen.forRange("i", 0, _`${data}.length`, (item) => {
      cxt.subschema({ keyword: "contains", dataProp: item, dataPropType: Type.Num, compositeRule: true }, fits);
      gen.if(fits, () => gen.code(_`${count}++`));
      // With enough of them and no upper limit, the remaining items do not matter.
      if (max === undefined) gen.if(_`${count} >= ${min}`, () => gen.break());
    });
    cxt.setParams({ count, min, max });
    const enough = max === undefined ? _`${count} >= ${min}` : _`${count} >= ${min} && ${count} <= ${max}`;
    cxt.result(
      enough,
      () => cxt.reset(),
      () => {
        cxt.reset();
        cxt.error();
      },
    );
  },
};

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

function hasCopies(list: readonly Json[], spendSteps: SpendSteps): boolean {
  const scalars = list.filter((item) => !isContainer(item));
  if (new Set(scalars).size < scalars.length) return true;
  const containers = list.filter(isContainer);
  // The profile allows no arrays or objects here, so there are some only by mistake, and mostly one.
  if (containers.length < 2) return false;
  const forms = containers.map((item) => {
    const { text, steps } = pricedCanonicalJson(item);
    spendSteps(steps);
    return text;
  });
  return new Set(forms).size < forms.length;
}
