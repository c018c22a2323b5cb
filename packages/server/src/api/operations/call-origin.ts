/** Where a call comes from, as far as its answer depends on it. */
export interface CallOrigin {
  /** The person who calls, or for whom an agent calls; absent if nobody is known. */
  readonly subject?: string | undefined;
  /** The most domains that a list may have; any number unless given. */
  readonly maxDomains?: number | undefined;
}
