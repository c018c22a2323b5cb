// Parts that several schemas share. Each schema contains a copy, because published schemas have no `$ref` to other
// documents.

/** A JSON Pointer (RFC 6901). */
export const pointer = { type: "string", pattern: "^(/([^~/]|~[01])*)*$" } as const;

/** A path in a body, with a message about it. */
export const placedMessage = {
  type: "object",
  description: "A message about one place.",
  properties: {
    path: { ...pointer, description: "The place, as a JSON Pointer (RFC 6901)." },
    message: { type: "string", description: "What is wrong at this place." },
  },
  required: ["path", "message"],
} as const;

/** The name of a product, domain, rule or field type. */
export const name = { type: "string", pattern: "^[a-z][a-z0-9-]{0,63}$" } as const;

/** A semantic version without pre-release or build labels. */
export const version = {
  type: "string",
  pattern: "^(0|[1-9][0-9]{0,5})\\.(0|[1-9][0-9]{0,5})\\.(0|[1-9][0-9]{0,5})$",
} as const;

/** The SHA-256 of an RFC 8785 form. */
export const digest = { type: "string", pattern: "^sha256:[0-9a-f]{64}$" } as const;

/** The engine that computes verdicts. */
export const engineSchema = {
  type: "object",
  description: "The engine that computes the verdicts.",
  properties: {
    name: { type: "string", const: "assay", description: "The name of the engine." },
    version: { ...version, description: "The version of the engine." },
  },
  required: ["name", "version"],
} as const;

/** An RFC 3339 time in UTC. */
export const time = {
  type: "string",
  pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
} as const;

/** A text for people. */
export const text = { type: "string", minLength: 1, maxLength: 2_000 } as const;

/** A JSON Pointer in which `*` matches each item of an array and each value of a map. */
export const pattern = { ...pointer, maxLength: 512 } as const;
