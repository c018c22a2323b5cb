/** Where a call comes from, as far as its answer depends on it. */
export interface CallOrigin {
  /** Whether the caller has a key or an access token, or is an agent that the identity service calls for. */
  readonly caller: "anonymous" | "key" | "token" | "agent";
  /** The owner of the key or token, if the answer may tell them so. */
  readonly subject?: string | undefined;
  /** The most domains that a list may have; any number unless given. */
  readonly maxDomains?: number | undefined;
}
