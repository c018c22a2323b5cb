import type { SpecPackage } from "@assay/contract";
import type { FieldTest, FieldTypes } from "../checks/check.ts";
import { spend } from "../meter.ts";

// A type that accepts this says nothing about a string.
const anyWord = "word";

/** The declared types of a spec package, by name and by alias; `tests` has the test of each. */
export function fieldTypesOf(document: SpecPackage, tests: ReadonlyMap<string, FieldTest>): FieldTypes {
  const types = Object.entries(document.fieldTypes ?? {});
  return {
    aliases: new Map(types.flatMap(([name, { aliases = [] }]) => aliases.map((alias) => [alias, name] as const))),
    schemaOf: (name) => document.fieldTypes?.[name]?.schema,
    typesFor(value, meter) {
      spend(meter, tests.size);
      const isType = (test: FieldTest) => test(value, meter) && !(typeof value === "string" && test(anyWord, meter));
      return [...tests].flatMap(([name, test]) => (isType(test) ? [name] : []));
    },
    testOf: (name) => tests.get(name),
  };
}
