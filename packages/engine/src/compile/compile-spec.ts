import { type Json, type JsonSchema, limits, type SpecPackage, type SpecProblem } from "@assay/contract";
import type { Checks } from "../checks/check.ts";
import { nativeChecks } from "../checks/native-checks.ts";
import { createSpecProblem } from "../findings/create-spec-problem.ts";
import { checkBytes } from "../json/check-bytes.ts";
import { readJson } from "../json/read-json.ts";
import { type ReadSchema, readSchema } from "../schema/read-schema.ts";
import { type CompiledSpec, openSpec } from "../spec/compiled-spec.ts";
import { assembleSpec, compileRules, type EngineParts } from "./assemble-spec.ts";
import { dryRunRules } from "./dry-run-rules.ts";
import { lintFixedRules } from "./lint-fixed-rules.ts";
import { lintCosts, lintEnumAliases, lintNeeds, lintPropertyNames } from "./lint-keywords.ts";
import { lintNormalize } from "./lint-normalize.ts";
import { lintPatterns } from "./lint-patterns.ts";
import { lintReferences } from "./lint-references.ts";
import { lintRequired } from "./lint-required.ts";
import { lintNext, lintRules, lintTypeAliases } from "./lint-rules.ts";
import { createLintShape, maxProblems } from "./lint-shape.ts";
import { lintSize } from "./lint-size.ts";
import { lintTests } from "./lint-tests.ts";
import { lintUnbounded } from "./lint-unbounded.ts";
import { lintUnions } from "./lint-unions.ts";
import { lintPackageSize, measurePackage } from "./measure-package.ts";
import { runTests, toTestsNotRun } from "./run-tests.ts";
import type { TestOutcome } from "./test-outcome.ts";

/**
 * A compiled spec package, or all the problems that its author has to fix, with the outcome of each of its tests.
 *
 * @example
 * if (compiled.kind === "broken") for (const { at, message, advice } of compiled.problems) console.error(at, message, advice);
 */
export type CompileResult =
  | {
      readonly kind: "ok";
      readonly spec: CompiledSpec;
      readonly tests: readonly TestOutcome[];
    }
  | {
      readonly kind: "broken";
      readonly problems: readonly SpecProblem[];
      /** Empty if the document does not have the shape of a spec package. */
      readonly tests: readonly TestOutcome[];
      /** Present if only tests fail. Authors can try their rules with it, but it must not be used to accept candidates. */
      readonly rejectedSpec?: CompiledSpec;
    };

/**
 * Creates the function that compiles packages that were already accepted, on this thread or another, without
 * checking them again.
 */
export function createCompileAccepted({ sha256, cel }: EngineParts): (bytes: Uint8Array) => CompiledSpec {
  const checks: Checks = { ...nativeChecks, cel };
  return (bytes) => {
    const read = readDocument(bytes);
    if ("problems" in read) throw new Error("Only accepted packages can be compiled this way.");
    return assembleSpec(read.document as unknown as SpecPackage, checks, sha256);
  };
}

/** Creates the function that compiles spec packages. */
export function createCompileSpec({ sha256, cel }: EngineParts): (bytes: Uint8Array) => CompileResult {
  const checks: Checks = { ...nativeChecks, cel };
  let lintShape: ReturnType<typeof createLintShape> | undefined;
  return (bytes) => {
    const read = readDocument(bytes);
    if ("problems" in read) return { kind: "broken", ...read, tests: [] };
    lintShape ??= createLintShape();
    const shape = lintShape(read.document);
    if ("problems" in shape) return { kind: "broken", ...shape, tests: [] };
    const linted = lint(shape.spec, checks);
    if ("problems" in linted) {
      return { kind: "broken", problems: linted.problems.slice(0, maxProblems), tests: toTestsNotRun(shape.spec) };
    }
    const spec = assembleSpec(shape.spec, checks, sha256, linted.candidateSchema);
    const { tests, problems: testProblems } = runTests(spec);
    const parts = openSpec(spec);
    const problems = [...testProblems, ...dryRunRules(parts, (onDryRun) => compileRules(parts, checks, onDryRun))];
    if (problems.length > 0) return { kind: "broken", problems, tests, rejectedSpec: spec };
    return { kind: "ok", spec, tests };
  };
}

/** Parses the bytes of a spec package. */
function readDocument(bytes: Uint8Array): { document: Json } | { problems: readonly SpecProblem[] } {
  checkBytes(bytes);
  const { bytes: maxBytes, depth: maxDepth } = limits.specPackage;
  if (bytes.length > maxBytes) {
    const message = `The document has ${bytes.length} bytes; the maximum is ${maxBytes}.`;
    return {
      problems: [
        createSpecProblem("spec.too-large", [], message, "Shorten descriptions and tests, or split the domain."),
      ],
    };
  }
  const read = readJson(bytes, { maxDepth });
  if (read.kind === "ok") return { document: read.value };
  const advice = `See line ${read.at.line}, column ${read.at.column}.`;
  return { problems: [{ code: "spec.unreadable", at: read.at.path, message: read.message, advice }] };
}

type LintResult = { readonly problems: readonly SpecProblem[] } | { readonly candidateSchema: ReadSchema };

// Each step relies on the steps before it: schemas must be small enough to walk, and free of cycles, before other checks run.
function lint(document: SpecPackage, checks: Checks): LintResult {
  const written: readonly { readonly schema: JsonSchema; readonly path: readonly string[] }[] = [
    { schema: document.candidateSchema, path: ["candidateSchema"] },
    ...Object.entries(document.fieldTypes ?? {}).map(([type, { schema }]) => ({
      schema,
      path: ["fieldTypes", type, "schema"],
    })),
  ];
  const lintDocument = (check: typeof lintSize) => written.flatMap(({ schema, path }) => check(schema, path));
  const sizes = lintDocument(lintSize);
  if (sizes.length > 0) return { problems: sizes };
  const references = lintDocument(lintReferences);
  if (references.length > 0) return { problems: references };
  const size = measurePackage(
    document,
    written.map(({ schema }) => schema),
    checks,
  );
  const tooLarge = lintPackageSize(size);
  if (tooLarge.length > 0) return { problems: tooLarge };
  const patterns = lintDocument(lintPatterns);
  const schemas = written.map(({ schema, path }) => ({ schema: readSchema(schema), path }));
  const lintEach = (check: typeof lintUnions) => schemas.flatMap(({ schema, path }) => check(schema, path));
  const candidateSchema = schemas[0]?.schema as ReadSchema;
  const { root } = candidateSchema;
  const bounds = [
    ...lintEach(lintCosts),
    ...lintEach(lintUnions),
    ...lintEach(lintUnbounded),
    ...lintEach(lintPropertyNames),
  ];
  const rest =
    patterns.length > 0
      ? []
      : [
          ...lintEach(lintRequired),
          ...lintRules({ ...document, root }, checks),
          ...lintTypeAliases(document),
          ...lintEach(lintEnumAliases),
          ...lintNormalize({ ...document, root }),
          ...lintEach(lintNeeds),
          ...lintTests(document),
        ];
  const problems = [...patterns, ...bounds, ...lintNext(document), ...lintFixedRules(root), ...rest];
  return problems.length > 0 ? { problems } : { candidateSchema };
}
