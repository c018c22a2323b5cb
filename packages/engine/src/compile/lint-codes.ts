import { diagnosticMessages, type SpecPackage, type SpecProblem } from "@assay/contract";
import { closest } from "../did-you-mean/closest.ts";
import { specProblem } from "../findings/spec-problem.ts";
import { quoted } from "../text/outside-text.ts";

/** Codes in the expectations of tests that no diagnostic has. */
export function lintCodes({ tests }: SpecPackage): readonly SpecProblem[] {
  return tests.flatMap(({ expect }, index) =>
    expect.flatMap(({ code }, place) => {
      if (Object.hasOwn(diagnosticMessages, code)) return [];
      const near = closest(code, Object.keys(diagnosticMessages));
      return [
        specProblem(
          "spec.shape",
          ["tests", String(index), "expect", String(place), "code"],
          `No diagnostic has the code ${quoted(code)}.`,
          near === undefined
            ? 'Use one that `assay explain` lists; a rule with check: cel reports "rule.violated".'
            : `Did you mean ${quoted(near)}?`,
        ),
      ];
    }),
  );
}
