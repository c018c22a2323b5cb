import { isDeepStrictEqual } from "node:util";
import { escapeToken } from "@assay/contract";

/** Where a value is not the expected one, as far as one line each can say. The order of members says nothing. */
export function differences(expected: unknown, actual: unknown, at = ""): readonly string[] {
  if (isDeepStrictEqual(expected, actual)) return [];
  const [members, others] = [membersOf(expected), membersOf(actual)];
  if (!members || !others || Array.isArray(expected) !== Array.isArray(actual)) {
    return [`${at === "" ? "the answer" : at}: expected ${shown(expected)}, got ${shown(actual)}`];
  }
  const names = new Set([...Object.keys(members), ...Object.keys(others)]);
  return [...names].flatMap((name) => {
    const path = `${at}/${escapeToken(name)}`;
    if (!Object.hasOwn(others, name)) return [`${path}: missing, expected ${shown(members[name])}`];
    if (!Object.hasOwn(members, name)) return [`${path}: not expected, got ${shown(others[name])}`];
    return differences(members[name], others[name], path);
  });
}

/** The same for arrays whose order says nothing. */
export function differencesInAnyOrder(expected: readonly unknown[], actual: unknown, at: string): readonly string[] {
  if (!Array.isArray(actual)) return [`${at}: expected an array, got ${shown(actual)}`];
  const left: unknown[] = [...actual];
  const missing = expected.filter((one) => {
    const index = left.findIndex((other) => isDeepStrictEqual(one, other));
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
  return [
    ...missing.map((one) => `${at}: missing, expected ${shown(one)}`),
    ...left.map((one) => `${at}: not expected, got ${shown(one)}`),
  ];
}

/** A value as JSON, cut to what fits into a report. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 160 ? `${text.slice(0, 160)}...` : text;
}

function membersOf(value: unknown): { readonly [name: string]: unknown } | undefined {
  return typeof value === "object" && value !== null ? (value as { readonly [name: string]: unknown }) : undefined;
}
