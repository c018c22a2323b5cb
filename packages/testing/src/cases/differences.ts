import { isJsonObject } from "@assay/contract";
/**
 * Where `actual` is not what a case expects, one line each. Of objects only the expected members are compared;
 * lists are complete and in order. A list that is absent is empty.
 */
export function differences(expected: unknown, actual: unknown, at = ""): string[] {
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const length = Math.max(expected.length, actual.length);
    return Array.from({ length }, (_, i) => i).flatMap((i) => {
      if (i >= expected.length) return [`${at}/${i}: not expected: ${show(actual[i])}`];
      if (i >= actual.length) return [`${at}/${i}: missing: ${show(expected[i])}`];
      return differences(expected[i], actual[i], `${at}/${i}`);
    });
  }
  if (isJsonObject(expected) && isJsonObject(actual)) {
    return Object.keys(expected).flatMap((member) =>
      Object.hasOwn(actual, member)
        ? differences(expected[member], actual[member], `${at}/${member}`)
        : isEmptyArray(expected[member])
          ? []
          : [`${at}/${member}: missing: ${show(expected[member])}`],
    );
  }
  return Object.is(expected, actual) ? [] : [`${at}: expected ${show(expected)}, got ${show(actual)}`];
}

/** The same for lists whose order says nothing. */
export function differencesInAnyOrder(expected: readonly unknown[], actual: readonly unknown[]): string[] {
  const left = [...actual];
  const missing = expected.filter((entry) => {
    const found = left.findIndex((candidate) => differences(entry, candidate).length === 0);
    if (found >= 0) left.splice(found, 1);
    return found < 0;
  });
  return [...missing.map((entry) => `missing: ${show(entry)}`), ...left.map((entry) => `not expected: ${show(entry)}`)];
}

function isEmptyArray(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 300 ? `${text.slice(0, 300)}...` : text;
}
