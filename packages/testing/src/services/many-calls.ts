/** For a test that is not about the limit, and calls more often than anybody may. */
export const manyCalls = { calls: 1_000_000, windowSeconds: 60 } as const;
