import { AssayError } from "./assay-error.ts";
import { type Answer, describeCall } from "./exchange.ts";

const kinds = { string: "a string", number: "a number", boolean: "true or false" } as const;

/** What a value must be: of a kind, an object with these members and any others, or an array of such items. */
type Expected = keyof typeof kinds | readonly [Expected] | { readonly [name: string]: Expected };

/** Checks a value of an answer, and rejects the answer with an error that names the first one that is not as expected. */
export function expectMembers(answer: Answer, value: unknown, expected: Expected, at = ""): void {
  if (typeof expected === "string") {
    if (typeof value !== expected) throw unexpected(answer, at, kinds[expected]);
  } else if (isItems(expected)) {
    if (!Array.isArray(value)) throw unexpected(answer, at, "an array");
    for (const [index, item] of value.entries()) expectMembers(answer, item, expected[0], `${at}/${index}`);
  } else {
    if (!isObject(value)) throw unexpected(answer, at || "it", "an object");
    for (const [name, member] of Object.entries(expected)) {
      expectMembers(answer, Object.hasOwn(value, name) ? value[name] : undefined, member, `${at}/${name}`);
    }
  }
}

/** Whether a value is an object, and not an array. */
export function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isItems(expected: Expected): expected is readonly [Expected] {
  return Array.isArray(expected);
}

function unexpected(answer: Answer, at: string, wanted: string): AssayError {
  const { status, requestId } = answer;
  const detail = `${describeCall(answer)}: This is not an answer from an Assay service or a target product: ${at} must be ${wanted}. Is this the right address?`;
  return new AssayError("unexpected-answer", detail, { retryable: false, status, requestId });
}
