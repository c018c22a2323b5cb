import type { ReviewSection } from "@assay/engine";
import { paintLines, type Style } from "./style.ts";
import { toPrintable } from "./to-printable.ts";
import { hang } from "./wrap.ts";

/** What the owner of a proposal reads, for a terminal. */
export function reviewLines(sections: readonly ReviewSection[], style: Style): readonly string[] {
  return sections.flatMap(({ title, lines }) => [
    ...paintLines("strong", title, style),
    "",
    ...lines.flatMap(({ depth, label, name, value }) => {
      const lead = `${"  ".repeat(Math.min(depth, maxDepth))}- `;
      const parts = [label, ...[name, value].map((part) => part && part.text + part.note)];
      const text = parts.filter((part) => part !== undefined).join(": ");
      return hang(lead, lead.length, toPrintable(text), style.width);
    }),
    "",
  ]);
}

// Deeper lines would have no space in a narrow terminal.
const maxDepth = 8;
