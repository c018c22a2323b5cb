import { type Json, limits, type Rule, type SpecPackage, type SpecProblem } from "@assay/contract";
import type { Check, CheckParts, Checks, FieldTest } from "../checks/check.ts";
import { nativeChecks } from "../checks/native-checks.ts";
import { specProblem } from "../findings/spec-problem.ts";
import { canonicalJson } from "../json/canonical-json.ts";
import { checkBytes } from "../json/check-bytes.ts";
import { fixedPrefix, parsePattern } from "../json/pointer-pattern.ts";
import { readJson } from "../json/read-json.ts";
import { withFastPath } from "../schema/fast-path.ts";
import type { Idn } from "../schema/formats.ts";
import { createIsOwnerDecision } from "../schema/owner-decisions.ts";
import { runToEnd } from "../schema/run-to-end.ts";
import { createSchemaEvaluator } from "../schema/schema-evaluator.ts";
import { createSizeGate } from "../schema/size-gate.ts";
import type { Sha256 } from "../sha256.ts";
import { createAllowedAt } from "../spec/allowed-at.ts";
import { type CompiledRule, CompiledSpec } from "../spec/compiled-spec.ts";
import { fieldTypesOf } from "../spec/field-types.ts";
import { createNormalizer } from "../spec/normalizer.ts";
import { kindOf, wrongArgument } from "../wrong-argument.ts";
import { lintCosts } from "./lint-costs.ts";
import { lintFixedRules } from "./lint-fixed-rules.ts";
import { lintFormats } from "./lint-formats.ts";
import { lintNeeds } from "./lint-needs.ts";
import { lintNormalize } from "./lint-normalize.ts";
import { lintPatterns } from "./lint-patterns.ts";
import { lintPropertyNames } from "./lint-property-names.ts";
import { lintReferences } from "./lint-references.ts";
import { lintAliases, lintRules } from "./lint-rules.ts";
import { createLintShape } from "./lint-shape.ts";
import { lintCodeSize, lintSize } from "./lint-size.ts";
import { lintUnbounded } from "./lint-unbounded.ts";
import { lintUnions } from "./lint-unions.ts";
import { runTests, type TestOutcome, testsNotRun } from "./run-tests.ts";

/**
 * A compiled spec package, or everything that its author has to fix; and what became of each of its tests.
 *
 * @example
 * if (compiled.kind === "broken") for (const { at, message, advice } of compiled.problems) console.error(at, message, advice);
 */
export type CompileResult =
  | { readonly kind: "ok"; readonly spec: CompiledSpec; readonly tests: readonly TestOutcome[] }
  | {
      readonly kind: "broken";
      readonly problems: readonly SpecProblem[];
      /** Empty if the document does not have the shape of a spec package. */
      readonly tests: readonly TestOutcome[];
      /** Present if everything but the tests is right. It shows authors what their rules do; do not accept candidates with it. */
      readonly rejectedSpec?: CompiledSpec;
    };

/** For conformance tests of the evaluator alone, and not public: the JSON Schema test suite knows no bounds. */
interface CompileOptions {
  readonly withoutBounds?: boolean;
}

/** What compiling uses: hashing, and the parts that an engine may be created without. */
export interface CompileParts {
  readonly sha256: Sha256;
  readonly cel?: Checks["cel"];
  readonly idn?: Idn | undefined;
}

/** Makes the function that compiles spec packages. */
export function createCompileSpec({
  sha256,
  cel,
  idn,
}: CompileParts): (bytes: Uint8Array, options?: CompileOptions) => CompileResult {
  const checks: Checks = { ...nativeChecks, cel };
  let checkShape: ReturnType<typeof createLintShape> | undefined;
  return (bytes, options = {}) => {
    const read = readDocument(bytes);
    if ("problems" in read) return { kind: "broken", ...read, tests: [] };
    checkShape ??= createLintShape();
    const shape = checkShape(read.document);
    if ("problems" in shape) return { kind: "broken", ...shape, tests: [] };
    const linted = lint(shape.spec, checks, { ...options, hasIdn: idn !== undefined });
    if (linted.length > 0) return { kind: "broken", problems: linted, tests: testsNotRun(shape.spec) };
    const spec = runToEnd(assemble(shape.spec, { sha256, checks, idn }, options));
    const { tests, problems } = runTests(spec);
    return problems.length > 0 ? { kind: "broken", problems, tests, rejectedSpec: spec } : { kind: "ok", spec, tests };
  };
}

/**
 * Makes the function that compiles packages which were admitted before, here or on another thread: they are not checked
 * again, and `turn` is awaited between the parts.
 */
export function createCompileInTurns({
  sha256,
  cel,
  idn,
}: CompileParts): (bytes: Uint8Array, turn: () => Promise<void>) => Promise<CompiledSpec> {
  const checks: Checks = { ...nativeChecks, cel };
  return async (bytes, turn) => {
    if (typeof turn !== "function") {
      const remedy = "Pass one that returns a Promise, such as () => new Promise(setImmediate).";
      throw wrongArgument({ argument: "turn", expected: "a function", found: kindOf(turn), remedy });
    }
    const read = readDocument(bytes);
    if ("problems" in read) throw new Error("Only accepted packages can be compiled in turns.");
    // `compileSpec` has checked the same bytes.
    const steps = assemble(read.document as unknown as SpecPackage, { sha256, checks, idn }, {});
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
      await turn();
    }
  };
}

function readDocument(bytes: Uint8Array): { document: Json } | { problems: readonly SpecProblem[] } {
  checkBytes(bytes);
  const { bytes: maxBytes, depth: maxDepth } = limits.specPackage;
  if (bytes.length > maxBytes) {
    const message = `The document has ${bytes.length} bytes; the maximum is ${maxBytes}.`;
    return {
      problems: [specProblem("spec.too-large", [], message, "Shorten descriptions and tests, or split the domain.")],
    };
  }
  const read = readJson(bytes, { maxDepth });
  if (read.kind === "ok") return { document: read.value };
  const advice = `See line ${read.at.line}, column ${read.at.column}.`;
  return { problems: [{ code: "spec.unreadable", at: read.at.path, message: read.message, advice }] };
}

// Each step relies on the ones before it: first sizes that allow a walk, then references that end, then everything else.
function lint(
  spec: SpecPackage,
  checks: Checks,
  { withoutBounds = false, hasIdn }: CompileOptions & { readonly hasIdn: boolean },
): readonly SpecProblem[] {
  const schemas = [
    { schema: spec.candidateSchema, path: ["candidateSchema"] },
    ...Object.entries(spec.fieldTypes ?? {}).map(([type, { schema }]) => ({
      schema,
      path: ["fieldTypes", type, "schema"],
    })),
  ];
  const each = (check: typeof lintSize) => schemas.flatMap(({ schema, path }) => check(schema, path));
  const sizes = withoutBounds ? [] : [...each(lintSize), ...lintCodeSize(schemas)];
  if (sizes.length > 0) return sizes;
  const references = each(lintReferences);
  if (references.length > 0) return references;
  const patterns = each(lintPatterns);
  const unavailable = hasIdn ? [] : each(lintFormats);
  const bounds = withoutBounds
    ? []
    : [...each(lintCosts), ...each(lintUnions), ...each(lintUnbounded), ...each(lintPropertyNames)];
  const rest =
    patterns.length > 0
      ? []
      : [...lintRules(spec, checks), ...lintAliases(spec), ...lintNormalize(spec), ...each(lintNeeds)];
  return [...patterns, ...unavailable, ...bounds, ...lintFixedRules(spec), ...rest];
}

// Pauses after each part that takes long, such as a generated function, so that other work can go on.
function* assemble(
  document: SpecPackage,
  { sha256, checks, idn }: { readonly sha256: Sha256; readonly checks: Checks; readonly idn: Idn | undefined },
  { withoutBounds = false }: CompileOptions,
): Generator<void, CompiledSpec> {
  const evaluator = createSchemaEvaluator({ assertFormats: !withoutBounds, idn });
  // Neither changes a rule: one announces, the other is for editors.
  const { next, $schema, ...rules } = document;
  const digest = `sha256:${sha256(canonicalJson(rules as unknown as Json))}`;
  yield;
  const findSchemaErrors = yield* evaluator.compileAll(document.candidateSchema);
  yield;
  const sizeGate = createSizeGate(document.candidateSchema);
  const tests = new Map<string, FieldTest>();
  for (const [name, { schema }] of Object.entries(document.fieldTypes ?? {})) {
    yield;
    tests.set(name, withFastPath(schema, yield* evaluator.compileFirst(schema)));
  }
  const parts = { candidateSchema: document.candidateSchema, fieldTypes: fieldTypesOf(document, tests) };
  const compiled: CompiledRule[] = [];
  for (const [index, rule] of (document.rules ?? []).entries()) {
    compiled.push(yield* compileRule(rule, index, checks, parts));
  }
  const normalizer = createNormalizer(document.normalize ?? []);
  return new CompiledSpec({
    document,
    digest,
    normalizer,
    sizeGate,
    findSchemaErrors,
    fieldTypes: parts.fieldTypes,
    allowedAt: createAllowedAt(document),
    isOwnerDecision: createIsOwnerDecision(document.candidateSchema),
    rules: compiled,
  });
}

function* compileRule(
  rule: Rule,
  index: number,
  checks: Checks,
  parts: Omit<CheckParts, "origin">,
): Generator<void, CompiledRule> {
  const { id, why, needs } = rule;
  const origin = {
    id,
    at: `/rules/${index}`,
    ...(why === undefined ? {} : { why }),
    ...(needs === undefined ? {} : { needs }),
  };
  const check = checks[rule.check] as Check<Rule>;
  const { run, dependsOn } = yield* check.compile(rule, { origin, ...parts });
  const first = dependsOn.map(([token = "*"]) => token);
  return {
    origin,
    reads: check.reads(rule).map((pointer) => fixedPrefix(parsePattern(pointer))),
    properties: first.includes("*") ? undefined : new Set(first),
    run,
  };
}
