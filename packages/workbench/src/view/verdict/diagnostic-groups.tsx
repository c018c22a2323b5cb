import type { Diagnostic } from "@assay/contract";
import type { Actions } from "../../workbench/create-actions.ts";
import { DiagnosticItem } from "./diagnostic-item.tsx";

/** All diagnostics, by who has to act: the owner first, because nothing in the page can do it for them. */
export function DiagnosticGroups({ diagnostics, actions }: Props) {
  const listed = diagnostics.map((diagnostic, index) => ({ diagnostic, index }));
  return groups.map(({ needs, title, about }) => {
    const members = listed.filter(({ diagnostic }) => diagnostic.needs === needs);
    if (members.length === 0) return null;
    return (
      <section key={needs} class={`group group-${needs}`} aria-label={title}>
        <h3>
          {title} <span class="count">{members.length}</span>
        </h3>
        {about !== undefined && <p class="muted">{about}</p>}
        <ul class="diagnostics">
          {members.map(({ diagnostic, index }) => (
            <DiagnosticItem key={index} diagnostic={diagnostic} index={index} actions={actions} />
          ))}
        </ul>
      </section>
    );
  });
}

interface Props {
  readonly diagnostics: readonly Diagnostic[];
  readonly actions: Actions;
}

const groups: readonly { readonly needs: Diagnostic["needs"]; readonly title: string; readonly about?: string }[] = [
  {
    needs: "owner-decision",
    title: "Only the owner can decide",
    about:
      "No fix is offered, because these are facts about a person. If you are the owner, correct them yourself; otherwise ask the owner.",
  },
  { needs: "edit", title: "For the author" },
  {
    needs: "ask",
    title: "To ask about",
    about: "Neither the draft nor the rules say what is right. Fill it in if you know it; otherwise, ask.",
  },
  {
    needs: "product-team",
    title: "For the product team",
    about: "The author cannot correct this. Tell the team that publishes the rules.",
  },
];
