import {
  diagnosticMessages,
  limits,
  resolveTest,
  type SpecPackage,
  type SpecProblem,
  type WrittenTest,
} from "@assay/contract";
import { createSpecProblem } from "../findings/create-spec-problem.ts";
import { suggestName } from "../names/find-closest.ts";
import { utf8Length } from "../text/characters.ts";
import { quote } from "../text/sanitize-text.ts";

/** Reports tests whose base or patch is invalid, and expected codes that no diagnostic has. */
export function lintTests({ tests }: SpecPackage): readonly SpecProblem[] {
  const tooLarge = lintPatchedSize(tests);
  if (tooLarge.length > 0) return tooLarge;
  return tests.flatMap((test, index) => [...lintBase(test, tests, String(index)), ...lintCodes(test, String(index))]);
}

// A test with a patch is short, but it costs as much as a test with a whole candidate. So together, the candidates and
// registries of all tests with a base must fit into the size limit of a package.
function lintPatchedSize(tests: readonly WrittenTest[]): readonly SpecProblem[] {
  const countBytes = (value: unknown) => utf8Length(JSON.stringify(value));
  const bases = new Map(
    tests.flatMap((test) =>
      "base" in test ? [] : [[test.name, countBytes([test.candidate, test.registry])] as const],
    ),
  );
  const sizes = tests.map((test) => ("base" in test ? (bases.get(test.base) ?? 0) + countBytes(test.patch) : 0));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total <= limits.specPackage.bytes) return [];
  const message = `Written out, the candidates and registries of tests with a base take ${total} bytes; the maximum is ${limits.specPackage.bytes}.`;
  return [createSpecProblem("spec.too-large", ["tests"], message, "Use a smaller base or fewer tests.")];
}

function lintBase(test: WrittenTest, tests: readonly WrittenTest[], index: string): readonly SpecProblem[] {
  if (!("base" in test)) return [];
  const createProblem = (pathInTest: readonly string[], message: string, advice: string) =>
    createSpecProblem("spec.shape", ["tests", index, ...pathInTest], message, advice);
  if ("candidate" in test)
    return [
      createProblem(
        ["candidate"],
        "A test has either a candidate or a base, but this one has both.",
        "Remove one of them.",
      ),
    ];
  const resolved = resolveTest(test, tests);
  if (resolved.kind === "ok") return [];
  const { at, reason } = resolved;
  if (at[0] !== "base")
    return [createProblem(at, `${reason}.`, "Correct the operation, or the candidate of the base.")];
  const names = tests.flatMap((other) => ("base" in other ? [] : [other.name]));
  const suggestion = names.includes(test.base) ? undefined : suggestName(test.base, names);
  const advice = suggestion ?? "Name one test that has a candidate.";
  return [createProblem(at, `${reason}: ${quote(test.base)}.`, advice)];
}

function lintCodes({ expect, warnings = [] }: WrittenTest, index: string): readonly SpecProblem[] {
  return Object.entries({ expect, warnings }).flatMap(([list, expected]) =>
    expected.flatMap(({ code }, position) => {
      if (Object.hasOwn(diagnosticMessages, code)) return [];
      return [
        createSpecProblem(
          "spec.shape",
          ["tests", index, list, String(position), "code"],
          `No diagnostic has the code ${quote(code)}.`,
          suggestName(code, Object.keys(diagnosticMessages)) ??
            'Use one that `assay explain` lists; a rule with check: cel reports "rule.violated".',
        ),
      ];
    }),
  );
}
