import type { SpecPackage } from "@assay/contract";
import type { FieldTest, FieldTypes } from "../checks/check.ts";
import { closest } from "../did-you-mean/closest.ts";

/** The declared types of a spec package, by name and by alias; `tests` has the test of each. */
export function fieldTypesOf(document: SpecPackage, tests: ReadonlyMap<string, FieldTest>): FieldTypes {
  const types = Object.entries(document.fieldTypes ?? {});
  const names = new Map(
    types.flatMap(([name, { aliases = [] }]) => [name, ...aliases].map((alias) => [alias, name] as const)),
  );
  const known = [...names.keys()];
  return {
    nameFor(text, meter) {
      const exact = names.get(text);
      if (exact !== undefined) return exact;
      const near = closest(text, known, meter);
      return near === undefined ? undefined : names.get(near);
    },
    holds: (name, value, meter) => tests.get(name)?.(value, meter) ?? false,
    testOf: (name) => tests.get(name),
  };
}
