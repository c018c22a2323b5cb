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
  const unfit = unfitNumbers(fitting, isMethod ? [of, ...args] : args);
  if (unfit) return wrongNumbers(name, shaped, unfit);
  const results = new Set(fitting.map(({ result }) => result.name));
  return results.has("dyn") ? {} : { types: results };
}

function fits(types: Types, wanted: string): boolean {
  return types === undefined || wanted === "dyn" || types.has(wanted);
}

// A JSON number is an int or a double by its value, so a call must work on both; other types are known from the schema.
function unfitNumbers(overloads: readonly CelFunc[], operands: readonly Types[]): readonly Types[] | undefined {
  const wanted = overloads.map(operandTypes);
  const isOpen = operands.map(
    (types, index) =>
      types?.has("int") && types.has("double") && wanted.every((each) => numbers.has(each[index] as string)),
  );
  const choices = isOpen.reduce<readonly (readonly string[])[]>(
    (some, open) => some.flatMap((each) => (open ? ["int", "double"] : [""]).map((type) => [...each, type])),
    [[]],
  );
  const unfit = choices.find(
    (types) => !wanted.some((each) => types.every((type, index) => type === "" || type === each[index])),
  );
  return unfit?.map((type, index) => (type === "" ? operands[index] : new Set([type])));
}

function wrongNumbers(name: string, overloads: readonly CelFunc[], unfit: readonly Types[]): ResolvedCall {
  const takesDoubles = overloads.some((overload) => operandTypes(overload).includes("double"));
  return {
    message: `A number is an integer or a double, depending on its value, and ${functionName(name)} does not work on ${unfit.map(typeNames).join(" and ")}.`,
    convertTo: takesDoubles ? "double" : "int",
  };
}

function operandTypes({ target, arguments: types }: CelFunc): readonly string[] {
  return [...(target ? [target] : []), ...types].map(({ name }) => name);
}

function unknownFunction(env: CelEnv, name: string): ResolvedCall {
  if (name === "has") return { message: "has() takes a property.", advice: "Write has(self.name)." };
  if (macros.includes(name)) {
    const message = `${name}() takes a name for the item and an expression.`;
    return { message, advice: `Write self.list.${name}(x, ...).` };
  }
  const names = [...env.funcs].map((known) => known.name).filter((known) => /^[a-z]\w*$/i.test(known));
  const near = closest(name, [...new Set([...names, ...macros, "has"])]);
  const advice = near ? `Did you mean ${near}()?` : "Use the functions of the CEL standard library.";
  return { message: `Unknown function ${quoted(name)}.`, advice };
}

function wrongOperands(name: string, overloads: readonly CelFunc[], operands: readonly Types[]): ResolvedCall {
  const given = operands.map(typeNames).join(" and ");
  const mixed = operands.length === 2 && operands.every((types) => types?.isSubsetOf(numbers));
  const joining = name === "_+_" && operands.some((types) => types?.has("string"));
  let advice = `It takes ${[...new Set(overloads.map(signature))].slice(0, 4).join("; ")}.`;
  if (mixed) advice = "Convert one of them: double(x), int(x), or write 1.0.";
  if (joining) advice = "Convert both to strings: string(x).";
  return { message: `${functionName(name)} does not work on ${given || "nothing"}.`, advice };
}

function signature(overload: CelFunc): string {
  return (
    operandTypes(overload)
      .map((name) => typeNames(new Set([name])))
      .join(" and ") || "nothing"
  );
}
