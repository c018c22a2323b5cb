import type { Change, Effect } from "../spec-diff/compare-packages.ts";
import type { SpecDiff } from "../spec-diff/diff-specs.ts";
import type { Flip } from "../spec-diff/find-flips.ts";
import type { Role } from "../text/paint.ts";
import { printable } from "../text/printable.ts";
import { wrap } from "../text/wrap.ts";
import type { Look } from "./look.ts";

const roles: { readonly [effect in Effect]: Role } = {
  same: "dim",
  loosened: "fix",
  tightened: "warning",
  undecided: "info",
};

const meanings: { readonly [effect in Effect]: string } = {
  same: "The same candidates are accepted.",
  loosened: "Everything that was accepted still is.",
  tightened: "Nothing that was refused is accepted.",
  undecided: "It was not shown that nothing is refused that was accepted, nor the other way round.",
};

function meaningOf({ effect, tests, edits }: SpecDiff): string {
  const ways = new Set([...tests, ...edits].map(({ acceptedBy }) => acceptedBy));
  return ways.size === 2
    ? "Some candidates are accepted that were refused, and some are refused that were accepted."
    : meanings[effect];
}

/** A difference for a person at a terminal. */
export function diffText(diff: SpecDiff, look: Look): string {
  const { paint, width } = look;
  const indented = (lead: string, role: Role, text: string, indent: number) => {
    const [first = "", ...rest] = wrap(printable(text), width - indent);
    return [paint(role, lead.padEnd(indent)) + first, ...rest.map((line) => " ".repeat(indent) + line)];
  };
  const changes = diff.changes.flatMap((change) =>
    indented(change.effect, roles[change.effect], `${change.part}: ${changeText(change)}`, 11),
  );
  const flips = [...diff.tests, ...diff.edits].flatMap((flip) =>
    indented(
      flip.acceptedBy === "old" ? "refused" : "accepted",
      flip.acceptedBy === "old" ? "error" : "fix",
      flipText(flip),
      11,
    ),
  );
  const { verdict, why } = diff.version;
  const lines = [
    paint("strong", printable(`${diff.domain} ${diff.versions.join(" → ")}`)),
    "",
    ...(changes.length > 0 ? [...changes, ""] : ["No rule changed.", ""]),
    ...(flips.length > 0 ? [paint("strong", "Candidates whose verdict changes:"), ...flips, ""] : []),
    ...wrap(`Together ${diff.effect}. ${meaningOf(diff)}`, width),
    ...wrap(`Version ${bumpText(diff)}: ${verdict}. ${why}`, width).map((line) => paint(verdictRoles[verdict], line)),
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
          ...diff.changes.map((change) => `| ${change.effect} | ${span(change.part)} | ${span(changeText(change))} |`),
        ]),
    "",
    `**Together ${diff.effect}.** ${meaningOf(diff)}`,
    "",
    `**Version ${bumpText(diff)}: ${verdict}.** ${why}`,
    ...[...diff.tests, ...diff.edits].flatMap((flip, index) => [
      ...(index === 0 ? ["", "| Now | Candidate |", "|---|---|"] : []),
      `| ${flip.acceptedBy === "old" ? "refused" : "accepted"} | ${span(flipText(flip))} |`,
    ]),
    ...(proof && verdict === "dishonest"
      ? [
          "",
          "The candidate that proves it:",
          "",
          "```json",
          ...JSON.stringify(proof.candidate, null, 2).split("\n").map(printable),
          "```",
        ]
      : []),
  ];
  return `${lines.join("\n")}\n`;
}

function changeText({ what, reason }: Change): string {
  return reason === undefined ? what : `${what} (${reason})`;
}

function bumpText({ version, versions }: SpecDiff): string {
  const names = {
    major: "a major version",
    minor: "a minor version",
    patch: "a patch",
    none: "the same version",
    lower: "a lower version",
  };
  return `${printable(versions[1])} is ${names[version.bump]}`;
}

function flipText({ test, of, edit, error }: Flip): string {
  const from = edit === undefined ? `the ${of} test` : `${edit}, as in the ${of} test`;
  const at = error.path === "" ? "the root" : error.path;
  return `${from} ${JSON.stringify(test)}: ${error.code} at ${at} (rule ${error.rule})`;
}

// A table cell ends at a bar, and a code span at as many backticks as it began with.
function span(text: string): string {
  const plain = printable(text).replaceAll("|", "\\|");
  const ticks = "`".repeat(1 + Math.max(0, ...[...plain.matchAll(/`+/g)].map(([run]) => run.length)));
  return ticks.length === 1 ? `\`${plain}\`` : `${ticks} ${plain} ${ticks}`;
}
