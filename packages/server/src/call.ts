import { type DomainName, isJsonObject, type Json, operations, requestLimits } from "@assay/contract";
import { type OperationResult, runOperation } from "./api/operations/run-operation.ts";
import type { ProposalDeps } from "./api/operations/validate-proposal.ts";
import { type Caller, findSubject, toLoggedCaller } from "./auth/caller.ts";
import type { CallHead, Identify } from "./auth/identify.ts";
import { isProxyCall, type SignedCall } from "./auth/proxy-call.ts";
import type { OverCharge, RateLimits } from "./limit/rate-limits.ts";
import { countHeaders, type RawHeaders } from "./net/raw-headers.ts";
import { Problem, toInternalProblem } from "./problem.ts";
import { createTaskQueue } from "./task-queue.ts";
import type { CallEvent } from "./telemetry/events.ts";

/** The head of a call, as its transport received it. */
export interface Head extends CallHead {
  /** The transport, unless it is plain HTTP. */
  readonly via?: "mcp";
  /** Returns what the transport finds wrong with the head; called once the call was counted. */
  check?(): Problem | undefined;
}

/** A call on its way. Each step takes what the step before returned, and passes a call on that was refused. */
export type Call = Begun | Admitted | Authenticated | Received | Answered | Refused;

interface CallBase {
  readonly head: Head;
  readonly startedAt: number;
  /** The client's rate limit headers; undefined until the call was counted. A call is counted once and never refunded. */
  readonly rateLimit: ResponseHeaders | undefined;
}

type ResponseHeaders = { readonly [name: string]: string };

/** A call of which nothing was checked. */
export interface Begun extends CallBase {
  readonly kind: "begun";
}

/** A call within the rate limit of its address, or a signed one whose address sent few wrong signatures. */
export interface Admitted extends CallBase {
  readonly kind: "admitted";
  readonly isSigned: boolean;
}

/** A call that was counted and whose caller is known: now its body may be read. */
export interface Authenticated extends CallBase {
  readonly kind: "authenticated";
  readonly caller: Caller;
  checkBody(body: Uint8Array): Problem | undefined;
}

/** A call whose body is the one that was signed, and does not contain the key of the call. */
export interface Received extends CallBase {
  readonly kind: "received";
  readonly caller: Caller;
  /** The body; absent if the operation takes none. */
  readonly bytes: Uint8Array | undefined;
}

/** A call whose operation has run. */
export interface Answered extends CallBase {
  readonly kind: "answered";
  readonly caller: Caller;
  readonly result: OperationResult;
  /** The domain, for the log: only names that the operation accepted. */
  readonly domain: DomainName | undefined;
}

/** A call that ended early. */
export interface Refused extends CallBase {
  readonly kind: "refused";
  readonly caller: Caller | undefined;
  readonly problem: Problem;
}

/** How a call ends: the status of its response, and the problem if there is no result. */
export interface Outcome {
  readonly status: number;
  readonly problem?: Problem | undefined;
}

export interface CallsOptions extends ProposalDeps {
  readonly identify: Identify;
  readonly rateLimits: RateLimits;
  /** Logs and counts a call. */
  log(event: CallEvent): void;
  /** Counts a call of an address that is known to be over its limit, and logs some of them. */
  logOver(event: CallEvent): void;
}

/** The path of every call, whatever the transport: begin, admit, authenticate, receive, run, conclude. */
export class Calls {
  readonly #options: CallsOptions;
  readonly #enqueue = createTaskQueue();

  constructor(options: CallsOptions) {
    this.#options = options;
  }

  /** Begins a call with its head. */
  begin(head: Head): Begun {
    return { kind: "begun", head, startedAt: performance.now(), rateLimit: undefined };
  }

  /**
   * Counts a call for its address, then checks its head. A signed call is counted once the agent is authenticated:
   * agents share the address of their identity service, and nobody may be charged for what others claim.
   */
  async admit(begun: Begun): Promise<Admitted | Refused> {
    const { head } = begun;
    const isSigned = this.#options.identify.isSigned(head);
    const counted = isSigned ? this.#checkFailureLimit(begun) : await this.#countForAddress(begun);
    if (counted.kind === "refused") return counted;
    const problem = head.check?.() ?? checkRepeated(head.rawHeaders, "authorization");
    if (problem) return isSigned ? this.#refuseUnverified(counted, problem) : refuse(counted, problem);
    return { ...counted, kind: "admitted", isSigned };
  }

  /**
   * Ends a call without its steps if `admit` is known to refuse it, because its address is over its limit: counts it, and
   * returns what its answer has. Undefined if the call has to be admitted.
   */
  refuseOverLimit(head: Pick<CallHead, "operation" | "requestId" | "rawHeaders" | "address">): OverCharge | undefined {
    const { identify, rateLimits, logOver } = this.#options;
    if (identify.isSigned(head)) return undefined;
    const over = rateLimits.chargeOver(head.address);
    if (!over) return undefined;
    const { requestId, operation, address } = head;
    const { status, code } = over.problem;
    logOver({ requestId, operation, status, address, milliseconds: 0, code });
    return over;
  }

  /** Identifies the caller. The signature of an agent is verified, the call counted and the nonce spent. */
  async authenticate(admitted: Admitted | Refused): Promise<Authenticated | Refused> {
    if (admitted.kind === "refused") return admitted;
    return await runStep(admitted, () =>
      admitted.isSigned ? this.#authenticateAgent(admitted) : this.#authenticateKey(admitted),
    );
  }

  /** Receives the body, if there is one; refuses a body that contains the key of its call or was not signed. */
  async receive(
    authenticated: Authenticated | Refused,
    receiveBody: () => Promise<Uint8Array | Problem | undefined>,
  ): Promise<Received | Refused> {
    if (authenticated.kind === "refused") return authenticated;
    return await runStep(authenticated, async () => {
      const bytes = await receiveBody();
      if (bytes instanceof Problem) return refuse(authenticated, bytes);
      const { head, startedAt, rateLimit, caller, checkBody } = authenticated;
      // An operation that takes a body is never run without checking it, even if it is missing.
      const body = bytes ?? (takesBody(head) ? new Uint8Array() : undefined);
      const problem = body && checkBody(body);
      return problem ? refuse(authenticated, problem) : { kind: "received", head, startedAt, rateLimit, caller, bytes };
    });
  }

  /** Reads the body as JSON, and runs the operation on it. */
  async run(received: Received | Refused, readJson: () => Json | Problem): Promise<Answered | Refused> {
    if (received.kind === "refused") return received;
    const { operation } = received.head;
    const { caller } = received;
    // A model reads all of a list.
    const maxDomains = received.head.via === "mcp" ? requestLimits.domainsOverMcp : undefined;
    const origin = { subject: findSubject(caller), maxDomains };
    return await runStep(received, async () => {
      if (operation === "unknown") throw new Error("a call without an operation was run");
      const body = readJson();
      if (body instanceof Problem) return refuse(received, body);
      const result = runOperation(operation, body, this.#options, origin);
      if (result instanceof Problem) return refuse(received, result);
      const { head, startedAt, rateLimit } = received;
      // Listing domains accepts any name.
      const domain = operation === "listDomains" ? undefined : readDomainName(body);
      return { kind: "answered", head, startedAt, rateLimit, caller, result, domain };
    });
  }

  /** Ends a call: counts it unless that was done, logs it, and returns the rate limit headers of the response. */
  async conclude(call: Call, { status, problem }: Outcome): Promise<ResponseHeaders> {
    const { head, startedAt } = call;
    let { rateLimit } = call;
    if (rateLimit === undefined && problem && problem.entry.counted !== false) {
      rateLimit = (await this.#options.rateLimits.charge(["ip", head.address])).headers;
    }
    const caller = "caller" in call ? call.caller : undefined;
    this.#options.log({
      requestId: head.requestId,
      via: head.via,
      operation: head.operation,
      status,
      ...toLoggedCaller(caller),
      // The rate limit is checked before the key, so only the address is known.
      address: problem?.code === "rate-limited" && !caller ? head.address : undefined,
      milliseconds: Math.round(10 * (performance.now() - startedAt)) / 10,
      ...(call.kind === "answered" && { ...call.domain, valid: readValid(call.result) }),
      ...problem?.domain,
      code: problem?.code,
      cause: problem?.cause,
    });
    return rateLimit ?? {};
  }

  /** Whether a request claims to come from an agent; where only keys are accepted, it is a call, and refused. */
  isForAgent(rawHeaders: RawHeaders): boolean {
    return isProxyCall(rawHeaders);
  }

  /** Bounds what is not counted, for each address. */
  limitUncounted(address: string): Problem | undefined {
    return this.#options.rateLimits.limitUncounted(address);
  }

  /** Bounds messages whose kind is known only once they are read, for each address. */
  limitMessages(address: string): Problem | undefined {
    return this.#options.rateLimits.limitMessages(address);
  }

  async #authenticateKey(admitted: Admitted): Promise<Authenticated | Refused> {
    const known = await this.#options.identify.identify(admitted.head);
    if (known instanceof Problem) return refuse(admitted, known);
    const { caller, isKeyIn } = known;
    const checkBody = (body: Uint8Array) => (isKeyIn?.(body) ? refuseKeyInBody() : undefined);
    return { ...admitted, kind: "authenticated", caller, checkBody };
  }

  // The body is read after the agent is counted, so that whatever is wrong with the body is charged to the agent, and
  // not to the address that all agents share.
  async #authenticateAgent(admitted: Admitted): Promise<Authenticated | Refused> {
    const { identify, rateLimits } = this.#options;
    const { head } = admitted;
    const signed = await this.#verifySignature(admitted);
    if (signed.kind === "refused") return signed;
    const { agent, nonce, isBody } = signed;
    const charge = await rateLimits.charge(["agent", agent.issuer, agent.id], nonce);
    if (charge.kind === "replayed") return this.#refuseUnverified(admitted, identify.refuse(head, "nonce-spent"));
    const counted = { ...admitted, rateLimit: charge.headers };
    if (charge.problem) return refuse({ ...counted, caller: agent }, charge.problem);
    const problem = identify.checkCapability(head, agent);
    if (problem) return refuse({ ...counted, caller: agent }, problem);
    const checkBody = (body: Uint8Array) => (isBody(body) ? undefined : identify.refuse(head, "digest-wrong"));
    return { ...counted, kind: "authenticated", caller: agent, checkBody };
  }

  async #verifySignature(admitted: Admitted): Promise<SignedCall | Refused> {
    const claimed = await this.#options.identify.readSigned(admitted.head);
    if (claimed instanceof Problem) return this.#refuseUnverified(admitted, claimed);
    // Many calls may have waited for the same keys. In order, each is affected by how those before it ended.
    return await this.#enqueue(async () => {
      const bounded = this.#checkFailureLimit(admitted);
      if (bounded.kind === "refused") return bounded;
      const verified = await claimed.verify();
      return verified instanceof Problem ? this.#refuseUnverified(admitted, verified) : verified;
    });
  }

  // A signed call whose caller is not proven counts for its address, apart from the other calls.
  #refuseUnverified(call: CallBase, problem: Problem): Refused {
    const { rateLimits } = this.#options;
    const { address } = call.head;
    if (problem.code !== "invalid-credentials") {
      return refuse(call, rateLimits.limitUncounted(address, problem.extras.retryAfterSeconds) ?? problem);
    }
    rateLimits.countFailedSignature(address);
    return refuse(call, problem);
  }

  #checkFailureLimit<Stage extends Begun | Admitted>(call: Stage): Stage | Refused {
    const problem = this.#options.rateLimits.checkFailureLimit(call.head.address);
    return problem ? refuse({ ...call, rateLimit: {} }, problem) : call;
  }

  async #countForAddress(begun: Begun): Promise<Begun | Refused> {
    const { headers, problem } = await this.#options.rateLimits.charge(["ip", begun.head.address]);
    const counted = { ...begun, rateLimit: headers };
    return problem ? refuse(counted, problem) : counted;
  }
}

function refuse(call: CallBase & { readonly caller?: Caller | undefined }, problem: Problem): Refused {
  const { head, startedAt, rateLimit, caller } = call;
  return { kind: "refused", head, startedAt, rateLimit, caller, problem };
}

// A fault of ours ends the call where it was, so that it stays counted once.
async function runStep<Next>(
  call: Parameters<typeof refuse>[0],
  step: () => Promise<Next | Refused>,
): Promise<Next | Refused> {
  try {
    return await step();
  } catch (fault) {
    return refuse(call, toInternalProblem(fault));
  }
}

function takesBody({ operation }: Head): boolean {
  return operation === "unknown" || operations[operation].request !== undefined;
}

// The first of two headers would win here, and a proxy before us may have read the second.
function checkRepeated(rawHeaders: RawHeaders, name: string): Problem | undefined {
  const times = countHeaders(rawHeaders, name);
  return times > 1 ? new Problem("bad-request", `The ${name} header appears ${times} times. Send it once.`) : undefined;
}

// Answers quote what is wrong with a body, and a package that was built goes to a public vote.
function refuseKeyInBody(): Problem {
  const detail =
    "The body contains the key that this call was made with, so it was not processed. Remove the key from the body; it belongs only in the Authorization header. If the body was shared with anyone, replace the key at the identity service.";
  return new Problem("credential-in-body", detail);
}

function readDomainName(body: Json): DomainName | undefined {
  const { targetProduct, domainId } = isJsonObject(body) ? body : {};
  return typeof targetProduct === "string" && typeof domainId === "string" ? { targetProduct, domainId } : undefined;
}

function readValid(result: OperationResult): boolean | undefined {
  return "valid" in result ? result.valid : undefined;
}
