import { isJsonObject } from "@assay/contract";

/**
 * Describes each difference between `actual` and what a case expects, in one line. Compares only the expected
 * members of an object. An array must be complete and in order; a missing array equals an empty one.
 */
export function findDifferences(expected: unknown, actual: unknown, path = ""): string[] {
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const length = Math.max(expected.length, actual.length);
    return Array.from({ length }, (_, i) => i).flatMap((i) => {
      if (i >= expected.length) return [`${path}/${i}: not expected: ${formatValue(actual[i])}`];
      if (i >= actual.length) return [`${path}/${i}: missing: ${formatValue(expected[i])}`];
      return findDifferences(expected[i], actual[i], `${path}/${i}`);
    });
  }
  if (isJsonObject(expected) && isJsonObject(actual)) {
    return Object.keys(expected).flatMap((member) =>
      Object.hasOwn(actual, member)
        ? findDifferences(expected[member], actual[member], `${path}/${member}`)
        : isEmptyArray(expected[member])
          ? []
          : [`${path}/${member}: missing: ${formatValue(expected[member])}`],
    );
  }
  return Object.is(expected, actual) ? [] : [`${path}: expected ${formatValue(expected)}, got ${formatValue(actual)}`];
}

/** Describes the differences between two arrays whose order does not matter. */
export function findUnorderedDiffs(expected: readonly unknown[], actual: readonly unknown[]): string[] {
  const unmatched = [...actual];
  const missing = expected.filter((entry) => {
    const index = unmatched.findIndex((candidate) => findDifferences(entry, candidate).length === 0);
    if (index >= 0) unmatched.splice(index, 1);
    return index < 0;
  });
  return [
    ...missing.map((entry) => `missing: ${formatValue(entry)}`),
    ...unmatched.map((entry) => `not expected: ${formatValue(entry)}`),
  ];
}

function isEmptyArray(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function formatValue(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 300 ? `${text.slice(0, 300)}...` : text;
}
