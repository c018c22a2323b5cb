/**
 * Creates the error for an invalid argument. Its message names the argument, what it must be and what it is;
 * `remedy` is a sentence about what to pass instead.
 */
export function createArgumentError(argument: string, expected: string, actual: string, remedy: string): TypeError {
  return new TypeError(`\`${argument}\` must be ${expected}, but is ${actual}. ${remedy}`);
}

/** Describes the kind of a value, to be used after "is" in a message. */
export function describeKind(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (Array.isArray(value)) return "an array";
  if (typeof value !== "object") return `a ${typeof value}`;
  // Returns "[object Promise]" for a Promise from another realm, too.
  const tag = Object.prototype.toString.call(value).slice("[object ".length, -1);
  if (tag === "Object") return "an object";
  return `${/^[AEIOU](?!int)/.test(tag) ? "an" : "a"} ${tag}`;
}
