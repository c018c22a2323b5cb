/** How long a domain that failed waits at most until it is refreshed again, and so what its callers are told to wait. */
export const maxRetrySeconds = 30;
