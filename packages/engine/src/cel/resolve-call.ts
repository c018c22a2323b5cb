import type { CelEnv, CelFunc } from "@bufbuild/cel";
import { closest } from "../names/closest.ts";
import { quoted } from "../text/outside-text.ts";
import type { Types } from "./schema-types.ts";
import { functionName, typeNames } from "./type-names.ts";

/** The types that a call gives, or why it cannot work. */
export type ResolvedCall = { readonly types?: Types } | { readonly message: string; readonly advice: string };

const macros = ["all", "exists", "exists_one", "filter", "map"];

/** Finds the overloads that fit a call, in the library's own table of functions; the operand of a method comes first. */
export function resolveCall(env: CelEnv, name: string, operands: readonly Types[], isMethod: boolean): ResolvedCall {
  const overloads = [...(env.funcs.find(name) ?? [])];
  if (overloads.length === 0) return unknownFunction(env, name);
  const fitting = (types: readonly Types[]) =>
    overloads.filter((overload) => {
      const wanted = operandTypes(overload);
      const hasShape = (overload.target !== undefined) === isMethod && wanted.length === types.length;
      return hasShape && wanted.every((type, index) => type === "dyn" || types[index]?.has(type) !== false);
    });
  if (!withOneNumberType(operands).every((types) => fitting(types).length > 0)) {
    return wrongOperands(name, overloads, operands);
  }
  const results = new Set(fitting(operands).map(({ result }) => result.name));
  return results.has("dyn") ? {} : { types: results };
}

// A JSON number is an int or a double by its value, so a call must work on both; other types are known from the schema.
function withOneNumberType(operands: readonly Types[]): readonly (readonly Types[])[] {
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

function operandTypes({ target, arguments: types }: CelFunc): readonly string[] {
  return [...(target ? [target] : []), ...types].map(({ name }) => name);
}

function unknownFunction(env: CelEnv, name: string): ResolvedCall {
  if (name === "has") return { message: "has() takes a property.", advice: "Write has(self.property)." };
  if (macros.includes(name)) {
    const message = `${name}() takes a name for the item and an expression.`;
    return { message, advice: `Write list.${name}(item, expression).` };
  }
  const message = `CEL has no function ${quoted(name)}.`;
  const names = [...env.funcs].map((known) => known.name).filter((known) => /^[a-z]\w*$/i.test(known));
  const near = closest(name, [...new Set([...names, ...macros, "has"])]);
  const advice = near
    ? `Did you mean ${near}()?`
    : "Use functions from the CEL standard library: size, contains, startsWith, endsWith, matches, split, replace, int, double, string, timestamp and others.";
  return { message, advice };
}

const numbers = new Set(["int", "uint", "double"]);

function wrongOperands(name: string, overloads: readonly CelFunc[], operands: readonly Types[]): ResolvedCall {
  const given = operands.map(typeNames).join(" and ") || "nothing";
  const message = `${functionName(name)} does not work on ${given}.`;
  if (operands.length > 1 && operands.every((types) => types?.isSubsetOf(numbers))) {
    const advice =
      "Convert with double(x) or int(x), so that both have one type: a number is an integer if it is whole, and a double otherwise.";
    return { message, advice };
  }
  if (name === "_+_" && operands.some((types) => types?.has("string"))) {
    return { message, advice: "Convert the other operand to a string: string(x)." };
  }
  const taken = overloads.map((overload) =>
    operandTypes(overload)
      .map((type) => typeNames(new Set([type])))
      .join(" and "),
  );
  const signatures = [...new Set(taken)].filter(Boolean).slice(0, 4);
  return { message, advice: signatures.length > 0 ? `It takes ${signatures.join("; ")}.` : "It takes no arguments." };
}
