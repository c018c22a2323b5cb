import { AssayError } from "./assay-error.ts";
import { type Answer, describeCall, stripQuery } from "./exchange.ts";

const kinds = { string: "a string", number: "a number", boolean: "true or false" } as const;

/**
 * What a value must be: of a kind, an object with these members and any others, or an array of such items and of at most so
 * many. A member whose name ends with a question mark may be absent.
 */
export type ExpectedShape =
  | keyof typeof kinds
  | readonly [item: ExpectedShape, maxItems?: number]
  | { readonly [name: string]: ExpectedShape };

/** Checks a value of an answer, and rejects the answer with an error that names the first one that is not as expected. */
export function expectMembers(answer: Answer, value: unknown, expected: ExpectedShape, at = ""): void {
  if (typeof expected === "string") {
    if (typeof value !== expected) throw createAnswerError(answer, at, kinds[expected]);
  } else if (isItems(expected)) {
    const [item, maxItems = Number.POSITIVE_INFINITY] = expected;
    if (!Array.isArray(value)) throw createAnswerError(answer, at, "an array");
    if (value.length > maxItems) throw createAnswerError(answer, at, `an array of at most ${maxItems} items`);
    for (const [index, one] of value.entries()) expectMembers(answer, one, item, `${at}/${index}`);
  } else {
    if (!isObject(value)) throw createAnswerError(answer, at || "it", "an object");
    for (const [written, member] of Object.entries(expected)) {
      const name = written.replace("?", "");
      const found = Object.hasOwn(value, name) ? value[name] : undefined;
      if (found !== undefined || name === written) expectMembers(answer, found, member, `${at}/${name}`);
    }
  }
}

/** Whether a value is an object, and not an array. */
export function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isItems(expected: ExpectedShape): expected is readonly [ExpectedShape, number?] {
  return Array.isArray(expected);
}

function createAnswerError(answer: Answer, at: string, wanted: string): AssayError {
  const { status, url, requestId } = answer;
  const detail = `${describeCall(answer)}: This is not an answer from an Assay service or a target product: ${at} must be ${wanted}. Is this the right address?`;
  return new AssayError("unexpected-answer", detail, { retryable: false, status, url: stripQuery(url), requestId });
}
