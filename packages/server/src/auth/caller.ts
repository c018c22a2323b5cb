/** Who calls, as far as it was proven. */
export type Caller =
  | { readonly kind: "anonymous" }
  /** A key of the identity service; `id` is whoever it belongs to. */
  | { readonly kind: "key"; readonly id: string }
  /** An agent for whom the identity service calls, having checked that it may. */
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
