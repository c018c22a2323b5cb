import { isJsonObject } from "@assay/contract";
/**
 * Where `actual` is not what a case expects, one line each. Of objects only the expected members are compared;
 * lists are complete and in order. A list that is absent is empty.
 */
export function findDifferences(expected: unknown, actual: unknown, at = ""): string[] {
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const length = Math.max(expected.length, actual.length);
    return Array.from({ length }, (_, i) => i).flatMap((i) => {
      if (i >= expected.length) return [`${at}/${i}: not expected: ${formatValue(actual[i])}`];
      if (i >= actual.length) return [`${at}/${i}: missing: ${formatValue(expected[i])}`];
      return findDifferences(expected[i], actual[i], `${at}/${i}`);
    });
  }
  if (isJsonObject(expected) && isJsonObject(actual)) {
    return Object.keys(expected).flatMap((member) =>
      Object.hasOwn(actual, member)
        ? findDifferences(expected[member], actual[member], `${at}/${member}`)
        : isEmptyArray(expected[member])
          ? []
          : [`${at}/${member}: missing: ${formatValue(expected[member])}`],
    );
  }
  return Object.is(expected, actual) ? [] : [`${at}: expected ${formatValue(expected)}, got ${formatValue(actual)}`];
}

/** The same for lists whose order says nothing. */
export function findUnorderedDiffs(expected: readonly unknown[], actual: readonly unknown[]): string[] {
  const left = [...actual];
  const missing = expected.filter((entry) => {
    const found = left.findIndex((candidate) => findDifferences(entry, candidate).length === 0);
    if (found >= 0) left.splice(found, 1);
    return found < 0;
  });
  return [
    ...missing.map((entry) => `missing: ${formatValue(entry)}`),
    ...left.map((entry) => `not expected: ${formatValue(entry)}`),
  ];
}

function isEmptyArray(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function formatValue(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 300 ? `${text.slice(0, 300)}...` : text;
}
