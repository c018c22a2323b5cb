import { patchJson } from "../json/patch-json.ts";
import type { SpecPackage, SpecTest, WrittenTest } from "./spec-package.ts";

/** A test with its candidate, or the path of the invalid member in the test and the reason. */
export type ResolvedTest =
  | { readonly kind: "ok"; readonly test: SpecTest }
  | { readonly kind: "unresolved"; readonly at: readonly string[]; readonly reason: string };

/**
 * Returns a test of a spec package with its candidate. A test with a base gets the base's candidate, changed by the
 * patch. The base must contain a candidate itself, so bases are never nested.
 *
 * @example
 * const resolved = resolveTest(test, specPackage.tests);
 * if (resolved.kind === "ok") check(resolved.test.candidate);
 */
export function resolveTest(test: WrittenTest, tests: readonly WrittenTest[]): ResolvedTest {
  if (!("base" in test)) return { kind: "ok", test };
  const { base: name, patch, registry, ...rest } = test;
  const bases = tests.filter((other): other is SpecTest => other.name === name && !("base" in other));
  const [base] = bases;
  if (!base) return { kind: "unresolved", at: ["base"], reason: "No test with a candidate of its own has this name" };
  if (bases.length > 1) return { kind: "unresolved", at: ["base"], reason: `${bases.length} tests have this name` };
  const patched = patchJson(base.candidate, patch, { anyName: true });
  if (patched.kind === "refused")
    return {
      kind: "unresolved",
      at: ["patch", String(patched.operation)],
      reason: `This operation cannot be applied to the candidate of the base: ${patched.reason}`,
    };
  return { kind: "ok", test: { ...rest, registry: registry ?? base.registry, candidate: patched.value } };
}

/**
 * Returns the tests of an accepted spec package with their candidates, in the same order.
 *
 * @example
 * const accepted = resolveTests(specPackage).find(({ expect }) => expect.length === 0);
 */
export function resolveTests({ tests }: Pick<SpecPackage, "tests">): readonly SpecTest[] {
  return tests.flatMap((test) => {
    const resolved = resolveTest(test, tests);
    return resolved.kind === "ok" ? [resolved.test] : [];
  });
}
