import type { JsonObject } from "@assay/contract";
import { _, type CodeKeywordDefinition } from "ajv/dist/2020.js";

/**
 * `dependentRequired` with a loop over the names. Ajv writes each of them out together with all of its neighbours: a
 * hundred megabytes of code for thirty kilobytes of names.
 */
export const dependentRequiredKeyword: CodeKeywordDefinition & { readonly keyword: string } = {
  keyword: "dependentRequired",
  type: "object",
  schemaType: "object",
  // The same position as in Ajv.
  before: "dependentSchemas",
  error: {
    message: "",
    params: ({ params: { found } }) => _`{property: ${found}.property, missingProperty: ${found}.missingProperty}`,
  },
  code(cxt) {
    const { gen, data, schema, it } = cxt;
    const find = gen.scopeValue("func", { ref: missingDependents });
    const dependents = gen.scopeValue("obj", { ref: Object.entries(schema) });
    const missing = gen.const("missing", _`${find}(${data}, ${dependents})`);
    if (it.allErrors) {
      gen.forOf("found", missing, (found) => {
        cxt.setParams({ found });
        cxt.error();
      });
    } else {
      cxt.setParams({ found: _`${missing}[0]` });
      cxt.fail(_`${missing}.length > 0`);
    }
  },
};

function missingDependents(object: JsonObject, dependents: readonly [property: string, names: readonly string[]][]) {
  return dependents.flatMap(([property, names]) =>
    Object.hasOwn(object, property)
      ? names.filter((name) => !Object.hasOwn(object, name)).map((missingProperty) => ({ property, missingProperty }))
      : [],
  );
}
