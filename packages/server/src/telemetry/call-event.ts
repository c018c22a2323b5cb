import type { Diagnostic, OperationId, ProblemCode } from "@assay/contract";

/** The log entry for a call, with its table in operations.md. It never contains a key or any part of the candidate. */
export interface CallEvent {
  /** `X-Request-Id` of the answer, and in the log of a trusted proxy that sent it. */
  readonly requestId: string;
  /** The trace id in `traceparent`, if the caller sent one. */
  readonly traceId?: string | undefined;
  /** The transport, unless it is plain HTTP. */
  readonly via?: "mcp" | undefined;
  /** The operation; `unknown` for a tool that does not exist, and for an unreadable message. */
  readonly operation: OperationId | "unknown";
  readonly status: number;
  readonly milliseconds: number;
  /** How the caller was identified. */
  readonly caller?: "key" | "token" | "agent" | undefined;
  /** The owner of the key or token, or the agent. */
  readonly callerId?: string | undefined;
  /** The identity service of the agent. */
  readonly issuer?: string | undefined;
  /** The client address, if the call was over its rate limit. */
  readonly address?: string | undefined;
  readonly targetProduct?: string | undefined;
  readonly domainId?: string | undefined;
  readonly valid?: boolean | undefined;
  /** What was wrong with the candidate: up to 20 kinds of errors, each with its `code`, and `rule` if a rule reported it. */
  readonly errors?: readonly Pick<Diagnostic, "code" | "rule">[] | undefined;
  /** The problem, if the call was refused. */
  readonly code?: ProblemCode | undefined;
  /** Why a key or token was refused: `inactive`, `expired`, `audience`, `issuer` or `subject`. The caller is not told. */
  readonly reason?: string | undefined;
  /** The error behind an internal problem. */
  readonly err?: unknown;
}
