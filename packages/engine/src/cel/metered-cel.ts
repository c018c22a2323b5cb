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
import { countMemberSteps, type Meter, overBudget, type SpendSteps, spend } from "../meter.ts";
import { compileRe2, type Pattern } from "../schema/pattern.ts";
import { type Expression, listMatchPatterns } from "./expression.ts";
import { loopEntry, meterExpression, operandOfLogic } from "./meter-expression.ts";
import { operandCosts, spendForEach } from "./operand-costs.ts";
import { replacedFunctions } from "./replaced-functions.ts";

/** Evaluates one expression; throws `overBudget`, and nothing else. */
type Evaluate = (bindings: Bindings, meter: Meter) => CelResult;

type Bindings = { readonly [name: string]: CelInput };

/** CEL as in the library, except that all work takes steps before it is done, and that no answer depends on the machine. */
export interface MeteredCel {
  readonly env: CelEnv;
  /** Takes over the expression and changes it. */
  compile(expression: Expression): Evaluate;
}

type Options = Parameters<typeof celEnv>[0];

const perCall = 8;
const perOverload = 0.25;
const perError = 60;
const stepsToSort = 3;

/** The evaluation that is running: evaluations never interleave. */
interface Running {
  meter: Meter;
  isOver: boolean;
  /** The compiled regular expressions of its expression. */
  patterns: ReadonlyMap<string, Pattern>;
}

export function createMeteredCel(options: Options = {}): MeteredCel {
  const running: Running = { meter: { left: 0 }, isOver: false, patterns: new Map() };
  const spendSteps: SpendSteps = (steps) => {
    const { meter } = running;
    if (meter.left < steps) {
      meter.left = 0;
      // The library turns exceptions into errors, and `||` may absorb an error.
      running.isOver = true;
      throw new Error("over budget");
    }
    meter.left -= steps;
  };
  const library = celEnv({
    ...options,
    funcs: [...replacedFunctions, ...(options.funcs ?? [])],
    re2: { compile: (source) => running.patterns.get(source) ?? compileRe2(source, spendSteps) },
  });
  const env = createMeteredEnv(library, spendSteps);
  function compile(expression: Expression): Evaluate {
    const cost = meterExpression(expression);
    const evaluate = plan(env, expression);
    // Compiled now, and not while a candidate is waiting.
    const patterns = new Map<string, Pattern>();
    for (const source of listMatchPatterns(expression)) {
      const pattern = tryCompileRe2(source, spendSteps);
      if (pattern) patterns.set(source, pattern);
    }
    return (bindings, meter) => {
      running.meter = meter;
      running.isOver = false;
      running.patterns = patterns;
      spend(meter, cost);
      const result = runWithoutStacks(evaluate, bindings);
      if (running.isOver) throw overBudget;
      return result;
    };
  }
  return { env, compile };
}

// The environment of the library, with functions that take steps before they run.
function createMeteredEnv(library: CelEnv, spendSteps: SpendSteps): CelEnv {
  const spendForLoop = (_id: number, _target: undefined, [range, cost]: [CelValue, bigint]): CelValue => {
    const size = isCelList(range) || isCelMap(range) ? range.size : 0;
    // The keys of a map are sorted first.
    const sorting = isCelMap(range) ? stepsToSort * countMemberSteps(size) : 0;
    spendSteps(perCall + sorting + size * Number(cost));
    return range;
  };
  const spendForNonBool = (id: number, _target: undefined, [value]: [CelValue]): CelResult => {
    if (typeof value === "boolean") return value;
    spendSteps(perError);
    return celError(`type mismatch: expected bool, got ${celType(value).name}`, id);
  };
  return {
    namespace: library.namespace,
    registry: library.registry,
    variables: library.variables,
    funcs: {
      [Symbol.iterator]: () => library.funcs[Symbol.iterator](),
      find(name: string) {
        if (name === loopEntry) return { name, call: spendForLoop };
        if (name === operandOfLogic) return { name, call: spendForNonBool };
        const group = library.funcs.find(name);
        if (!group) return undefined;
        const overloads = perCall + perOverload * [...group].length;
        const spendForOperands = operandCosts.get(name) ?? spendForEach;
        return {
          name,
          [Symbol.iterator]: () => group[Symbol.iterator](),
          call(id: number, target: CelValue | undefined, args: CelValue[]) {
            spendSteps(overloads);
            const [first, second, third] = target === undefined ? args : [target, ...args];
            spendForOperands(first, second, spendSteps, third);
            return group.call(id, target, args);
          },
        };
      },
    },
  } as unknown as CelEnv;
}

// A pattern that cannot be compiled is an error where it is used.
function tryCompileRe2(source: string, spendSteps: SpendSteps): Pattern | undefined {
  try {
    return compileRe2(source, spendSteps);
  } catch {
    return undefined;
  }
}

// An error is a value in CEL, possibly one per item, and capturing its stack would take longer than everything else.
function runWithoutStacks(evaluate: (bindings: Bindings) => CelResult, bindings: Bindings): CelResult {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return evaluate(bindings);
  } finally {
    Error.stackTraceLimit = limit;
  }
}
