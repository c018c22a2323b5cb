/** For tests that are not about timeouts: the service must not give up waiting because the machine is busy. */
export const longTimeouts = { fetchTimeoutMs: 120_000, identityTimeoutMs: 120_000 } as const;

/** For tests of exact counting: how long Redis can be silent before an instance falls back to its own counts. */
export const longSilenceMs = 60_000;
