import { isProposalPackage } from "@assay/contract";
import type { Draft } from "../draft/read-draft.ts";
import { quoteArgument } from "../terminal/phrases.ts";
import type { Checked } from "../verdicts/checker.ts";
import type { CheckerOptions } from "../verdicts/create-checker.ts";
import { offlineFiles } from "../verdicts/offline-files.ts";

/** What to type after a verdict on a file; the first is the most useful. */
export function nextSteps(
  { valid, diagnostics }: Checked,
  file: string,
  options: CheckerOptions,
  draft?: Pick<Draft, "text">,
): readonly string[] {
  const name = quoteArgument(file);
  const flags = offlineFlags(options);
  if (valid && draft && isBuilt(draft)) return [`assay verify ${name}${flags}`];
  if (valid) return [`assay build ${name} -o proposal.json${flags}`];
  const fixes = diagnostics.flatMap(({ fixes: [fix] = [] }) => (fix ? [fix] : []));
  const safe = fixes.filter(({ applicability }) => applicability === "safe").length;
  const explain = [...new Set(diagnostics.map(({ code }) => code))]
    .slice(0, 1)
    .map((code) => `assay explain ${quoteArgument(code)}`);
  if (file === "-") return explain;
  const review = `assay fix --review ${name}${flags}`;
  if (safe > 0) return [`assay fix ${name}${flags}`, ...(fixes.length > safe ? [review] : [])];
  if (fixes.length > 0) return [review];
  return [`edit ${name}, then: assay check ${name}${flags}`, ...explain];
}

// Whoever has no service needs the same files again.
function offlineFlags(options: CheckerOptions): string {
  if (!options.offline) return "";
  const flags = offlineFiles.flatMap(({ name, flag }) => {
    const { [name]: file } = options;
    return file === undefined ? [] : [`${flag} ${quoteArgument(file)}`];
  });
  return ` --offline ${flags.join(" ")}`;
}

function isBuilt({ text }: Pick<Draft, "text">): boolean {
  try {
    return isProposalPackage(JSON.parse(text));
  } catch {
    return false;
  }
}
