import { joinList } from "../text/phrases.ts";

const typeNames: { readonly [type: string]: string } = {
  null_type: "null",
  bool: "a boolean",
  int: "an integer",
  uint: "an unsigned integer",
  double: "a double",
  number: "a number",
  string: "a string",
  bytes: "bytes",
  list: "an array",
  map: "an object",
  type: "a type",
  "google.protobuf.Timestamp": "a timestamp",
  "google.protobuf.Duration": "a duration",
};

/** Formats the types of a value for a sentence: "an integer or a string". */
export function formatTypes(types: ReadonlySet<string> | undefined): string {
  if (types === undefined) return "anything";
  const merged =
    types.has("int") && types.has("double")
      ? ["number", ...[...types].filter((type) => type !== "int" && type !== "double")]
      : [...types];
  return joinList(
    merged.map((type) => typeNames[type] ?? type),
    "or",
  );
}

/** Shortens the library's message about why an expression could not be evaluated. */
export function shortenReason(message: string): string {
  const item = /^index (-?[\d.]+) out of bounds/.exec(message)?.[1];
  if (item !== undefined) return `no item at index ${item}`;
  const name = /^field not found: (.*)$/s.exec(message)?.[1];
  if (name !== undefined) return `property ${name} does not exist`;
  const operator = /^found no matching overload for '([^']+)'/.exec(message)?.[1];
  if (operator !== undefined) return `${formatFunction(operator)} does not work on these types`;
  return message;
}

/** Formats the name of a function as an author writes it: `+` for `_+_`, `size()` for `size`. */
export function formatFunction(name: string): string {
  if (name === "@in") return "in";
  return /^\w+$/.test(name) && !name.startsWith("_") ? `${name}()` : name.replaceAll("_", "").replace("@", "");
}
