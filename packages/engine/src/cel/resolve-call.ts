import type { CelEnv, CelFunc } from "@bufbuild/cel";
import { closest } from "../did-you-mean/closest.ts";
import { quoted } from "../text/outside-text.ts";
import { functionName, typeNames } from "./type-names.ts";

/** The types that a value can have; undefined: any. */
type Types = ReadonlySet<string> | undefined;

/** The operands of a call. */
interface Operands {
  readonly isMethod: boolean;
  readonly of: Types;
  readonly args: readonly Types[];
}

/** The types that a call gives, or why it cannot work: with advice, or with the type that both numbers should have. */
export type ResolvedCall =
  | { readonly types?: Types }
  | { readonly message: string; readonly advice: string }
  | { readonly message: string; readonly convertTo: "double" | "int" };

/** The types of numbers: values are compared across types, but never added. */
export const numbers: ReadonlySet<string> = new Set(["int", "uint", "double"]);
const macros = ["all", "exists", "exists_one", "filter", "map"];

/** Finds the overloads that fit a call, in the library's own table of functions. */
export function resolveCall(env: CelEnv, name: string, operands: Operands): ResolvedCall {
  const { isMethod, of, args } = operands;
  const overloads = [...(env.funcs.find(name) ?? [])];
  if (overloads.length === 0) return unknownFunction(env, name);
  const shaped = overloads.filter(
    ({ target, arguments: types }) => (target !== undefined) === isMethod && types.length === args.length,
  );
  const fitting = shaped.filter(
    ({ target, arguments: types }) =>
      (!target || fits(of, target.name)) && types.every((type, index) => fits(args[index], type.name)),
  );
  if (fitting.length === 0) {
    return wrongOperands(name, shaped.length > 0 ? shaped : overloads, isMethod ? [of, ...args] : args);
  }
  if (!acceptsAnyNumber(fitting, isMethod ? [of, ...args] : args)) return wrongNumbers(name, shaped);
  const results = new Set(fitting.map(({ result }) => result.name));
  return results.has("dyn") ? {} : { types: results };
}

function fits(types: Types, wanted: string): boolean {
  return types === undefined || wanted === "dyn" || types.has(wanted);
}

// A JSON number is an int or a double by its value, so a call must work on both; other types are known from the schema.
function acceptsAnyNumber(overloads: readonly CelFunc[], operands: readonly Types[]): boolean {
  const wanted = overloads.map(operandTypes);
  const isOpen = operands.map(
    (types, index) =>
      types?.has("int") && types.has("double") && wanted.every((each) => numbers.has(each[index] as string)),
  );
  const choices = isOpen.reduce<readonly (readonly string[])[]>(
    (some, open) => some.flatMap((each) => (open ? ["int", "double"] : [""]).map((type) => [...each, type])),
    [[]],
  );
  return choices.every((types) =>
    wanted.some((each) => types.every((type, index) => type === "" || type === each[index])),
  );
}

function wrongNumbers(name: string, overloads: readonly CelFunc[]): ResolvedCall {
  const takesDoubles = overloads.some((overload) => operandTypes(overload).includes("double"));
  const needed = takesDoubles ? "two numbers of the same type" : "integers";
  return {
    message: `${functionName(name)} needs ${needed}, but an operand here can be an integer or a double, depending on its value.`,
    convertTo: takesDoubles ? "double" : "int",
  };
}

function operandTypes({ target, arguments: types }: CelFunc): readonly string[] {
  return [...(target ? [target] : []), ...types].map(({ name }) => name);
}

// Functions of other languages, and the way of CEL.
const otherLanguages: { readonly [name: string]: string } = {
  trim: 'Let "normalize" in the spec package trim the string, or compare it with matches().',
  length: "Use size(x).",
  len: "Use size(x).",
  ...Object.fromEntries(["lower", "toLower", "toLowerCase"].map((name) => [name, "Use x.lowerAscii()."])),
  replaceAll: "Use x.replace('a', 'b'): it replaces every 'a'.",
  includes: "Use x.contains('...') for strings, and '...' in x for arrays.",
  sum: "Use a rule with the check sum-equals, which adds up numbers.",
  now: "Remove it: the same candidate must always get the same verdict, so a rule cannot read the clock.",
};

function unknownFunction(env: CelEnv, name: string): ResolvedCall {
  if (name === "has")
    return { message: "has() takes a property.", advice: "Pass one property, in the form has(self.property)." };
  if (macros.includes(name)) {
    const message = `${name}() takes a name for the item and an expression.`;
    return { message, advice: `Pass both, in the form list.${name}(item, expression).` };
  }
  const names = [...env.funcs].map((known) => known.name).filter((known) => /^[a-z]\w*$/i.test(known));
  const instead = Object.hasOwn(otherLanguages, name) ? otherLanguages[name] : undefined;
  if (instead !== undefined) return { message: `CEL has no function ${quoted(name)}.`, advice: instead };
  const near = closest(name, [...new Set([...names, ...macros, "has"])]);
  const advice = near
    ? `Did you mean ${near}()?`
    : "Use functions from the CEL standard library: size, contains, startsWith, endsWith, matches, split, replace, int, double, string, timestamp and others.";
  return { message: `Unknown function ${quoted(name)}.`, advice };
}

function wrongOperands(name: string, overloads: readonly CelFunc[], operands: readonly Types[]): ResolvedCall {
  const given = operands.map(typeNames).join(" and ");
  const mixed = operands.length === 2 && operands.every((types) => types?.isSubsetOf(numbers));
  const joining = name === "_+_" && operands.some((types) => types?.has("string"));
  const isString = (types: Types) => types?.size === 1 && types.has("string");
  const signatures = [...new Set(overloads.map(signature))].filter(Boolean);
  let advice = signatures.length > 0 ? `It takes ${signatures.slice(0, 4).join("; ")}.` : "It takes no arguments.";
  if (mixed)
    advice =
      "Convert one of them with double(x) or int(x), or write a constant with a decimal point: 1.0 instead of 1.";
  if (joining) {
    advice = operands.some(isString)
      ? "Convert the other operand to a string: string(x)."
      : "Convert both operands to strings: string(x).";
  }
  const message =
    given === "" ? `${functionName(name)} needs an argument.` : `${functionName(name)} does not work on ${given}.`;
  return { message, advice };
}

function signature(overload: CelFunc): string {
  return operandTypes(overload)
    .map((name) => typeNames(new Set([name])))
    .join(" and ");
}
