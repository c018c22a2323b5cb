import type { CelEnv, CelFunc } from "@bufbuild/cel";
import { findClosest } from "../names/find-closest.ts";
import { quote } from "../text/sanitize-text.ts";
import type { Types } from "./schema-types.ts";
import { formatFunction, formatTypes } from "./type-names.ts";

/** The types that a call can return, or why the call cannot work. */
export type ResolvedCall = { readonly types?: Types } | { readonly message: string; readonly advice: string };

const macros = ["all", "exists", "exists_one", "filter", "map"];

/** Checks a call against the overloads of the library's functions. For a method, the first operand is its target. */
export function resolveCall(env: CelEnv, name: string, operands: readonly Types[], isMethod: boolean): ResolvedCall {
  const overloads = [...(env.funcs.find(name) ?? [])];
  if (overloads.length === 0) return explainUnknownFunction(env, name);
  const findFitting = (types: readonly Types[]) =>
    overloads.filter((overload) => {
      const expected = listOperandTypes(overload);
      const hasSameForm = (overload.target !== undefined) === isMethod && expected.length === types.length;
      return hasSameForm && expected.every((type, index) => type === "dyn" || types[index]?.has(type) !== false);
    });
  if (!expandNumberTypes(operands).every((types) => findFitting(types).length > 0)) {
    return explainOperands(name, overloads, operands);
  }
  const results = new Set(findFitting(operands).map(({ result }) => result.name));
  return results.has("dyn") ? {} : { types: results };
}

// Whether a JSON number is an int or a double depends on its value, so a call must work on each combination of the two.
function expandNumberTypes(operands: readonly Types[]): readonly (readonly Types[])[] {
  return operands.reduce<readonly (readonly Types[])[]>(
    (combinations, types) => {
      const choices =
        types?.has("int") && types.has("double")
          ? ["int", "double"].map((excluded) => types.difference(new Set([excluded])))
          : [types];
      return combinations.flatMap((combination) => choices.map((choice) => [...combination, choice]));
    },
    [[]],
  );
}

function listOperandTypes({ target, arguments: types }: CelFunc): readonly string[] {
  return [...(target ? [target] : []), ...types].map(({ name }) => name);
}

function explainUnknownFunction(env: CelEnv, name: string): ResolvedCall {
  if (name === "has") return { message: "has() takes a property.", advice: "Write has(self.property)." };
  if (macros.includes(name)) {
    const message = `${name}() takes a name for the item and an expression.`;
    return { message, advice: `Write list.${name}(item, expression).` };
  }
  const message = `CEL has no function ${quote(name)}.`;
  const names = [...env.funcs].map((group) => group.name).filter((funcName) => /^[a-z]\w*$/i.test(funcName));
  const suggestion = findClosest(name, [...new Set([...names, ...macros, "has"])]);
  const advice = suggestion
    ? `Did you mean ${suggestion}()?`
    : "Use functions from the CEL standard library: size, contains, startsWith, endsWith, matches, split, replace, int, double, string, timestamp and others, or registered.";
  return { message, advice };
}

const numbers = new Set(["int", "uint", "double"]);

function explainOperands(name: string, overloads: readonly CelFunc[], operands: readonly Types[]): ResolvedCall {
  const givenTypes = operands.map(formatTypes).join(" and ") || "nothing";
  const message = `${formatFunction(name)} does not work on ${givenTypes}.`;
  if (operands.length > 1 && operands.every((types) => types?.isSubsetOf(numbers))) {
    const advice =
      "Convert with double(x) or int(x), so that both have one type: a number is an integer if it is whole, and a double otherwise.";
    return { message, advice };
  }
  if (name === "_+_" && operands.some((types) => types?.has("string"))) {
    return { message, advice: "Convert the other operand to a string: string(x)." };
  }
  const allSignatures = overloads.map((overload) =>
    listOperandTypes(overload)
      .map((type) => formatTypes(new Set([type])))
      .join(" and "),
  );
  const signatures = [...new Set(allSignatures)].filter(Boolean).slice(0, 4);
  return { message, advice: signatures.length > 0 ? `It takes ${signatures.join("; ")}.` : "It takes no arguments." };
}
