import { limits, type SpecProblem } from "@assay/contract";
import { specProblem } from "../findings/spec-problem.ts";
import { shownPointer } from "../json/pointer.ts";
import { quoted } from "../text/outside-text.ts";
import { joinList, kilobytes } from "../text/phrases.ts";
import type { PackageWeight } from "./package-weight.ts";

const maxNamed = 3;

/** The limit on everything in a package together: each part of it is limited, but their product is not. */
export function lintWeight({ total, parts, patterns, isComplete }: PackageWeight): readonly SpecProblem[] {
  const max = limits.specPackage.weight;
  if (total <= max) return [];
  const shares = Object.entries(parts)
    .toSorted(([, a], [, b]) => b - a)
    .map(([part, weight]) => `${part} ${kilobytes(weight)}`);
  const [heaviest = ""] = Object.entries(parts).toSorted(([, a], [, b]) => b - a)[0] ?? [];
  const named = patterns
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, maxNamed)
    .map(({ source, path, weight }) => `${quoted(source)} at ${quoted(shownPointer(path))} (${kilobytes(weight)})`);
  return [
    specProblem(
      "spec.too-large",
      [],
      `The package weighs ${isComplete ? "" : "more than "}${kilobytes(total)}; the maximum is ${kilobytes(max)} (${shares.join(", ")}).${
        heaviest === "patterns" ? ` The heaviest of ${patterns.length} patterns: ${joinList(named, "and")}.` : ""
      }`,
      advice[heaviest as keyof typeof advice],
    ),
  ];
}

const advice: { readonly [part in keyof PackageWeight["parts"]]: string } = {
  patterns:
    "Use maxLength instead of counted repetitions such as {1,100}, simpler classes than \\p{L}, and the same text where patterns mean the same: it counts once.",
  rules: "Write shorter expressions, or fewer rules.",
  schemas:
    "Define fewer properties, shorten the names of properties that contain many others, or move repeated parts into $defs.",
  document: "Shorten the tests: fewer registry ids, and smaller candidates.",
};
