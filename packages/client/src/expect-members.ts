import { AssayError } from "./assay-error.ts";
import { type Answer, describeCall, stripQuery } from "./exchange.ts";

const kinds = { string: "a string", number: "a number", boolean: "true or false" } as const;

/**
 * The expected shape of a value: a primitive type, an object with at least these members, or an array of these items
 * with an optional maximum length. A member whose name ends with a question mark is optional.
 */
export type ExpectedShape =
  | keyof typeof kinds
  | readonly [item: ExpectedShape, maxItems?: number]
  | { readonly [name: string]: ExpectedShape };

/** Checks the shape of a value in an answer. Throws an error that names the first member that does not match. */
export function expectMembers(answer: Answer, value: unknown, expected: ExpectedShape, path = ""): void {
  if (typeof expected === "string") {
    if (typeof value !== expected) throw createAnswerError(answer, path, kinds[expected]);
  } else if (isItems(expected)) {
    const [item, maxItems = Number.POSITIVE_INFINITY] = expected;
    if (!Array.isArray(value)) throw createAnswerError(answer, path, "an array");
    if (value.length > maxItems) throw createAnswerError(answer, path, `an array of at most ${maxItems} items`);
    for (const [index, itemValue] of value.entries()) expectMembers(answer, itemValue, item, `${path}/${index}`);
  } else {
    if (!isObject(value)) throw createAnswerError(answer, path || "it", "an object");
    for (const [key, shape] of Object.entries(expected)) {
      const name = key.replace("?", "");
      const member = Object.hasOwn(value, name) ? value[name] : undefined;
      if (member !== undefined || name === key) expectMembers(answer, member, shape, `${path}/${name}`);
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

function createAnswerError(answer: Answer, path: string, requirement: string): AssayError {
  const { status, url, requestId } = answer;
  const detail = `${describeCall(answer)}: This is not an answer from an Assay service or a target product: ${path} must be ${requirement}. Is this the right address?`;
  return new AssayError("unexpected-answer", detail, { retryable: false, status, url: stripQuery(url), requestId });
}
