/** The checks that run on every candidate, whatever the spec package says, in this order. */
export const fixedChecks = ["candidate-schema", "owner-kind", "generator-id"] as const;
