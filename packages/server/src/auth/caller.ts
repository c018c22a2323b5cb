/** Who calls, as far as it was verified. */
export type Caller =
  | { readonly kind: "anonymous" }
  /** A key of the identity service, or an access token of the authorization server; `id` is its owner. */
  | { readonly kind: "key" | "token"; readonly id: string }
  /** An agent on whose behalf the identity service calls, after checking that it may. */
  | {
      readonly kind: "agent";
      readonly id: string;
      readonly issuer: string;
      readonly host: string;
      readonly subject: string;
      readonly mode: "delegated" | "autonomous";
      readonly grant: string;
      readonly capability: string;
    };

/** An agent, as a proxy call names it. */
export type Agent = Extract<Caller, { kind: "agent" }>;

/** Names the caller for the log; never contains a key. */
export function loggedCaller(caller: Caller | undefined) {
  if (caller === undefined || caller.kind === "anonymous") return {};
  const { kind, id } = caller;
  return { caller: kind, callerId: id, ...(kind === "agent" && { issuer: caller.issuer }) };
}
