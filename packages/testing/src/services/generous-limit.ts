/** For tests that are not about the rate limit, but make more calls than it usually allows. */
export const generousLimit = { calls: 1_000_000, windowSeconds: 60 } as const;
