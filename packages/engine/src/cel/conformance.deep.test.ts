import assert from "node:assert/strict";
import { test } from "node:test";
import { printFigure } from "@assay/testing/print-figure";
import {
  type CelInput,
  type CelResult,
  type CelValue,
  celEnv,
  celError,
  celList,
  celMap,
  celType,
  celUint,
  isCelError,
  parse,
  plan,
} from "@bufbuild/cel";
import { getTestRegistry } from "@bufbuild/cel-spec/testdata/registry.js";
import {
  getConformanceSuite,
  type IncrementalTest,
  type IncrementalTestSuite,
} from "@bufbuild/cel-spec/testdata/tests.js";
import { anyUnpack } from "@bufbuild/protobuf/wkt";
import { createMeter } from "../meter.ts";
import { createMeteredCel } from "./metered-cel.ts";

type Test = IncrementalTest["original"];
type Bindings = { readonly [name: string]: CelInput };
type Run = (test: Test, bindings: Bindings) => CelResult;

const registry = getTestRegistry();

// CEL excludes the year 0, but RFC 3339 allows it, and a rule must not fail on a time that a schema accepts.
const deliberateFailures = ["from_string_under"];

test("passes every case of CEL's conformance suite that the library passes without a meter, except for year 0", () => {
  const runBare: Run = ({ expr, container }, bindings) => {
    const env = celEnv({ namespace: container, registry });
    return plan(env, parse(expr))(bindings);
  };
  const runMetered: Run = ({ expr, container }, bindings) =>
    createMeteredCel({ namespace: container, registry }).compile(parse(expr).expr)(bindings, createMeter(1e6));

  const tests = [...walkTests(getConformanceSuite())];
  const passedBare = new Set(tests.filter(({ original }) => passes(original, runBare)));
  const passedMetered = new Set(tests.filter(({ original }) => passes(original, runMetered)));
  const regressions = [...passedBare.difference(passedMetered)];
  printFigure("CEL conformance: cases passed by the bare library", `${passedBare.size} of ${tests.length}`, "-");
  printFigure(
    "CEL conformance: cases that pass with the meter on",
    `${passedMetered.size} of ${tests.length}`,
    passedBare.size - deliberateFailures.length,
  );
  printFigure("CEL conformance: cases lost to the meter", regressions.length, deliberateFailures.length);
  assert.deepEqual(
    regressions.map(({ name }) => name),
    deliberateFailures,
  );
  assert.ok(passedBare.size > 1_000);
});

function* walkTests({ tests, suites }: IncrementalTestSuite): Generator<IncrementalTest> {
  yield* tests;
  for (const suite of suites) yield* walkTests(suite);
}

function passes(original: Test, run: Run): boolean {
  const actual = attempt(() => {
    const bindings = Object.entries(original.bindings).map(([name, { kind }]) => {
      if (kind.case !== "value") throw new Error("Bindings that are unknown values or errors are not supported.");
      return [name, toCelInput(kind.value)] as const;
    });
    return run(original, Object.fromEntries(bindings));
  });
  const { resultMatcher } = original;
  if (resultMatcher.case === "evalError") return isCelError(actual);
  if (isCelError(actual)) return false;
  if (resultMatcher.case === undefined) return actual === true;
  if (resultMatcher.case !== "value") return false;
  const expected = attempt(() => toValue({ value: toCelInput(resultMatcher.value) } as never));
  return !isCelError(expected) && isSame(actual, expected);
}

function attempt(run: () => CelResult): CelResult {
  try {
    return run();
  } catch (error) {
    return celError(error);
  }
}

const toValue = plan(celEnv({ registry }), parse("value"));
const compare = plan(celEnv({ registry }), parse("a == b"));

function isSame(a: CelValue, b: CelValue): boolean {
  if (Number.isNaN(a) && Number.isNaN(b)) return true;
  return celType(a).name === celType(b).name && compare({ a, b } as never) === true;
}

type Value = Extract<Test["resultMatcher"], { case: "value" }>["value"];

function toCelInput({ kind }: Value): CelInput {
  switch (kind.case) {
    case "nullValue":
      return null;
    case "uint64Value":
      return celUint(kind.value);
    case "listValue":
      return celList(kind.value.values.map(toCelInput));
    case "mapValue":
      return celMap(
        new Map(
          kind.value.entries.map(({ key, value }) => [toCelInput(key as Value) as string, toCelInput(value as Value)]),
        ),
      );
    case "objectValue": {
      const message = anyUnpack(kind.value, registry);
      if (!message) throw new Error(`The registry does not have ${kind.value.typeUrl}.`);
      return message as unknown as CelInput;
    }
    case "typeValue":
      return plan(celEnv({ registry }), parse(kind.value))() as CelValue;
    case "enumValue":
      return BigInt(kind.value.value);
    case undefined:
      throw new Error("The test has no value.");
    default:
      return kind.value;
  }
}
