import {
  type CelEnv,
  type CelInput,
  type CelResult,
  type CelValue,
  celEnv,
  celError,
  celType,
  isCelList,
  isCelMap,
  plan,
} from "@bufbuild/cel";
import { type Meter, overBudget, spend } from "../meter.ts";
import { compileRe2, type Pattern } from "../schema/pattern.ts";
import { countingSteps } from "../text/characters.ts";
import { bodyOf, call, type Expression, partsOf, patternsIn } from "./expression.ts";
import { replacedFunctions } from "./replaced-functions.ts";
import { joiningSteps, perMessage, spendForValue } from "./values.ts";

/** Evaluates one expression; throws `overBudget`, and nothing else. */
type Evaluate = (bindings: Bindings, meter: Meter) => CelResult;

type Bindings = { readonly [name: string]: CelInput };

/** CEL as the library has it, save that all work is paid for before it is done, and that no answer depends on the machine. */
export interface MeteredCel {
  readonly env: CelEnv;
  /** Takes the expression over: it is changed on the way. */
  compile(expression: Expression): Evaluate;
}

type Options = Parameters<typeof celEnv>[0];

// Prices in the steps of the meter, where one takes some forty nanoseconds; a test holds them to the times they stand for.
const nodePrices: { readonly [kind: string]: number } = {
  constExpr: 0.5,
  // A name is looked for from the innermost loop outwards.
  identExpr: 4,
  // What is not there is an error, and to make one takes longest.
  selectExpr: 10,
  callExpr: 1,
  listExpr: 6,
  structExpr: 10,
  comprehensionExpr: 12,
};
// An operand that is an error, or not a bool, makes each of these operators create an error of its own.
const operatorPrices: { readonly [name: string]: number } = { "_&&_": 4, "_||_": 4, "_?_:_": 12 };
const perCall = 8;
const perOverload = 0.25;
// Each overload that is tried asks for the type of each operand, and that of a list or an object is made anew.
const perComposite = 10;
const perItem = 4;
const perJoin = 24;
// To set a pattern in motion takes longer than to run it over a short text.
const perMatch = 48;
// Most often what is converted is no number.
const perConversion = 80;
const perDurationCharacter = 12;
const longestDuration = 128;
const perError = 60;
// How much longer a loop over characters takes than what the platform does with them.
const perSearched = 6;

const loopEntry = "@pay";
const operandOfLogic = "@bool";

type Pay = (steps: number) => void;

export function createMeteredCel(options: Options = {}): MeteredCel {
  let meter: Meter = { left: 0 };
  let isOver = false;
  // The compiled patterns of the running expression.
  let patterns = new Map<string, Pattern>();
  const pay = (steps: number) => {
    if (meter.left < steps) {
      meter.left = 0;
      // The library turns what is thrown into an error, which `||` may absorb.
      isOver = true;
      throw new Error("over budget");
    }
    meter.left -= steps;
  };
  const library = celEnv({
    ...options,
    funcs: [...replacedFunctions, ...(options.funcs ?? [])],
    re2: { compile: (source) => patterns.get(source) ?? compileRe2(source, pay) },
  });
  const env = {
    namespace: library.namespace,
    registry: library.registry,
    variables: library.variables,
    funcs: {
      [Symbol.iterator]: () => library.funcs[Symbol.iterator](),
      find(name: string) {
        if (name === loopEntry) return { name, call: payForLoop };
        if (name === operandOfLogic) return { name, call: payForNonBool };
        const group = library.funcs.find(name);
        if (!group) return undefined;
        const overloads = perCall + perOverload * [...group].length;
        const payForOperands = operandPrices.get(name) ?? payForEach;
        return {
          name,
          [Symbol.iterator]: () => group[Symbol.iterator](),
          call(id: number, target: CelValue | undefined, args: CelValue[]) {
            pay(overloads);
            if (target === undefined) payForOperands(args[0], args[1], pay);
            else payForOperands(target, args[0], pay);
            return group.call(id, target, args);
          },
        };
      },
    },
  } as unknown as CelEnv;

  function payForLoop(_id: number, _target: undefined, [range, price]: [CelValue, bigint]): CelValue {
    const size = isCelList(range) || isCelMap(range) ? range.size : 0;
    pay(perCall + size * Number(price));
    return range;
  }

  function payForNonBool(id: number, _target: undefined, [value]: [CelValue]): CelResult {
    if (typeof value === "boolean") return value;
    pay(perError);
    return celError(`type mismatch: expected bool, got ${celType(value).name}`, id);
  }

  return {
    env,
    compile(expression) {
      payAtLogic(expression);
      const once = priceOf(expression);
      payAtLoops(expression);
      const evaluate = plan(env, expression);
      // Once, and not when a candidate is waiting. One that cannot be compiled is an error where it is used.
      const ownPatterns = new Map(patternsIn(expression).flatMap((source) => compiledOnce(source, pay)));
      return (bindings, of) => {
        meter = of;
        isOver = false;
        patterns = ownPatterns;
        spend(of, once);
        const result = withoutStacks(evaluate, bindings);
        if (isOver) throw overBudget;
        return result;
      };
    },
  };
}

// The range of every loop becomes the argument of a call that pays for the whole loop at its entry: operators such as
// `&&` and `?:` are no calls, so inside a loop nobody could count them.
function payAtLoops(expression: Expression): void {
  for (const part of partsOf(expression)) payAtLoops(part);
  const { exprKind } = expression;
  if (exprKind.case !== "comprehensionExpr" || !exprKind.value.iterRange) return;
  const body = bodyOf(exprKind.value).reduce((sum, part) => sum + priceOf(part), 0);
  exprKind.value.iterRange = call(loopEntry, exprKind.value.iterRange, integer(expression, Math.ceil(body)));
}

// An operand of `&&` and `||` that may be something else than a bool becomes the argument of a call that pays for the
// error: the library would create it for nothing.
function payAtLogic(expression: Expression): void {
  for (const part of partsOf(expression)) payAtLogic(part);
  const { exprKind } = expression;
  if (exprKind.case !== "callExpr" || !["_&&_", "_||_"].includes(exprKind.value.function)) return;
  exprKind.value.args = exprKind.value.args.map((operand) =>
    isBoolOrError(operand) ? operand : call(operandOfLogic, operand),
  );
}

const givesBool = new Set(
  "_==_ _!=_ _<_ _<=_ _>_ _>=_ !_ @in _&&_ _||_ @not_strictly_false contains endsWith startsWith matches".split(" "),
);

function isBoolOrError({ exprKind }: Expression): boolean {
  if (exprKind.case === "constExpr") return exprKind.value.constantKind.case === "boolValue";
  if (exprKind.case === "callExpr") return givesBool.has(exprKind.value.function);
  // The result so far of `all` and `exists`; `map` and `filter` never make it an operand.
  if (exprKind.case === "identExpr") return exprKind.value.name.startsWith("@");
  return exprKind.case === "selectExpr" && exprKind.value.testOnly;
}

/** What it takes to evaluate every node of an expression once; calls pay for what they do. */
function priceOf(expression: Expression): number {
  const { exprKind } = expression;
  const ofOperator = exprKind.case === "callExpr" ? operatorPrices[exprKind.value.function] : undefined;
  const own = ofOperator ?? nodePrices[exprKind.case ?? ""] ?? 0;
  return partsOf(expression).reduce((sum, part) => sum + priceOf(part), own);
}

function integer(at: Expression, value: number): Expression {
  const constantKind = { case: "int64Value", value: BigInt(value) } as const;
  return {
    ...at,
    exprKind: { case: "constExpr", value: { $typeName: "cel.expr.Constant", constantKind } },
  };
}

type PayForOperands = (first: CelValue | undefined, second: CelValue | undefined, pay: Pay) => void;

// What most functions do takes as long as their operands are; none that takes time has more than two.
const payForEach: PayForOperands = (first, second, pay) => pay(operandSteps(first) + operandSteps(second));

const payForOrder: PayForOperands = (first, second, pay) => {
  payForEach(first, second, pay);
  if (typeof first === "string") pay(textSteps(first) + textSteps(second));
};

const payForComparison: PayForOperands = (first, second, pay) => {
  if (isComposite(first) && isComposite(second)) spendForValue(first, pay);
  else payForEach(first, second, pay);
};

const payForConversion: PayForOperands = (first, _, pay) => {
  if (typeof first === "string") pay(perConversion + textSteps(first));
};

const payForDuration: PayForOperands = (first, second, pay) => {
  payForConversion(first, second, pay);
  // The library parses no more characters than that.
  if (typeof first === "string") pay(perDurationCharacter * Math.min(first.length, longestDuration));
};

// Digits of any number are read into an integer of any size before it is found to be too large.
const payForDigits: PayForOperands = (first, second, pay) => {
  payForConversion(first, second, pay);
  if (typeof first === "string") pay(first.length ** 2 / 2 ** 14);
};

const operandPrices: ReadonlyMap<string, PayForOperands> = new Map([
  [
    "_+_",
    (first, second, pay) => {
      if (isCelList(first) && isCelList(second)) pay(perJoin + perItem * joiningSteps(first, second));
      else payForEach(first, second, pay);
    },
  ],
  [
    "@in",
    (first, second, pay) => {
      if (isCelList(second)) payForSearch(first as CelValue, second.size, pay);
      else payForEach(first, second, pay);
    },
  ],
  ...["_<_", "_<=_", "_>_", "_>=_"].map((name) => [name, payForOrder] as const),
  ["_==_", payForComparison],
  ["_!=_", payForComparison],
  ["matches", (_, __, pay) => pay(perMatch)],
  ["int", payForDigits],
  ["uint", payForDigits],
  ["double", payForConversion],
  ["bool", payForConversion],
  ["timestamp", payForConversion],
  ["duration", payForDuration],
  ["contains", (first, second, pay) => pay(perSearched * (textSteps(first) + textSteps(second)))],
  [
    "size",
    (first, second, pay) => (typeof first === "string" ? pay(countingSteps(first)) : payForEach(first, second, pay)),
  ],
] satisfies (readonly [string, PayForOperands])[]);

function isComposite(value: CelValue | undefined): value is CelValue & object {
  return typeof value === "object" && value !== null;
}

function operandSteps(value: CelValue | undefined): number {
  if (!isComposite(value) || value instanceof Uint8Array) return textSteps(value);
  return isCelList(value) || isCelMap(value) ? perComposite : perMessage;
}

function payForSearch(value: CelValue, items: number, pay: Pay): void {
  if (!isComposite(value)) {
    pay(items * (perItem + textSteps(value)));
    return;
  }
  let once = perItem;
  spendForValue(value, (steps) => {
    once += steps;
    pay(steps);
  });
  pay(items * once);
}

function textSteps(value: CelInput | undefined): number {
  if (typeof value === "string") return value.length / 16;
  return value instanceof Uint8Array ? value.length / 8 : 0;
}

function compiledOnce(source: string, pay: Pay): readonly (readonly [string, Pattern])[] {
  try {
    return [[source, compileRe2(source, pay)]];
  } catch {
    return [];
  }
}

// An error is a value in CEL, one per item if need be, and its stack would take longer than all the rest.
function withoutStacks(evaluate: (bindings: Bindings) => CelResult, bindings: Bindings): CelResult {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return evaluate(bindings);
  } finally {
    Error.stackTraceLimit = limit;
  }
}
