// Pieces that several schemas share, written out in each: published schemas hold no `$ref` between documents.

/** A JSON Pointer (RFC 6901). */
export const pointer = { type: "string", pattern: "^(/([^~/]|~[01])*)*$" } as const;

/** A place in a body, and what there is to say of it. */
export const placed = {
  type: "object",
  properties: { path: pointer, message: { type: "string" } },
  required: ["path", "message"],
  additionalProperties: false,
} as const;

/** The name of a product, domain, rule or field type. */
export const name = { type: "string", pattern: "^[a-z][a-z0-9-]{0,63}$" } as const;

/** A semantic version without labels. */
export const version = {
  type: "string",
  pattern: "^(0|[1-9][0-9]{0,5})\\.(0|[1-9][0-9]{0,5})\\.(0|[1-9][0-9]{0,5})$",
} as const;

/** SHA-256 of an RFC 8785 form. */
export const digest = { type: "string", pattern: "^sha256:[0-9a-f]{64}$" } as const;

/** RFC 3339, UTC. */
export const time = {
  type: "string",
  pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$",
} as const;
