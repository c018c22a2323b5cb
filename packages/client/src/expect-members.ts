import { AssayError } from "./assay-error.ts";
import { type Answer, describeCall } from "./exchange.ts";

/** What a member must be. */
export type Kind = "string" | "boolean" | "object" | "array";

/** A JSON object; only own members count. */
export interface OpenObject {
  readonly [name: string]: unknown;
}

/**
 * Checks that a value of an answer is an object that has these members; any others are accepted. Rejects the answer with an
 * error that names the first one that is missing or of another kind.
 */
export function expectMembers(
  answer: Answer,
  value: unknown,
  at: string,
  members: { readonly [name: string]: Kind },
): OpenObject {
  if (!isObject(value)) throw unexpected(answer, at || "it", "an object");
  for (const [name, kind] of Object.entries(members)) {
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    if (!isOfKind(member, kind)) throw unexpected(answer, `${at}/${name}`, kinds[kind]);
  }
  return value;
}

/** Checks each item of an array as `expectMembers` does. */
export function expectItems(
  answer: Answer,
  value: unknown,
  at: string,
  members: { readonly [name: string]: Kind },
): void {
  for (const [index, item] of (value as readonly unknown[]).entries())
    expectMembers(answer, item, `${at}/${index}`, members);
}

/** Whether a value is an object, and not an array. */
export function isObject(value: unknown): value is OpenObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const kinds = { string: "a string", boolean: "true or false", object: "an object", array: "an array" } as const;

function isOfKind(value: unknown, kind: Kind): boolean {
  if (kind === "array") return Array.isArray(value);
  return kind === "object" ? isObject(value) : typeof value === kind;
}

function unexpected(answer: Answer, at: string, wanted: string): AssayError {
  const { status, requestId } = answer;
  const detail = `${describeCall(answer)}: This is not an answer from an Assay service or a target product: ${at} must be ${wanted}. Is this the right address?`;
  return new AssayError("unexpected-answer", detail, { retryable: false, status, requestId });
}
