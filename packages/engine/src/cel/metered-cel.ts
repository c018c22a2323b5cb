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
import { countMemberSteps, createMeter, type Meter, overBudget, type SpendSteps, spend } from "../meter.ts";
import { countMatchSteps } from "../schema/pattern.ts";
import { getRe2Program } from "../schema/re2-program.ts";
import { findCallCost } from "./call-costs.ts";
import { type Expression, listMatchPatterns } from "./expression.ts";
import { boolOperand, loopEntry, meterExpression } from "./meter-expression.ts";
import { replacedFunctions } from "./replaced-functions.ts";

/** Evaluates one expression. Throws only `overBudget`. */
type Evaluate = (bindings: Bindings, meter: Meter) => CelResult;

type Bindings = { readonly [name: string]: CelInput };

/** The CEL library with two changes: it spends steps before it does any work, and no result depends on the machine. */
export interface MeteredCel {
  readonly env: CelEnv;
  /** Compiles an expression, and changes it in place. */
  compile(expression: Expression): Evaluate;
}

type Options = Parameters<typeof celEnv>[0];

const stepsPerCall = 4;
const stepsPerOverload = 0.125;
const stepsPerError = 60;
const sortingFactor = 3;

interface MeteredPattern {
  test(text: string): boolean;
}

/** The state of the current evaluation. Evaluations never interleave, so all expressions share one state. */
interface Evaluation {
  meter: Meter;
  isOverBudget: boolean;
  /** The expression's compiled regular expressions, keyed by their source. */
  patterns: ReadonlyMap<string, MeteredPattern>;
}

/** Creates CEL with metered functions; `options` are passed to the library's environment. */
export function createMeteredCel(options: Options = {}): MeteredCel {
  const current: Evaluation = { meter: createMeter(0), isOverBudget: false, patterns: new Map() };
  const spendSteps: SpendSteps = (steps) => {
    const { meter } = current;
    if (meter.left < steps) {
      meter.left = 0;
      // The library turns exceptions into CEL errors, and `||` can absorb an error.
      current.isOverBudget = true;
      throw new Error("over budget");
    }
    meter.left -= steps;
  };
  const library = celEnv({
    ...options,
    funcs: [...replacedFunctions, ...(options.funcs ?? [])],
    re2: { compile: (source) => current.patterns.get(source) ?? compilePattern(source, spendSteps) },
  });
  const env = createMeteredEnv(library, spendSteps);
  function compile(expression: Expression): Evaluate {
    const cost = meterExpression(expression);
    const evaluate = plan(env, expression);
    // Patterns are compiled here, so that compiling them does not delay the validation of a candidate.
    const patterns = new Map<string, MeteredPattern>();
    for (const source of listMatchPatterns(expression)) {
      const pattern = tryCompilePattern(source, spendSteps);
      if (pattern) patterns.set(source, pattern);
    }
    return (bindings, meter) => {
      current.meter = meter;
      current.isOverBudget = false;
      current.patterns = patterns;
      spend(meter, cost);
      const result = evaluateWithoutStacks(evaluate, bindings);
      if (current.isOverBudget) throw overBudget;
      return result;
    };
  }
  return { env, compile };
}

// The library's environment, with functions that spend steps before they run.
function createMeteredEnv(library: CelEnv, spendSteps: SpendSteps): CelEnv {
  const spendForLoop = (_id: number, _target: undefined, [range, cost]: [CelValue, bigint]): CelValue => {
    const size = isCelList(range) || isCelMap(range) ? range.size : 0;
    // A loop over a map starts by sorting the keys.
    const sorting = isCelMap(range) ? sortingFactor * countMemberSteps(size) : 0;
    spendSteps(stepsPerCall + sorting + size * Number(cost));
    return range;
  };
  const spendForNonBool = (id: number, _target: undefined, [value]: [CelValue]): CelResult => {
    if (typeof value === "boolean") return value;
    spendSteps(stepsPerError);
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
        if (name === boolOperand) return { name, call: spendForNonBool };
        const group = library.funcs.find(name);
        if (!group) return undefined;
        const stepsPerDispatch = stepsPerCall + stepsPerOverload * [...group].length;
        const spendForCall = findCallCost(name);
        return {
          name,
          [Symbol.iterator]: () => group[Symbol.iterator](),
          call(id: number, target: CelValue | undefined, args: CelValue[]) {
            spendSteps(stepsPerDispatch);
            const [first, second, third] = target === undefined ? args : [target, ...args];
            spendForCall(spendSteps, first, second, third);
            return group.call(id, target, args);
          },
        };
      },
    },
  } as unknown as CelEnv;
}

function compilePattern(source: string, spendSteps: SpendSteps): MeteredPattern {
  const program = getRe2Program(source);
  return {
    test(text) {
      spendSteps(countMatchSteps(program, text));
      return program.test(text);
    },
  };
}

// A pattern that cannot be compiled is reported as an error when the expression uses it.
function tryCompilePattern(source: string, spendSteps: SpendSteps): MeteredPattern | undefined {
  try {
    return compilePattern(source, spendSteps);
  } catch {
    return undefined;
  }
}

// In CEL an error is a value, and a loop can create one per item: capturing every stack would take most of the time.
function evaluateWithoutStacks(evaluate: (bindings: Bindings) => CelResult, bindings: Bindings): CelResult {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return evaluate(bindings);
  } finally {
    Error.stackTraceLimit = limit;
  }
}
