import type { Change } from "./change.ts";
import type { Compared, Evidence, Flip } from "./compare-verdicts.ts";
import type { SpecDiff } from "./diff-specs.ts";

/** What changed at a place: "/rules/1/values (rule strategies-known): added "slow"". */
export function describeChange({ at, rule, what }: Change): string {
  return `${at}${rule === undefined ? "" : ` (rule ${rule})`}: ${what}`;
}

/** How many candidates were compared, and how many of them are valid under one package only. */
export function describeEvidence({ tests, neighbours, entries }: Evidence): readonly string[] {
  const none = tests.valid + neighbours.valid === 0;
  const sources = `Of the candidates in ${counted(tests.tried, "test")} and ${counted(neighbours.tried, "neighbour")} of them`;
  return [
    none
      ? `${sources}, none is valid today, so nothing could be compared.`
      : `${sources}, ${are(tests.valid + neighbours.valid)} valid today; ${refusedOf([...tests.flips, ...neighbours.flips])}.`,
    ...(entries ? [describeEntries(entries)] : []),
  ];
}

function refusedOf(flips: readonly Flip[]): string {
  const kinds = new Set(flips.map(({ acceptedBy }) => acceptedBy));
  if (kinds.size === 2) return "some of them would be refused, and others that are refused today would be accepted";
  if (kinds.has("old")) return "some of them would be refused";
  return kinds.has("new") ? "none of them would be refused, and others would be accepted" : "no verdict differs";
}

function describeEntries({ tried, valid, flips }: Compared): string {
  const refused = flips.filter(({ acceptedBy }) => acceptedBy === "old");
  const accepted = flips.length - refused.length;
  const others = accepted > 0 ? ` ${are(accepted)} invalid today and would be accepted.` : "";
  if (valid === 0)
    return `Of ${counted(tried, "entry", "entries")}, none is valid today, so nothing could be compared.${others}`;
  return `Of ${counted(tried, "entry", "entries")}, ${are(valid)} valid today; ${refused.length} of these would be refused${repairsOf(refused)}.${others}`;
}

/** The entries that would be refused, by the rule that refuses them, most first: "5 by rule no-white (a fix repairs 2): a.json". */
export function describeRefusals({ flips }: Compared): readonly string[] {
  const groups = Map.groupBy(
    flips.filter(({ acceptedBy }) => acceptedBy === "old"),
    ({ error }) => error.rule,
  );
  return [...groups]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([rule, refused]) => {
      const names = refused
        .slice(0, maxNames)
        .map(({ name, error }) => `${name}${error.path === "" ? "" : ` at ${error.path}`}`);
      const more = refused.length > maxNames ? [`${refused.length - maxNames} more`] : [];
      return `${refused.length} by rule ${rule}${repairsOf(refused)}: ${[...names, ...more].join(", ")}`;
    });
}

const maxNames = 5;

function repairsOf(refused: readonly Flip[]): string {
  const repaired = refused.filter(({ isRepaired }) => isRepaired).length;
  if (refused.length === 0) return "";
  const [every, any] = refused.length === 1 ? ["it", "it"] : ["each", "any"];
  return repaired === 0
    ? ` (no fix repairs ${any})`
    : ` (a fix repairs ${repaired === refused.length ? every : repaired})`;
}

function are(count: number): string {
  return `${count} ${count === 1 ? "is" : "are"}`;
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

const bumps: { readonly [bump in SpecDiff["version"]["bump"]]: string } = {
  major: "a major version",
  minor: "a minor version",
  patch: "a patch",
  none: "the same version",
  lower: "a lower version",
};

/** How far the version moved: "1.1.0 is a minor version". */
export function describeBump({ version, versions }: Pick<SpecDiff, "version" | "versions">): string {
  return `${versions[1]} is ${bumps[version.bump]}`;
}

/** What was found about the version: "not justified". */
export function describeVerdict({ verdict }: SpecDiff["version"]): string {
  return verdict === "not-justified" ? "not justified" : verdict;
}

/** Which candidate gets another verdict, and what refuses it. */
export function describeFlip({ name, of, edit, acceptedBy, error, isRepaired }: Flip): string {
  const from = of === "entry" ? name : `the ${of} test ${JSON.stringify(name)}`;
  const edited = edit === undefined ? from : `${edit}, the rest as in ${from}`;
  const at = error.path === "" ? "the root" : error.path;
  const when = acceptedBy === "old" ? "now" : "before";
  return `${edited} (${when}: ${error.code} at ${at}, rule ${error.rule}${isRepaired ? "; a fix repairs it" : ""})`;
}
