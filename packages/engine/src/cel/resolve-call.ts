import type { CelEnv, CelFunc } from "@bufbuild/cel";
import { closest } from "../text/closest.ts";
import { quoted } from "../text/outside-text.ts";
import { spelled, wordsFor } from "./words.ts";

/** The types that a value can have; undefined: any. */
type Types = ReadonlySet<string> | undefined;

/** What a function is called with. */
interface Operands {
  readonly isMethod: boolean;
  readonly of: Types;
  readonly args: readonly Types[];
}

/** What a call gives, or why it cannot work. */
export type Called = { readonly types?: Types } | { readonly sentence: string; readonly advice: string };

/** The types of numbers: equal across types, but never added. */
export const numbers: ReadonlySet<string> = new Set(["int", "uint", "double"]);
const macros = ["all", "exists", "exists_one", "filter", "map"];

/** Finds the overloads of a function that fit, in the library's own table of functions. */
export function resolveCall(env: CelEnv, name: string, operands: Operands): Called {
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
  const results = new Set(fitting.map(({ result }) => result.name));
  return results.has("dyn") ? {} : { types: results };
}

function fits(types: Types, wanted: string): boolean {
  return types === undefined || wanted === "dyn" || types.has(wanted);
}

function unknownFunction(env: CelEnv, name: string): Called {
  if (name === "has") return { sentence: "has() asks for a member.", advice: "Write has(self.name)." };
  if (macros.includes(name)) {
    const sentence = `${name}() takes a name for the item, and an expression.`;
    return { sentence, advice: `Write self.list.${name}(x, ...).` };
  }
  const names = [...env.funcs].map((known) => known.name).filter((known) => /^[a-z]\w*$/i.test(known));
  const near = closest(name, [...new Set([...names, ...macros, "has"])]);
  const advice = near ? `Did you mean ${near}()?` : "Use the functions of the CEL standard library.";
  return { sentence: `There is no function ${quoted(name)}.`, advice };
}

function wrongOperands(name: string, overloads: readonly CelFunc[], operands: readonly Types[]): Called {
  const given = operands.map(wordsFor).join(" and ");
  const mixed = operands.length === 2 && operands.every((types) => types?.isSubsetOf(numbers));
  const joining = name === "_+_" && operands.some((types) => types?.has("string"));
  let advice = `It takes ${[...new Set(overloads.map(signature))].slice(0, 4).join("; ")}.`;
  if (mixed) advice = "Make both the same: double(x), int(x), or write 1.0.";
  if (joining) advice = "Make both texts: string(x).";
  return { sentence: `${spelled(name)} does not work on ${given || "nothing"}.`, advice };
}

function signature({ target, arguments: types }: CelFunc): string {
  return (
    [...(target ? [target] : []), ...types].map(({ name }) => wordsFor(new Set([name]))).join(" and ") || "nothing"
  );
}
