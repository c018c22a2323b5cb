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

/** Returns the person who calls, or who has sent the agent that calls; nobody if it acts on its own. */
export function findSubject(caller: Caller): string | undefined {
  if (caller.kind === "anonymous") return undefined;
  if (caller.kind === "agent") return caller.mode === "delegated" ? caller.subject : undefined;
  return caller.id;
}

/** Names the caller for the log; never contains a key. */
export function toLoggedCaller(caller: Caller | undefined) {
  if (caller === undefined || caller.kind === "anonymous") return {};
  const { kind, id } = caller;
  return { caller: kind, callerId: id, issuer: kind === "agent" ? caller.issuer : undefined };
}
