import type { FoundFiles } from "../draft/find-files.ts";
import { packageName } from "../draft/free-name.ts";
import type { Draft } from "../draft/read-draft.ts";
import { quoteArgument } from "../terminal/phrases.ts";
import type { FileVerdict } from "../verdicts/check-files.ts";
import type { Checked } from "../verdicts/checker.ts";
import type { CheckerOptions } from "../verdicts/create-checker.ts";
import { sameOptions } from "./same-options.ts";

/** What to type after a verdict on a file; the first is the most useful. */
export function nextSteps(
  checked: Checked,
  file: string,
  options: CheckerOptions,
  draft?: Pick<Draft, "isInstead">,
): readonly string[] {
  const { valid, diagnostics, idLookedUp } = checked;
  const name = quoteArgument(file);
  // The others are for checks and fixes only.
  const flags = sameOptions({ ...options, remote: false, lookup: true });
  const explain = diagnostics.slice(0, 1).map(({ code }) => `assay explain ${quoteArgument(code)}`);
  // What came through a pipe has no name to type again.
  if (file === "-") return valid ? [] : explain;
  if (draft?.isInstead === "proposal package") return [`assay verify ${name}${verifyOptions(options)}`];
  if (valid && idLookedUp === false) return [`assay check ${name}${flags}`];
  if (valid) return [`assay build ${name} -o ${packageName(file)}${flags}`];
  const fixes = fixSteps([checked], `${name}${sameOptions(options)}`);
  return fixes.length > 0 ? fixes : [...editStep(file, options), ...explain];
}

/** The options of a check that `assay verify` takes as well. */
export function verifyOptions({ offline, specPackage, registry, service, keyFile }: CheckerOptions): string {
  if (!offline) return sameOptions({ service, keyFile });
  return sameOptions({ offline, specPackage, registry }).replace(" --offline", "");
}

/** What to do about a file that only its author can correct. */
export function editStep(file: string, options: CheckerOptions): readonly string[] {
  const name = quoteArgument(file);
  return file === "-" ? [] : [`edit ${name}, then: assay check ${name}${sameOptions(options)}`];
}

/** What to type after verdicts on several files. */
export function nextAfterAll(
  verdicts: readonly FileVerdict[],
  { typed }: Pick<FoundFiles, "typed">,
  options: CheckerOptions,
): readonly string[] {
  const flags = sameOptions(options);
  const invalid = verdicts.filter(({ checked }) => !checked.valid);
  const [wrong] = invalid;
  if (wrong) {
    const fixes = fixSteps(
      invalid.filter(({ file }) => file !== "-").map(({ checked }) => checked),
      `${typed}${flags}`,
    );
    return fixes.length > 0 ? fixes : nextSteps(wrong.checked, wrong.file, options);
  }
  if (verdicts.some(({ checked }) => checked.idLookedUp === false))
    return [`assay check ${typed}${sameOptions({ ...options, lookup: true })}`];
  const [first] = verdicts;
  return first ? nextSteps(first.checked, first.file, options) : [];
}

/** How many diagnostics have a fix first that is safe, and how many one to review. */
export function countFixes(checked: readonly Pick<Checked, "diagnostics">[]): {
  readonly safe: number;
  readonly review: number;
} {
  const fixes = checked.flatMap(({ diagnostics }) =>
    diagnostics.flatMap(({ fixes: [fix] = [] }) => (fix ? [fix.applicability] : [])),
  );
  const safe = fixes.filter((applicability) => applicability === "safe").length;
  return { safe, review: fixes.length - safe };
}

function fixSteps(checked: readonly Checked[], rest: string): readonly string[] {
  const { safe, review } = countFixes(checked);
  return [...(safe > 0 ? [`assay fix ${rest}`] : []), ...(review > 0 ? [`assay fix --review ${rest}`] : [])];
}
