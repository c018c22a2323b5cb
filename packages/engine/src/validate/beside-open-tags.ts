import type { Json } from "@assay/contract";
import type { AnyFinding } from "../findings/finding.ts";
import { pathKey } from "../json/pointer.ts";

// As many branches as are tried for a tag that nobody knows.
const maxBranches = 8;

/**
 * What is wrong beside tags of which nobody knows what they should be, in properties that every branch of their `oneOf` has:
 * the findings that each branch gives. `explainWith` explains the candidate with other tags.
 */
export function besideOpenTags(
  findings: readonly AnyFinding[],
  explainWith: (tagged: readonly AnyFinding[]) => readonly AnyFinding[],
): readonly AnyFinding[] {
  const open = findings.filter(isOpenTag);
  const branches = Math.max(0, ...open.map((tag) => tagsOf(tag).length));
  if (branches === 0 || branches > maxBranches) return [];
  const known = new Set(findings.map(keyOf));
  let common: readonly AnyFinding[] | undefined;
  for (let branch = 0; branch < branches && common?.length !== 0; branch += 1) {
    const tagged = open.map((tag) => ({ ...tag, corrected: tagsOf(tag)[branch % tagsOf(tag).length] as Json }));
    const found = explainWith(tagged);
    const keys = new Set(found.map(keyOf));
    common = (
      common ?? found.filter((finding) => !known.has(keyOf(finding)) && open.some((tag) => isBeside(finding, tag)))
    ).filter((finding) => keys.has(keyOf(finding)));
  }
  return common ?? [];
}

// The tag of an owner is a fact about a person, and is not tried.
function isOpenTag({ outsideBranch, corrected, code, path }: AnyFinding): boolean {
  return outsideBranch !== undefined && corrected === undefined && code !== "field.missing" && path[0] !== "owner";
}

function tagsOf({ params: { allowed } }: AnyFinding): readonly Json[] {
  return Array.isArray(allowed) ? allowed : [];
}

function isBeside({ path }: AnyFinding, { path: tag, outsideBranch = [] }: AnyFinding): boolean {
  const around = tag.slice(0, -1);
  return around.every((token, index) => token === path[index]) && outsideBranch.includes(path[around.length] ?? "");
}

function keyOf({ code, path }: AnyFinding): string {
  return `${code} ${pathKey(path)}`;
}
