/**
 * The error for a mistake in the program that calls the engine: the argument as the caller knows it, what it must be, what was
 * found, and a sentence that says what to pass.
 */
export function createArgumentError(argument: string, expected: string, found: string, remedy: string): TypeError {
  return new TypeError(`\`${argument}\` must be ${expected}, but is ${found}. ${remedy}`);
}

/** Names the kind of any value, as a message writes it after "is". */
export function describeKind(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (Array.isArray(value)) return "an array";
  if (typeof value !== "object") return `a ${typeof value}`;
  // "[object Promise]", whatever realm the value comes from.
  const tag = Object.prototype.toString.call(value).slice("[object ".length, -1);
  if (tag === "Object") return "an object";
  return `${/^[AEIOU](?!int)/.test(tag) ? "an" : "a"} ${tag}`;
}
