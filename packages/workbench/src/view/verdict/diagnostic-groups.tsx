import type { Diagnostic, Needs } from "@assay/contract";
import type { Workbench } from "../../workbench/create-workbench.ts";
import { formatCounts } from "../../workbench/headline.ts";
import { DiagnosticItem } from "./diagnostic-item.tsx";

/** All diagnostics, grouped by who has to act. The owner's decisions come first, because the page cannot make them. */
export function DiagnosticGroups({ diagnostics, workbench }: Props) {
  const { value: caller } = workbench.service.caller;
  return groups.map(({ needs, title, description }) => {
    const members = [...diagnostics.entries()].filter(([, diagnostic]) => diagnostic.needs === needs);
    if (members.length === 0) return null;
    return (
      <section key={needs} class={`group group-${needs}`} aria-label={title}>
        <h3>
          {title} <span class="count">{formatCounts(members.map(([, diagnostic]) => diagnostic))}</span>
        </h3>
        <p class="muted">
          {description}
          {needs === "owner-decision" && caller !== undefined && ` Your id is ${caller}.`}
        </p>
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
  readonly diagnostics: readonly Diagnostic[];
  readonly workbench: Workbench;
}

const groups: readonly { readonly needs: Needs; readonly title: string; readonly description: string }[] = [
  {
    needs: "owner-decision",
    title: "You decide, as the owner",
    description: "These are facts about the owner, so there is no fix. If the owner is someone else, ask them.",
  },
  { needs: "edit", title: "Correct", description: "Names, structure and forms. Correct these in the draft." },
  {
    needs: "ask",
    title: "Ask",
    description:
      "Values that the draft does not settle. Fill them in if you know them; otherwise ask someone who does.",
  },
  {
    needs: "product-team",
    title: "Report",
    description: "The rules are wrong here, so changing the draft does not help. Tell the product team.",
  },
];
