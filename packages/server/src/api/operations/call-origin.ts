/** Where a call comes from, as far as its answer depends on it. */
export interface CallOrigin {
  /** Whether the caller has a key, or is an agent that the identity service calls for. */
  readonly caller: "anonymous" | "key" | "agent";
  /** The owner of the key, if the answer may tell them so. */
  readonly subject?: string | undefined;
}
