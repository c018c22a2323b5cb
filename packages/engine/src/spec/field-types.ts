import type { SpecPackage } from "@assay/contract";
import type { FieldTest, FieldTypes } from "../checks/check.ts";
import { closest } from "../did-you-mean/closest.ts";
import { spend } from "../meter.ts";

// As in the SQL types varchar(36) and decimal(10, 2). Bounded, so that no string takes long.
const sizeOfType = / ?\( ?(?:\d{1,9}|max)(?: ?, ?\d{1,9})? ?\)$/i;

// A type that accepts this says nothing about a string.
const anyWord = "word";

/** The declared types of a spec package, by name and by alias; `tests` has the test of each. */
export function fieldTypesOf(document: SpecPackage, tests: ReadonlyMap<string, FieldTest>): FieldTypes {
  const types = Object.entries(document.fieldTypes ?? {});
  const names = new Map(
    types.flatMap(([name, { aliases = [] }]) => [name, ...aliases].map((alias) => [alias, name] as const)),
  );
  const known = [...names.keys()];
  return {
    nameFor(text, meter) {
      const bare = text.replace(sizeOfType, "");
      const exact = names.get(text) ?? names.get(bare);
      if (exact !== undefined) return exact;
      const near = closest(bare, known, meter);
      return near === undefined ? undefined : names.get(near);
    },
    schemaOf: (name) => document.fieldTypes?.[name]?.schema,
    typesFor(value, meter) {
      spend(meter, tests.size);
      const isType = (test: FieldTest) => test(value, meter) && !(typeof value === "string" && test(anyWord, meter));
      return [...tests].flatMap(([name, test]) => (isType(test) ? [name] : []));
    },
    holds: (name, value, meter) => tests.get(name)?.(value, meter) ?? false,
    testOf: (name) => tests.get(name),
  };
}
