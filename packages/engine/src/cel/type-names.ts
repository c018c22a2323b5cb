const namesOfTypes: { readonly [type: string]: string } = {
  null_type: "null",
  bool: "true or false",
  int: "a whole number",
  uint: "an unsigned number",
  double: "a number",
  string: "a text",
  bytes: "bytes",
  list: "a list",
  map: "an object",
  type: "a type",
  "google.protobuf.Timestamp": "a time",
  "google.protobuf.Duration": "a duration",
};

/** The types of a value, for use in a sentence. */
export function typeNames(types: ReadonlySet<string> | undefined): string {
  if (types === undefined) return "anything";
  const some = types.has("int") && types.has("double") ? [...types].filter((type) => type !== "int") : [...types];
  return some.map((type) => namesOfTypes[type] ?? type).join(" or ");
}

/** Why an expression could not be evaluated, shorter than in the library's words. */
export function evaluationReason(message: string): string {
  const item = /^index (-?[\d.]+) out of bounds/.exec(message)?.[1];
  if (item !== undefined) return `there is no item ${item}`;
  const name = /^field not found: (.*)$/s.exec(message)?.[1];
  if (name !== undefined) return `there is no member ${name}`;
  const operator = /^found no matching overload for '([^']+)'/.exec(message)?.[1];
  if (operator !== undefined) return `${functionName(operator)} does not work on these types`;
  return message;
}

/** A function as an author writes it: `+` and not `_+_`, `size()` and not `size`. */
export function functionName(name: string): string {
  if (name === "@in") return "in";
  return /^\w+$/.test(name) && !name.startsWith("_") ? `${name}()` : name.replaceAll("_", "").replace("@", "");
}
