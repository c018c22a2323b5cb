import type { ProposalPackage, Verdict } from "@assay/contract";
import type { RegistryView } from "@assay/engine";
import { engine } from "../engine.ts";
import { Problem } from "../problem.ts";
import type { SpecPackages } from "./spec-packages.ts";

/** What a package is judged by. */
export interface JudgedBy {
  readonly specPackages: SpecPackages;
  readonly registry: RegistryView;
}

/** Validates a package again, trusting nothing in it: it is what building its candidate gives now, or it is refused. */
export function judgePackage(submitted: ProposalPackage, { specPackages, registry }: JudgedBy): Verdict {
  const verified = engine.verifyPackage(submitted, specPackages.current(), registry);
  switch (verified.kind) {
    case "ok":
    case "invalid":
      return verified.verdict;
    // Its shape was checked when it was read.
    case "not-a-package":
    case "other-spec-package":
      throw builtUnderOtherRules(submitted.specPackage, specPackages);
    case "not-normalized": {
      const detail =
        "The candidate is valid, but not normalized: building it gives different strings or a different order.";
      throw new Problem("not-normalized", `${detail} Build it again and submit the result unchanged.`);
    }
    case "digest-differs": {
      const detail = `The content of the package has the digest ${verified.digest}, so it was changed after it was built.`;
      throw new Problem(
        "digest-mismatch",
        `${detail} Change the draft instead, build it again, and submit the result unchanged.`,
      );
    }
  }
}

function builtUnderOtherRules(
  { version, digest }: ProposalPackage["specPackage"],
  specPackages: SpecPackages,
): Problem {
  const { document, digest: inForce } = specPackages.current();
  if (digest !== inForce && specPackages.knows(digest)) {
    const detail = `The package was built under spec package ${version}, but the current version is ${document.version}.`;
    const remedy = "Validate and build the candidate again, then submit the new package.";
    return new Problem("spec-package-changed", `${detail} ${remedy}`);
  }
  const detail = `Spec package ${version} with this digest was never in force. The current version is ${document.version}.`;
  return new Problem("unknown-spec-package", `${detail} Build the candidate under the current version.`);
}
