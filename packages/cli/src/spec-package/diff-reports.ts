import {
  describeBump,
  describeChange,
  describeEvidence,
  describeFlip,
  describeRefusals,
  describeVerdict,
  type Effect,
  type Flip,
  type SpecDiff,
} from "@assay/engine/spec-diff";
import { printable } from "../terminal/printable.ts";
import { safeJson } from "../terminal/safe-json.ts";
import { paintedLines, type Role, type Style } from "../terminal/style.ts";
import { hang, wrap } from "../terminal/wrap.ts";

const roles: { readonly [effect in Effect]: Role } = {
  narrower: "warning",
  wider: "fix",
  either: "info",
  "who-acts": "info",
  warning: "info",
  text: "dim",
};

/** A difference for a person at a terminal. */
export function diffText(diff: SpecDiff, style: Style): string {
  const { paint, width } = style;
  const indented = (lead: string, role: Role, text: string) =>
    hang(paint(role, lead.padEnd(indent)), indent, printable(text), width);
  const changes = diff.changes.flatMap((change) =>
    indented(label(change.effect), roles[change.effect], describeChange(change)),
  );
  const flips = flipsOf(diff).flatMap((flip) =>
    indented(nowOf(flip), flip.acceptedBy === "old" ? "error" : "fix", describeFlip(flip)),
  );
  const refusals = refusalsOf(diff).flatMap((line) => indented("refused", "error", line));
  const lines = [
    paint("strong", printable(`${diff.domain} ${diff.versions.join(" → ")}`)),
    "",
    ...(changes.length > 0 ? [...changes, ""] : ["No rule and no text changed.", ""]),
    ...(flips.length > 0 ? [paint("strong", "Candidates whose verdict changes:"), ...flips, ""] : []),
    ...describeEvidence(diff.evidence).flatMap((sentence) => wrap(sentence, width)),
    ...refusals,
    ...paintedLines(verdictRoles[diff.version.verdict], versionSentence(diff), style),
  ];
  return `${lines.join("\n")}\n`;
}

const indent = 10;
const verdictRoles = { justified: "fix", "not-justified": "error", undecided: "warning" } as const;

/** The same as Markdown, for a comment on a pull request. Everything from the packages is in code spans. */
export function diffMarkdown(diff: SpecDiff): string {
  const { verdict, why, proof } = diff.version;
  const lines = [
    `### ${span(diff.domain)} ${span(diff.versions.join(" → "))}`,
    "",
    ...(diff.changes.length === 0
      ? ["No rule and no text changed."]
      : [
          "| Effect | Change |",
          "|---|---|",
          ...diff.changes.map((change) => `| ${label(change.effect)} | ${span(describeChange(change))} |`),
        ]),
    "",
    ...describeEvidence(diff.evidence),
    ...refusalsOf(diff).map((line, index) => `${index === 0 ? "\n" : ""}- ${span(line)}`),
    "",
    `**Version ${printable(describeBump(diff))}: ${describeVerdict(diff.version)}.** ${span(why)}`,
    ...flipsOf(diff).flatMap((flip, index) => [
      ...(index === 0 ? ["", "| Now | Candidate |", "|---|---|"] : []),
      `| ${nowOf(flip)} | ${span(describeFlip(flip))} |`,
    ]),
    ...(proof && verdict === "not-justified"
      ? ["", "The candidate that proves it:", "", "```json", ...safeJson(proof.candidate, 2).split("\n"), "```"]
      : []),
  ];
  return `${lines.join("\n")}\n`;
}

function versionSentence(diff: SpecDiff): string {
  return printable(`Version ${describeBump(diff)}: ${describeVerdict(diff.version)}. ${diff.version.why}`);
}

function flipsOf({ evidence: { tests, neighbours } }: SpecDiff): readonly Flip[] {
  return [...tests.flips, ...neighbours.flips];
}

function refusalsOf({ evidence: { entries } }: SpecDiff): readonly string[] {
  return entries ? describeRefusals(entries) : [];
}

function nowOf({ acceptedBy }: Flip): string {
  return acceptedBy === "old" ? "refused" : "accepted";
}

function label(effect: Effect): string {
  return effect === "who-acts" ? "who acts" : effect;
}

// A table cell ends at a bar, and a code span at as many backticks as it began with.
function span(text: string): string {
  const plain = printable(text).replaceAll("|", "\\|");
  const ticks = "`".repeat(1 + Math.max(0, ...[...plain.matchAll(/`+/g)].map(([run]) => run.length)));
  return ticks.length === 1 ? `\`${plain}\`` : `${ticks} ${plain} ${ticks}`;
}
