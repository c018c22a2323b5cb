import type { CelEnv, CelFunc } from "@bufbuild/cel";
import { closest } from "../names/closest.ts";
import { quote } from "../text/sanitize-text.ts";
import type { Types } from "./schema-types.ts";
import { formatFunction, formatTypes } from "./type-names.ts";

/** The types that a call gives, or why it cannot work. */
export type ResolvedCall = { readonly types?: Types } | { readonly message: string; readonly advice: string };

const macros = ["all", "exists", "exists_one", "filter", "map"];

/** Finds the overloads that fit a call, in the library's own table of functions; the operand of a method comes first. */
export function resolveCall(env: CelEnv, name: string, operands: readonly Types[], isMethod: boolean): ResolvedCall {
  const overloads = [...(env.funcs.find(name) ?? [])];
  if (overloads.length === 0) return explainUnknown(env, name);
  const findFitting = (types: readonly Types[]) =>
    overloads.filter((overload) => {
      const wanted = listOperandTypes(overload);
      const hasShape = (overload.target !== undefined) === isMethod && wanted.length === types.length;
      return hasShape && wanted.every((type, index) => type === "dyn" || types[index]?.has(type) !== false);
    });
  if (!splitNumberTypes(operands).every((types) => findFitting(types).length > 0)) {
    return explainOperands(name, overloads, operands);
  }
  const results = new Set(findFitting(operands).map(({ result }) => result.name));
  return results.has("dyn") ? {} : { types: results };
}

// A JSON number is an int or a double by its value, so a call must work on both; other types are known from the schema.
function splitNumberTypes(operands: readonly Types[]): readonly (readonly Types[])[] {
  return operands.reduce<readonly (readonly Types[])[]>(
    (before, types) => {
      const each =
        types?.has("int") && types.has("double")
          ? ["int", "double"].map((other) => types.difference(new Set([other])))
          : [types];
      return before.flatMap((some) => each.map((one) => [...some, one]));
    },
    [[]],
  );
}

function listOperandTypes({ target, arguments: types }: CelFunc): readonly string[] {
  return [...(target ? [target] : []), ...types].map(({ name }) => name);
}

function explainUnknown(env: CelEnv, name: string): ResolvedCall {
  if (name === "has") return { message: "has() takes a property.", advice: "Write has(self.property)." };
  if (macros.includes(name)) {
    const message = `${name}() takes a name for the item and an expression.`;
    return { message, advice: `Write list.${name}(item, expression).` };
  }
  const message = `CEL has no function ${quote(name)}.`;
  const names = [...env.funcs].map((known) => known.name).filter((known) => /^[a-z]\w*$/i.test(known));
  const near = closest(name, [...new Set([...names, ...macros, "has"])]);
  const advice = near
    ? `Did you mean ${near}()?`
    : "Use functions from the CEL standard library: size, contains, startsWith, endsWith, matches, split, replace, int, double, string, timestamp and others.";
  return { message, advice };
}

const numbers = new Set(["int", "uint", "double"]);

function explainOperands(name: string, overloads: readonly CelFunc[], operands: readonly Types[]): ResolvedCall {
  const given = operands.map(formatTypes).join(" and ") || "nothing";
  const message = `${formatFunction(name)} does not work on ${given}.`;
  if (operands.length > 1 && operands.every((types) => types?.isSubsetOf(numbers))) {
    const advice =
      "Convert with double(x) or int(x), so that both have one type: a number is an integer if it is whole, and a double otherwise.";
    return { message, advice };
  }
  if (name === "_+_" && operands.some((types) => types?.has("string"))) {
    return { message, advice: "Convert the other operand to a string: string(x)." };
  }
  const taken = overloads.map((overload) =>
    listOperandTypes(overload)
      .map((type) => formatTypes(new Set([type])))
      .join(" and "),
  );
  const signatures = [...new Set(taken)].filter(Boolean).slice(0, 4);
  return { message, advice: signatures.length > 0 ? `It takes ${signatures.join("; ")}.` : "It takes no arguments." };
}
