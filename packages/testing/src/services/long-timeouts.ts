/** For a test that is not about timeouts: a busy machine must not make the service give up what it waits for. */
export const longTimeouts = { fetchTimeoutMs: 120_000, identityTimeoutMs: 120_000 } as const;

/** For a test of exact counting: how long the store may be silent on a busy machine before an instance counts alone. */
export const longSilenceMs = 60_000;
