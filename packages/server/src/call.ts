import { type DomainName, isJsonObject, type Json, requestLimits } from "@assay/contract";
import { type OperationResult, runOperation } from "./api/operations/run-operation.ts";
import type { ProposalDeps } from "./api/operations/validate-proposal.ts";
import { type Authenticator, type CallHead, takesBody } from "./auth/authenticator.ts";
import { type Caller, findSubject, toLoggedCaller } from "./auth/caller.ts";
import { isProxyCall, type SignedCall } from "./auth/proxy-call.ts";
import type { OverCharge, RateLimits } from "./limit/rate-limits.ts";
import { countHeaders, type RawHeaders } from "./net/raw-headers.ts";
import { readTraceId } from "./net/request-ids.ts";
import { Problem, toInternalProblem } from "./problem.ts";
import { createTaskQueue } from "./task-queue.ts";
import type { CallEvent } from "./telemetry/call-event.ts";

/** The head of a call, as its transport received it. */
export interface Head extends CallHead {
  /** The transport, unless it is plain HTTP. */
  readonly via?: "mcp";
  /** Checks the head by the rules of the transport; called after the call has been counted. */
  check?(): Problem | undefined;
}

/** A call in progress. Each step takes the result of the previous step, and returns a refused call unchanged. */
export type Call = BegunCall | AdmittedCall | AuthenticatedCall | ReceivedCall | AnsweredCall | RefusedCall;

interface CallBase {
  readonly head: Head;
  readonly startedAt: number;
  /** The rate limit headers for the client; undefined until the call is counted. A call is counted only once. */
  readonly rateLimit: ResponseHeaders | undefined;
}

type ResponseHeaders = { readonly [name: string]: string };

/** A call that has not been checked yet. */
export interface BegunCall extends CallBase {
  readonly kind: "begun";
}

/** A call within the rate limit of its address, or a signed call from an address with few failed signatures. */
export interface AdmittedCall extends CallBase {
  readonly kind: "admitted";
  readonly isSigned: boolean;
}

/** A call that has been counted and whose caller is known. Its body can be read now. */
export interface AuthenticatedCall extends CallBase {
  readonly kind: "authenticated";
  readonly caller: Caller;
  checkBody(body: Uint8Array): Problem | undefined;
}

/** A call whose body has been checked: it matches the signature, and does not contain the caller's key. */
export interface ReceivedCall extends CallBase {
  readonly kind: "received";
  readonly caller: Caller;
  /** The body; absent if the operation takes no body. */
  readonly bytes: Uint8Array | undefined;
}

/** A call whose operation has run. */
export interface AnsweredCall extends CallBase {
  readonly kind: "answered";
  readonly caller: Caller;
  /** The person who calls, or on whose behalf an agent calls; undefined if unknown. */
  readonly subject: string | undefined;
  readonly result: OperationResult;
  /** The domain that the operation used, for the log; absent for `listDomains`. */
  readonly domain: DomainName | undefined;
}

/** A call that was refused. */
export interface RefusedCall extends CallBase {
  readonly kind: "refused";
  readonly caller: Caller | undefined;
  readonly problem: Problem;
}

/** The response status of a call, and its problem if it was refused. */
export interface Outcome {
  readonly status: number;
  readonly problem?: Problem | undefined;
}

export interface CallsOptions extends ProposalDeps {
  readonly authenticator: Authenticator;
  readonly rateLimits: RateLimits;
  /** Logs and counts a call. */
  log(event: CallEvent): void;
  /** Counts a call from an address that is over its limit, and logs a sample of these calls. */
  logOverLimit(event: CallEvent): void;
}

/** The steps of every call, over HTTP and MCP: begin, admit, authenticate, receive, run, conclude. */
export class Calls {
  readonly #options: CallsOptions;
  readonly #enqueue = createTaskQueue();

  constructor(options: CallsOptions) {
    this.#options = options;
  }

  /** Starts a call when its head has arrived. */
  begin(head: Head): BegunCall {
    return { kind: "begun", head, startedAt: performance.now(), rateLimit: undefined };
  }

  /**
   * Counts a call against its address, then checks its head. A signed call is counted after its agent is authenticated:
   * agents share the address of their identity service, so an unproven claim must not be charged to any of them.
   */
  async admit(begun: BegunCall): Promise<AdmittedCall | RefusedCall> {
    const { head } = begun;
    const isSigned = this.#options.authenticator.isSigned(head);
    const counted = isSigned ? this.#checkFailureLimit(begun) : await this.#countForAddress(begun);
    if (counted.kind === "refused") return counted;
    const problem = head.check?.() ?? checkRepeated(head.rawHeaders, "authorization");
    if (problem) return isSigned ? this.#refuseUnverified(counted, problem) : refuse(counted, problem);
    return { ...counted, kind: "admitted", isSigned };
  }

  /**
   * Refuses a call before its first step if its address is already over its limit: counts the call, and returns the
   * problem and the headers for its answer. Returns undefined if the call must go through the usual steps.
   */
  refuseOverLimit(head: Pick<CallHead, "operation" | "requestId" | "rawHeaders" | "address">): OverCharge | undefined {
    const { authenticator, rateLimits, logOverLimit } = this.#options;
    if (authenticator.isSigned(head)) return undefined;
    const refusal = rateLimits.chargeOverLimit(head.address);
    if (!refusal) return undefined;
    const { requestId, operation, address, rawHeaders } = head;
    const { status, code } = refusal.problem;
    logOverLimit({ requestId, traceId: readTraceId(rawHeaders), operation, status, address, milliseconds: 0, code });
    return refusal;
  }

  /** Identifies the caller. For an agent, verifies the signature, counts the call and marks the nonce as used. */
  async authenticate(admitted: AdmittedCall | RefusedCall): Promise<AuthenticatedCall | RefusedCall> {
    if (admitted.kind === "refused") return admitted;
    return await runStep(admitted, () =>
      admitted.isSigned ? this.#authenticateAgent(admitted) : this.#authenticateKey(admitted),
    );
  }

  /** Receives the body, if any. Refuses a body that contains the caller's key or differs from the signed body. */
  async receive(
    authenticated: AuthenticatedCall | RefusedCall,
    receiveBody: () => Promise<Uint8Array | Problem | undefined>,
  ): Promise<ReceivedCall | RefusedCall> {
    if (authenticated.kind === "refused") return authenticated;
    return await runStep(authenticated, async () => {
      const bytes = await receiveBody();
      if (bytes instanceof Problem) return refuse(authenticated, bytes);
      const { head, startedAt, rateLimit, caller, checkBody } = authenticated;
      // Check a missing body as an empty body: an operation that takes a body must not run without this check.
      const body = bytes ?? (takesBody(head.operation) ? new Uint8Array() : undefined);
      const problem = body && checkBody(body);
      return problem ? refuse(authenticated, problem) : { kind: "received", head, startedAt, rateLimit, caller, bytes };
    });
  }

  /** Reads the body as JSON, and runs the operation on it. */
  async run(received: ReceivedCall | RefusedCall, readJson: () => Json | Problem): Promise<AnsweredCall | RefusedCall> {
    if (received.kind === "refused") return received;
    const { operation } = received.head;
    const { caller } = received;
    // A model reads the whole list, so the list is shorter over MCP.
    const maxDomains = received.head.via === "mcp" ? requestLimits.domainsOverMcp : undefined;
    const subject = findSubject(caller);
    return await runStep(received, async () => {
      if (operation === "unknown") throw new Error("cannot run an unknown operation");
      const body = readJson();
      if (body instanceof Problem) return refuse(received, body);
      const result = runOperation(operation, body, this.#options, { subject, maxDomains });
      if (result instanceof Problem) return refuse(received, result);
      const { head, startedAt, rateLimit } = received;
      // listDomains accepts any name, so the names in its body must not reach the log.
      const domain = operation === "listDomains" ? undefined : readDomainName(body);
      return { kind: "answered", head, startedAt, rateLimit, caller, subject, result, domain };
    });
  }

  /** Ends a call: counts it if no step has counted it, logs it, and returns the rate limit headers for the response. */
  async conclude(call: Call, { status, problem }: Outcome): Promise<ResponseHeaders> {
    const { head, startedAt } = call;
    let { rateLimit } = call;
    if (rateLimit === undefined && problem && problem.entry.counted !== false) {
      rateLimit = (await this.#options.rateLimits.charge(["ip", head.address])).headers;
    }
    const caller = "caller" in call ? call.caller : undefined;
    // The rate limit is checked before the key, so only the address is known.
    const isAddressOver = problem?.code === "rate-limited" && !caller;
    const log = isAddressOver ? this.#options.logOverLimit : this.#options.log;
    log({
      requestId: head.requestId,
      traceId: readTraceId(head.rawHeaders),
      via: head.via,
      operation: head.operation,
      status,
      ...toLoggedCaller(caller),
      address: isAddressOver ? head.address : undefined,
      milliseconds: Math.round(10 * (performance.now() - startedAt)) / 10,
      ...(call.kind === "answered" && { ...call.domain, ...readVerdict(call.result) }),
      ...problem?.domain,
      code: problem?.code,
      reason: problem?.reason,
      err: problem?.cause,
    });
    return rateLimit ?? {};
  }

  /** Whether a request claims to come from an agent. MCP accepts only keys, so it counts and refuses these requests. */
  isForAgent(rawHeaders: RawHeaders): boolean {
    return isProxyCall(rawHeaders);
  }

  /** Limits the number of requests from an address that do not count as calls. */
  limitUnchargedRequests(address: string): Problem | undefined {
    return this.#options.rateLimits.limitUnchargedRequests(address);
  }

  /** Limits the number of MCP messages from an address, before they are read to find out whether they are calls. */
  limitMessages(address: string): Problem | undefined {
    return this.#options.rateLimits.limitMessages(address);
  }

  async #authenticateKey(admitted: AdmittedCall): Promise<AuthenticatedCall | RefusedCall> {
    const identified = await this.#options.authenticator.identify(admitted.head);
    if (identified instanceof Problem) return refuse(admitted, identified);
    const { caller, isKeyIn } = identified;
    const checkBody = (body: Uint8Array) => (isKeyIn?.(body) ? refuseKeyInBody() : undefined);
    return { ...admitted, kind: "authenticated", caller, checkBody };
  }

  // Count the call before its body is read, so that an invalid body is charged to the agent and not to the address that
  // all agents share.
  async #authenticateAgent(admitted: AdmittedCall): Promise<AuthenticatedCall | RefusedCall> {
    const { authenticator, rateLimits } = this.#options;
    const { head } = admitted;
    const signed = await this.#verifySignature(admitted);
    if (signed.kind === "refused") return signed;
    const { agent, nonce, isBody } = signed;
    const charge = await rateLimits.charge(["agent", agent.issuer, agent.id], nonce);
    if (charge.kind === "replayed") return this.#refuseUnverified(admitted, authenticator.refuse(head, "nonce-spent"));
    const counted = { ...admitted, rateLimit: charge.headers };
    if (charge.problem) return refuse({ ...counted, caller: agent }, charge.problem);
    const problem = authenticator.checkCapability(head, agent);
    if (problem) return refuse({ ...counted, caller: agent }, problem);
    const checkBody = (body: Uint8Array) => (isBody(body) ? undefined : authenticator.refuse(head, "digest-wrong"));
    return { ...counted, kind: "authenticated", caller: agent, checkBody };
  }

  async #verifySignature(admitted: AdmittedCall): Promise<SignedCall | RefusedCall> {
    const claimed = await this.#options.authenticator.readSigned(admitted.head);
    if (claimed instanceof Problem) return this.#refuseUnverified(admitted, claimed);
    // Many calls can wait for the same keys. Verify them one by one, so that each failure counts for later calls.
    return await this.#enqueue(async () => {
      const checked = this.#checkFailureLimit(admitted);
      if (checked.kind === "refused") return checked;
      const verified = await claimed.verify();
      return verified instanceof Problem ? this.#refuseUnverified(admitted, verified) : verified;
    });
  }

  // A signed call whose caller is unproven counts against its address, which has a separate limit for these calls.
  #refuseUnverified(call: CallBase, problem: Problem): RefusedCall {
    const { rateLimits } = this.#options;
    const { address } = call.head;
    if (problem.code !== "invalid-credentials") {
      return refuse(call, rateLimits.limitUnchargedRequests(address, problem.extras.retryAfterSeconds) ?? problem);
    }
    rateLimits.countFailedSignature(address);
    return refuse(call, problem);
  }

  #checkFailureLimit<Stage extends BegunCall | AdmittedCall>(call: Stage): Stage | RefusedCall {
    const problem = this.#options.rateLimits.checkFailureLimit(call.head.address);
    return problem ? refuse({ ...call, rateLimit: {} }, problem) : call;
  }

  async #countForAddress(begun: BegunCall): Promise<BegunCall | RefusedCall> {
    const { headers, problem } = await this.#options.rateLimits.charge(["ip", begun.head.address]);
    const counted = { ...begun, rateLimit: headers };
    return problem ? refuse(counted, problem) : counted;
  }
}

function refuse(call: CallBase & { readonly caller?: Caller | undefined }, problem: Problem): RefusedCall {
  const { head, startedAt, rateLimit, caller } = call;
  return { kind: "refused", head, startedAt, rateLimit, caller, problem };
}

// If the step throws, refuses the call in its state before the step: a call that has been counted is not counted again.
async function runStep<Next>(
  call: Parameters<typeof refuse>[0],
  step: () => Promise<Next | RefusedCall>,
): Promise<Next | RefusedCall> {
  try {
    return await step();
  } catch (error) {
    return refuse(call, toInternalProblem(error));
  }
}

// If a header appears twice, this service would read the first, but a proxy in front of it might have read the second.
function checkRepeated(rawHeaders: RawHeaders, name: string): Problem | undefined {
  const count = countHeaders(rawHeaders, name);
  return count > 1 ? new Problem("bad-request", `The ${name} header appears ${count} times. Send it once.`) : undefined;
}

// A key in a body could leak: answers quote invalid values, and built packages go to a public vote.
function refuseKeyInBody(): Problem {
  const detail =
    "The body contains the key that this call was made with, so it was not processed. Remove the key from the body; it belongs only in the Authorization header. If the body was shared with anyone, replace the key at the identity service.";
  return new Problem("credential-in-body", detail);
}

function readDomainName(body: Json): DomainName | undefined {
  const { targetProduct, domainId } = isJsonObject(body) ? body : {};
  return typeof targetProduct === "string" && typeof domainId === "string" ? { targetProduct, domainId } : undefined;
}

// Codes and ids of rules are closed lists. Everything else in a diagnostic can quote the candidate.
function readVerdict(result: OperationResult): Pick<CallEvent, "valid" | "errors"> {
  if (!("valid" in result)) return {};
  if (result.valid) return { valid: true };
  const errors = result.diagnostics.filter(({ severity }) => severity === "error");
  const distinct = new Map(errors.map(({ code, rule }) => [`${code} ${rule}`, { code, ...(rule && { rule }) }]));
  return { valid: false, errors: [...distinct.values()].slice(0, 20) };
}
