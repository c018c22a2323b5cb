import type { ReviewSection } from "@assay/engine";
import { paintLines, type Style } from "./style.ts";
import { toPrintable } from "./to-printable.ts";
import { wrapWithLead } from "./wrap.ts";

/** Formats the review for the owner of a proposal as lines for a terminal. */
export function reviewLines(sections: readonly ReviewSection[], style: Style): readonly string[] {
  return sections.flatMap(({ title, lines }) => [
    ...paintLines("strong", title, style),
    "",
    ...lines.flatMap(({ depth, label, name, about, value }) => {
      const lead = `${"  ".repeat(Math.min(depth, maxDepth))}- `;
      const term = name && name.text + name.note + (about === undefined ? "" : ` (${about})`);
      const text = [label, term, value && value.text + value.note].filter((part) => part !== undefined).join(": ");
      return wrapWithLead(lead, lead.length, toPrintable(text), style.width);
    }),
    "",
  ]);
}

// More indentation would leave no space for text in a narrow terminal.
const maxDepth = 8;
