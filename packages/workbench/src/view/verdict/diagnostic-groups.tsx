import type { Diagnostic, Needs } from "@assay/contract";
import { listMarks } from "@assay/json-text";
import type { CheckedText } from "../../session/state.ts";
import type { Workbench } from "../../workbench/create-workbench.ts";
import { formatCounts } from "../../workbench/headline.ts";
import { DiagnosticItem } from "./diagnostic-item.tsx";

/**
 * All diagnostics, grouped by who has to act, each group in the order of the draft. The owner's decisions come first,
 * because the page cannot make them.
 */
export function DiagnosticGroups({ checked, diagnostics, workbench }: Props) {
  const { value: caller } = workbench.service.caller;
  const places = workbench.findPlaces(checked);
  const findStart = (diagnostic: Diagnostic) => listMarks(diagnostic, places)[0]?.from ?? 0;
  const entries = [...diagnostics.entries()].sort(([, one], [, other]) => findStart(one) - findStart(other));
  return groups.map(({ needs, title, description }) => {
    const members = entries.filter(([, diagnostic]) => diagnostic.needs === needs);
    if (members.length === 0) return null;
    return (
      <section key={needs} class={`group group-${needs}`} aria-label={title}>
        <h3>
          {title} <span class="small count">{formatCounts(members.map(([, diagnostic]) => diagnostic))}</span>{" "}
          <span class="small">
            {description}
            {needs === "owner-decision" && caller !== undefined && ` Your id is ${caller}.`}
          </span>
        </h3>
        <ul class="diagnostics">
          {members.map(([index, diagnostic]) => (
            <DiagnosticItem key={index} diagnostic={diagnostic} index={index} workbench={workbench} />
          ))}
        </ul>
      </section>
    );
  });
}

interface Props {
  readonly checked: CheckedText;
  readonly diagnostics: readonly Diagnostic[];
  readonly workbench: Workbench;
}

const groups: readonly { readonly needs: Needs; readonly title: string; readonly description: string }[] = [
  {
    needs: "owner-decision",
    title: "You decide, as the owner",
    description: "Only the owner knows. If that is not you, ask.",
  },
  { needs: "edit", title: "Correct", description: "Names, structure and forms." },
  {
    needs: "ask",
    title: "Ask",
    description: "Values that the draft does not settle. If you do not know one, ask.",
  },
  {
    needs: "product-team",
    title: "Report",
    description: "The rules are wrong here, and no edit helps. Tell the product team.",
  },
];
