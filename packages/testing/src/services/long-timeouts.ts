/** For tests that are not about timeouts: the service must not give up waiting because the machine is busy. */
export const longTimeouts = { fetchTimeoutMs: 120_000, identityTimeoutMs: 120_000 } as const;

/** For tests of exact counting: how long the store may be silent on a busy machine before an instance counts alone. */
export const longSilenceMs = 60_000;
