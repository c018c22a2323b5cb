/** A caller whose identity was verified, or an anonymous caller. */
export type Caller =
  | { readonly kind: "anonymous" }
  /** A caller with an API key from the identity service or an access token; `id` is the owner of the key or token. */
  | { readonly kind: "key" | "token"; readonly id: string }
  /** An agent that is authorized by the identity service, which calls on the agent's behalf. */
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

/** An agent as described in a proxy call. */
export type Agent = Extract<Caller, { kind: "agent" }>;

/** Returns the user who calls or on whose behalf an agent calls; undefined if the call has no user. */
export function findSubject(caller: Caller): string | undefined {
  if (caller.kind === "anonymous") return undefined;
  if (caller.kind === "agent") return caller.mode === "delegated" ? caller.subject : undefined;
  return caller.id;
}

/** Returns the log fields that identify a caller. They never contain a key. */
export function toLoggedCaller(caller: Caller | undefined) {
  if (caller === undefined || caller.kind === "anonymous") return {};
  const { kind, id } = caller;
  return { caller: kind, callerId: id, issuer: kind === "agent" ? caller.issuer : undefined };
}
