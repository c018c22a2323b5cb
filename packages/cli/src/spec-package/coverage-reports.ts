import type { Coverage } from "@assay/engine/coverage";
import type { Range } from "@assay/json-text";
import type { Source } from "../draft/read-draft.ts";
import { annotation } from "../reports/github-report.ts";
import { spanOf } from "../reports/located.ts";
import { columns } from "../terminal/columns.ts";
import { printable } from "../terminal/printable.ts";
import type { Style } from "../terminal/style.ts";

/** Something that no test reaches, and what a test would have to contain. */
interface Unreached {
  readonly kind: "rule" | "branch" | "value";
  /** In the spec package. */
  readonly pointer: string;
  readonly what: string;
  readonly missing: string;
}

/** How much of something is reached. */
export interface Share {
  readonly reached: number;
  readonly total: number;
}

/** The shares of rules, branches of the schema and listed values that tests reach, and what they do not reach. */
export interface CoverageSummary {
  readonly rules: Share;
  readonly branches: Share;
  readonly values: Share;
  readonly unreached: readonly Unreached[];
}

/** Sums up what tests reach. Of a branch that is not reached, what is inside is not listed again. */
export function summarize({ rules, places }: Coverage): CoverageSummary {
  const isReached = (rule: Coverage["rules"][number]) => rule.reported > 0 && rule.passed > 0;
  const shareOf = (all: readonly boolean[]) => ({ reached: all.filter(Boolean).length, total: all.length });
  const kindOf = (kind: "branch" | "value") => places.filter((place) => place.kind === kind);
  const outermost = places.filter(
    ({ pointer, reached }) =>
      !reached &&
      !places.some((other) => !other.reached && other.kind === "branch" && isInside(pointer, other.pointer)),
  );
  return {
    rules: shareOf(rules.map(isReached)),
    branches: shareOf(kindOf("branch").map(({ reached }) => reached)),
    values: shareOf(kindOf("value").map(({ reached }) => reached)),
    unreached: [
      ...rules
        .filter((rule) => !isReached(rule))
        .map(({ id, at, reported, passed }) => ({
          ...{ kind: "rule" as const, pointer: at, what: id },
          missing: missingOf(reported, passed),
        })),
      ...outermost
        .filter(({ kind }) => kind === "branch")
        .map(({ pointer }) => ({
          ...{ kind: "branch" as const, pointer: `/candidateSchema${pointer}`, what: valuesOf(pointer, 0) },
          missing: "a candidate with a value that matches it",
        })),
      ...unreachedValues(outermost.filter(({ kind }) => kind === "value")),
    ],
  };
}

// The values of one list are one line, however many there are.
function unreachedValues(places: Coverage["places"]): readonly Unreached[] {
  const lists = Map.groupBy(places, ({ pointer }) => pointer.slice(0, pointer.lastIndexOf("/")));
  return [...lists].map(([list, values]) => {
    const listed = values.slice(0, maxListed).map(({ value }) => JSON.stringify(value));
    const more = values.length > maxListed ? ` and ${values.length - maxListed} more` : "";
    const [first] = values.length === 1 ? values : [];
    return {
      ...{ kind: "value", pointer: `/candidateSchema${first?.pointer ?? list}` },
      what: `${valuesOf(list, 1)}: ${listed.join(", ")}${more}`,
      missing: first ? "a candidate with this value" : "a candidate with each of these values",
    };
  });
}

const maxListed = 5;

/** What tests do not reach as tables, for a person. */
export function coverageTables({ unreached }: CoverageSummary, source: Source, style: Style): readonly string[] {
  const rowsOf = (kind: Unreached["kind"]) =>
    unreached
      .filter((one) => one.kind === kind)
      .map(({ pointer, what, missing }) => {
        const { line, column } = source.lines.positionOf(source.places.find(pointer).from);
        const row = [`${line}:${column}`, cut(what, style.width - 12)];
        return kind === "rule" ? [...row, missing] : row;
      });
  const tables = [
    { head: ["place", "rule", "no test has"], rows: rowsOf("rule") },
    { head: ["place", "schema branch that no test value matches"], rows: rowsOf("branch") },
    { head: ["place", "listed value that no test has"], rows: rowsOf("value") },
  ];
  return tables.flatMap(({ head, rows }) => (rows.length === 0 ? [] : [columns(head, rows, style)]));
}

/** The same as notices of GitHub Actions: not reaching something is no error. */
export function coverageAnnotations({ unreached }: CoverageSummary, source: Source): readonly string[] {
  return unreached.map(({ kind, pointer, what, missing }) =>
    annotation(
      "notice",
      source,
      markOf(pointer, source),
      `unreached ${kind}`,
      `The tests do not fully reach ${what}. Add a test with ${missing}.`,
    ),
  );
}

/** The same for programs. */
export function coverageDocuments({ unreached }: CoverageSummary, source: Source): readonly object[] {
  return unreached.map((one) => ({ ...one, place: spanOf(markOf(one.pointer, source), source) }));
}

/** The shares in one sentence. */
export function coverageSentence({ rules, branches, values }: CoverageSummary): string {
  const of = ({ reached, total }: Share, noun: string) => `${reached} of ${total} ${noun}`;
  const parts = [
    of(rules, "rules"),
    of(branches, "schema branches"),
    ...(values.total > 0 ? [of(values, "values")] : []),
  ];
  return `The tests reach ${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}.`;
}

function missingOf(reported: number, passed: number): string {
  if (reported === 0 && passed === 0) return "a candidate that breaks it, and one that meets it";
  return reported === 0 ? "a candidate that breaks it" : "a candidate that meets it";
}

function markOf(pointer: string, { places }: Source): Range {
  const { from, to } = places.find(pointer);
  return { from, to: Math.max(to, from + 1) };
}

function isInside(pointer: string, other: string): boolean {
  return pointer.startsWith(`${other}/`) || (other === "" && pointer !== "");
}

// A place of the schema, named by where its values are in a candidate: /fields/*/type. What selects among several schemas for
// one place stays as it is: /power (oneOf/1).
function valuesOf(pointer: string, without: number): string {
  const tokens = pointer.split("/").slice(1);
  let path = "";
  for (let at = 0; at < tokens.length - without; at++) {
    const keyword = tokens[at] ?? "";
    if (keyword === "properties" || keyword === "prefixItems") path += `/${tokens[++at]}`;
    else if (keyword === "items" || keyword === "additionalProperties") path += "/*";
    else if (pairs.has(keyword)) path += ` (${keyword}/${tokens[++at]})`;
    else path += ` (${keyword})`;
  }
  return path === "" ? "the whole candidate" : path.trimStart();
}

const pairs: ReadonlySet<string> = new Set([
  "allOf",
  "anyOf",
  "oneOf",
  "$defs",
  "patternProperties",
  "dependentSchemas",
]);

function cut(text: string, width: number): string {
  const plain = printable(text);
  return plain.length > width ? `${plain.slice(0, width - 1)}…` : plain;
}
