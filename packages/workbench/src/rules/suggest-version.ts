import type { SpecDiff } from "@assay/engine/spec-diff";

/** The version that would be honest, if it is known and another one than that of the package. */
export function suggestVersion({ versions: [before, after], version }: Pick<SpecDiff, "versions" | "version">) {
  if (version.verdict === "honest") return undefined;
  const [major = 0, minor = 0, patch = 0] = (before.split(/[-+]/, 1)[0] ?? "").split(".").map(Number);
  const suggested = {
    major: `${major + 1}.0.0`,
    minor: `${major}.${minor + 1}.0`,
    patch: `${major}.${minor}.${patch + 1}`,
    unknown: undefined,
  }[version.needed];
  return suggested === after ? undefined : suggested;
}
