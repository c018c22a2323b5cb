import { isLowerVersion, type SpecPackage, type SpecProblem } from "@assay/contract";
import { specProblem } from "../findings/spec-problem.ts";
import { quoted } from "../text/outside-text.ts";

/** An announcement of rules that would not follow these. */
export function lintNext({ version, next }: SpecPackage): readonly SpecProblem[] {
  if (!next || isLowerVersion(version, next.version)) return [];
  return [
    specProblem(
      "spec.shape",
      ["next", "version"],
      `The announced version ${quoted(next.version)} is not higher than ${quoted(version)}, the version of this package.`,
      "Announce a higher version, or remove `next`.",
    ),
  ];
}
