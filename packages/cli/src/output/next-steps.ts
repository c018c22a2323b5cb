import { quoteArgument } from "../text/quote-argument.ts";
import type { Checked } from "../verdicts/checked.ts";

/** What to type after a verdict; the first is the most useful. */
export function nextSteps({ valid, diagnostics }: Checked, file: string): readonly string[] {
  const name = quoteArgument(file);
  if (valid) return [`assay build ${name} -o proposal.json`];
  const fixes = diagnostics.flatMap(({ fixes: [fix] = [] }) => (fix ? [fix] : []));
  const safe = fixes.filter(({ applicability }) => applicability === "safe").length;
  const [first] = diagnostics;
  if (file === "-") return first ? [`assay explain ${first.code}`] : [];
  if (safe > 0) return [`assay fix ${name}`, ...(fixes.length > safe ? [`assay fix --review ${name}`] : [])];
  if (fixes.length > 0) return [`assay fix --review ${name}`];
  return first ? [`assay explain ${first.code}`] : [];
}
