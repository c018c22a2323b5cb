import type { fromJsonSchema } from "@modelcontextprotocol/server";

/** Schemas advertise, and our own readers decide: a bad candidate gets a verdict, not an error of the protocol. */
export const acceptAnyInput: NonNullable<Parameters<typeof fromJsonSchema>[1]> = {
  getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
};
