import {
  describeBump,
  describeChange,
  describeEffect,
  describeFlip,
  type Effect,
  type SpecDiff,
} from "@assay/engine/spec-diff";
import { printable } from "../terminal/printable.ts";
import { safeJson } from "../terminal/safe-json.ts";
import type { Role, Style } from "../terminal/style.ts";
import { wrap } from "../terminal/wrap.ts";

const roles: { readonly [effect in Effect]: Role } = {
  same: "dim",
  loosened: "fix",
  tightened: "warning",
  undecided: "info",
};

/** A difference for a person at a terminal. */
export function diffText(diff: SpecDiff, style: Style): string {
  const { paint, width } = style;
  const indented = (lead: string, role: Role, text: string, indent: number) => {
    const [first = "", ...rest] = wrap(printable(text), width - indent);
    return [paint(role, lead.padEnd(indent)) + first, ...rest.map((line) => " ".repeat(indent) + line)];
  };
  const changes = diff.changes.flatMap((change) =>
    indented(change.effect, roles[change.effect], `${change.part}: ${describeChange(change)}`, 11),
  );
  const flips = [...diff.tests, ...diff.edits].flatMap((flip) =>
    indented(
      flip.acceptedBy === "old" ? "refused" : "accepted",
      flip.acceptedBy === "old" ? "error" : "fix",
      describeFlip(flip),
      11,
    ),
  );
  const { verdict, why } = diff.version;
  const lines = [
    paint("strong", printable(`${diff.domain} ${diff.versions.join(" → ")}`)),
    "",
    ...(changes.length > 0 ? [...changes, ""] : ["No rule changed.", ""]),
    ...(flips.length > 0 ? [paint("strong", "Candidates whose verdict changes:"), ...flips, ""] : []),
    ...wrap(describeEffect(diff), width),
    ...wrap(`Version ${printable(describeBump(diff))}: ${verdict}. ${why}`, width).map((line) =>
      paint(verdictRoles[verdict], line),
    ),
  ];
  return `${lines.join("\n")}\n`;
}

const verdictRoles = { honest: "fix", dishonest: "error", undecided: "warning" } as const;

/** The same as Markdown, for a comment on a pull request. Everything from the packages is in code spans. */
export function diffMarkdown(diff: SpecDiff): string {
  const { verdict, why, proof } = diff.version;
  const lines = [
    `### ${span(diff.domain)} ${span(diff.versions.join(" → "))}`,
    "",
    ...(diff.changes.length === 0
      ? ["No rule changed."]
      : [
          "| Effect | Part | Change |",
          "|---|---|---|",
          ...diff.changes.map(
            (change) => `| ${change.effect} | ${span(change.part)} | ${span(describeChange(change))} |`,
          ),
        ]),
    "",
    describeEffect(diff),
    "",
    `**Version ${printable(describeBump(diff))}: ${verdict}.** ${why}`,
    ...[...diff.tests, ...diff.edits].flatMap((flip, index) => [
      ...(index === 0 ? ["", "| Now | Candidate |", "|---|---|"] : []),
      `| ${flip.acceptedBy === "old" ? "refused" : "accepted"} | ${span(describeFlip(flip))} |`,
    ]),
    ...(proof && verdict === "dishonest"
      ? ["", "The candidate that proves it:", "", "```json", ...safeJson(proof.candidate, 2).split("\n"), "```"]
      : []),
  ];
  return `${lines.join("\n")}\n`;
}

// A table cell ends at a bar, and a code span at as many backticks as it began with.
function span(text: string): string {
  const plain = printable(text).replaceAll("|", "\\|");
  const ticks = "`".repeat(1 + Math.max(0, ...[...plain.matchAll(/`+/g)].map(([run]) => run.length)));
  return ticks.length === 1 ? `\`${plain}\`` : `${ticks} ${plain} ${ticks}`;
}
