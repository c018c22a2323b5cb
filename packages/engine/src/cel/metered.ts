import {
  type CelEnv,
  type CelInput,
  type CelResult,
  CelScalar,
  type CelValue,
  celEnv,
  celFunc,
  celMethod,
  isCelError,
  isCelList,
  isCelMap,
  listType,
  mapType,
  objectType,
  plan,
} from "@bufbuild/cel";
import { type Meter, overBudget, spend } from "../meter.ts";
import { compileRe2 } from "../schema/pattern.ts";
import { charactersIn } from "../text/characters.ts";
import { bodyOf, call, type Expression, partsOf } from "./expression.ts";
import { textConversions } from "./text-conversions.ts";
import { joiningSteps, joinLists, payForWhole } from "./values.ts";

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

const loopEntry = "@pay";

type Pay = (steps: number) => void;

export function createMeteredCel(options: Options = {}): MeteredCel {
  let meter: Meter = { left: 0 };
  const pay = (steps: number) => {
    if (meter.left < steps) {
      meter.left = 0;
      // The library hands on what is thrown as an error of the whole expression: no `||` can make it good.
      throw new Error("over budget");
    }
    meter.left -= steps;
  };
  const library = celEnv({ ...options, funcs: [...steady, ...(options.funcs ?? [])], re2: boundedPatterns(pay) });
  const env = {
    namespace: library.namespace,
    registry: library.registry,
    variables: library.variables,
    funcs: {
      [Symbol.iterator]: () => library.funcs[Symbol.iterator](),
      find(name: string) {
        if (name === loopEntry) return { name, call: payForLoop };
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

  return {
    env,
    compile(expression) {
      const once = priceOf(expression);
      payAtLoops(expression);
      const evaluate = plan(env, expression);
      return (bindings, of) => {
        meter = of;
        spend(of, once);
        const result = withoutStacks(evaluate, bindings);
        if (isCelError(result) && of.left === 0) throw overBudget;
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

/** What it takes to evaluate every node of an expression once; calls pay for what they do. */
function priceOf(expression: Expression): number {
  const own = nodePrices[expression.exprKind.case ?? ""] ?? 0;
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
const payForEach: PayForOperands = (first, second, pay) =>
  pay(
    (isComposite(first) ? perComposite : textSteps(first)) + (isComposite(second) ? perComposite : textSteps(second)),
  );

const payForComparison: PayForOperands = (first, second, pay) => {
  if (isComposite(first) && isComposite(second)) payForWhole(first, pay);
  else payForEach(first, second, pay);
};

const payForConversion: PayForOperands = (first, _, pay) => {
  if (typeof first === "string") pay(perConversion + textSteps(first));
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
  ["_==_", payForComparison],
  ["_!=_", payForComparison],
  ["matches", (_, __, pay) => pay(perMatch)],
  ["int", payForDigits],
  ["uint", payForDigits],
  ["double", payForConversion],
  ["bool", payForConversion],
  ["timestamp", payForConversion],
  ["duration", payForConversion],
] satisfies (readonly [string, PayForOperands])[]);

function isComposite(value: CelValue | undefined): value is CelValue & object {
  return typeof value === "object" && value !== null;
}

function payForSearch(value: CelValue, items: number, pay: Pay): void {
  if (!isComposite(value)) {
    pay(items * (perItem + textSteps(value)));
    return;
  }
  let once = perItem;
  payForWhole(value, (steps) => {
    once += steps;
    pay(steps);
  });
  pay(items * once);
}

function textSteps(value: CelInput | undefined): number {
  if (typeof value === "string") return value.length / 16;
  return value instanceof Uint8Array ? value.length / 8 : 0;
}

function boundedPatterns(pay: Pay) {
  const compiled = new Map<string, ReturnType<typeof compileRe2>>();
  return {
    compile(source: string) {
      const known = compiled.get(source) ?? compileRe2(source, pay);
      // Only literals are admitted, so there are never many; nobody but a test could bring more.
      if (compiled.size < mostPatterns) compiled.set(source, known);
      return known;
    },
  };
}

const mostPatterns = 64;

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

const { BOOL, DOUBLE, INT, STRING, UINT, DYN } = CelScalar;
const LIST = listType(DYN);
const MAP = mapType(DYN, DYN);
const TIMESTAMP = objectType("google.protobuf.Timestamp");

/** The functions that are not as the library has them, and why. */
const steady = [
  ...textConversions,
  // It nests lists, and then walks all levels for every item.
  celFunc("_+_", [LIST, LIST], LIST, (left, right) => joinLists(left, right)),
  // It does not find members that are null.
  ...[STRING, DOUBLE, INT, BOOL, UINT].map((key) =>
    celFunc("@in", [key, MAP], BOOL, (name, map) => map.get(name as string) !== undefined),
  ),
  // It makes a list of all characters to count them.
  celFunc("size", [STRING], INT, (text) => BigInt(charactersIn(text))),
  celMethod("size", STRING, [], INT, function () {
    return BigInt(charactersIn(this as string));
  }),
  // It reads the clock face of the machine's own time zone, which has hours that do not exist.
  ...Object.entries({
    getFullYear: (date: Date) => date.getUTCFullYear(),
    getMonth: (date: Date) => date.getUTCMonth(),
    getDate: (date: Date) => date.getUTCDate(),
    getDayOfMonth: (date: Date) => date.getUTCDate() - 1,
    getDayOfWeek: (date: Date) => date.getUTCDay(),
    getDayOfYear: (date: Date) =>
      Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / millisecondsPerDay),
    getHours: (date: Date) => date.getUTCHours(),
    getMinutes: (date: Date) => date.getUTCMinutes(),
    getSeconds: (date: Date) => date.getUTCSeconds(),
    getMilliseconds: (date: Date) => date.getUTCMilliseconds(),
  }).map(([name, read]) =>
    celMethod(name, TIMESTAMP, [], INT, function () {
      const { seconds, nanos } = (this as unknown as { message: { seconds: bigint; nanos: number } }).message;
      return BigInt(read(new Date(Number(seconds) * 1000 + Math.floor(nanos / 1e6))));
    }),
  ),
];

const millisecondsPerDay = 86_400_000;
