import type { Json, OperationId } from "@assay/contract";
import type { Caller } from "./auth/caller.ts";
import type { Identify } from "./auth/identify.ts";
import { isProxyCall } from "./auth/proxy-call.ts";
import type { RateLimits } from "./limit/rate-limits.ts";
import { catalog, type Operation } from "./operations/catalog.ts";
import type { Candidates } from "./operations/read-envelope.ts";
import type { ProposalDeps } from "./operations/validate-proposal.ts";
import { asProblem, Problem } from "./problem.ts";
import type { CallHead } from "./shared/ports.ts";
import { headerCount } from "./shared/raw-headers.ts";
import type { CallEvent } from "./telemetry/events.ts";

/** The head of a call, and what its transport finds wrong with it. */
interface Head extends CallHead {
  /** Throws what the transport finds wrong with the head; called once the call was counted. */
  check?(): void;
}

/** One call on its way; the steps follow each other, and each throws the problem that ends it. */
export interface Call {
  /** Everything that can be refused before a body is read: afterwards the caller is known, and was charged. */
  admit(): Promise<void>;
  /** Refuses a body other than the one that was signed, and one that holds the key of its own call. */
  checkBody(body: Uint8Array): void;
  /** Runs the operation on a body that was read, for a caller who was proven. */
  run(body: Json, clientGone: () => AbortSignal, candidates?: Candidates): Promise<object>;
  /** After a problem that ended it: a call that was not counted yet is one of its address. */
  refused(problem: Problem): Promise<void>;
  /** How its client stands, for every answer to a call that was counted: names and values of headers. */
  readonly headers: { readonly [name: string]: string };
  readonly caller: Caller | undefined;
}

/** The path of every call, whatever the transport. */
export interface Calls {
  begin(head: Head): Call;
  /** Whether a request claims to be made for an agent: wherever only keys are taken, that is a call, and refused. */
  isForAgent(rawHeaders: readonly string[]): boolean;
  /** Bounds what is not counted, for each address; throws a problem. */
  bound(address: string): void;
  /** Bounds messages whose kind is known only once they are read, for each address; throws a problem. */
  boundMessages(address: string): void;
  /** Tells the operator how a call ended. */
  ended(event: CallEvent): void;
}

interface CallsOptions extends ProposalDeps {
  readonly identify: Identify;
  readonly rateLimits: RateLimits;
  /** How long a call may take before whatever it waits for is given up. */
  readonly timeoutMs: number;
  tell(event: CallEvent): void;
}

export function createCalls(options: CallsOptions): Calls {
  const inTurn = createTurns();
  return {
    begin: (head) => new OneCall(head, options, inTurn),
    isForAgent: isProxyCall,
    bound: (address) => options.rateLimits.bound(address),
    boundMessages: (address) => options.rateLimits.boundMessages(address),
    ended: (event) => options.tell(event),
  };
}

const byId = new Map<OperationId, Operation>(catalog.map((operation) => [operation.id, operation]));

class OneCall implements Call {
  readonly #head: Head;
  readonly #options: CallsOptions;
  readonly #inTurn: InTurn;
  #problemOf: (body: Uint8Array) => Problem | undefined = () => undefined;
  #isBodyChecked = false;
  /** A call is counted once, and never refunded. */
  #isSettled = false;
  headers: Call["headers"] = {};
  caller: Caller | undefined;

  constructor(head: Head, options: CallsOptions, inTurn: InTurn) {
    this.#head = head;
    this.#options = options;
    this.#inTurn = inTurn;
  }

  async admit(): Promise<void> {
    const { identify } = this.#options;
    if (identify.isSigned(this.#head)) return await this.#admitSigned();
    await this.#count(["ip", this.#head.address]);
    this.#checkHead();
    const { caller, isKeyIn } = await identify.identify(this.#head);
    this.caller = caller;
    this.#problemOf = (body) => (isKeyIn?.(body) ? credentialInBody() : undefined);
  }

  checkBody(body: Uint8Array): void {
    const problem = this.#problemOf(body);
    if (problem) throw problem;
    this.#isBodyChecked = true;
  }

  async run(body: Json, clientGone: () => AbortSignal, candidates?: Candidates): Promise<object> {
    const options = this.#options;
    const operation = byId.get(this.#head.operation) as Operation;
    if (this.caller === undefined || (operation.takesBody && !this.#isBodyChecked)) {
      throw asProblem(new Error("a call was run before its caller and its body were checked"));
    }
    let signal: AbortSignal | undefined;
    // Most calls wait for nobody, and a signal takes longer to make than such a call.
    const deadline = () => {
      signal ??= AbortSignal.any([AbortSignal.timeout(options.timeoutMs), clientGone()]);
      return signal;
    };
    try {
      return await operation.run(body, options, deadline, candidates);
    } catch (reason) {
      throw asProblem(reason);
    }
  }

  async refused({ code }: Problem): Promise<void> {
    // A signed call whose key is not known yet is nobody's fault. It is bounded, but not counted.
    if (this.#isSettled || code === "identity-unavailable" || code === "overloaded") return;
    this.#isSettled = true;
    const { headers } = await this.#options.rateLimits.charge(["ip", this.#head.address]);
    this.headers = headers;
  }

  // Nobody is charged for what somebody else claims to be: an agent is counted once it is proven, and its body is read
  // after that, so that whatever is wrong with the body is charged to the agent and not to the address of all agents.
  async #admitSigned(): Promise<void> {
    const { identify } = this.#options;
    this.#boundFailures();
    const claimed = await this.#unlessUnproven(async () => {
      this.#checkHead();
      return await identify.readSigned(this.#head);
    });
    // Many calls may have waited for the same keys: each is refused or verified by how those before it ended.
    const { agent, nonce, isBody } = await this.#inTurn(async () => {
      this.#boundFailures();
      return await this.#unlessUnproven(claimed.verify);
    });
    const isFresh = await this.#count(["agent", agent.issuer, agent.id], nonce);
    if (!isFresh) this.#unproven(identify.refuse(this.#head, "nonce-spent"));
    this.caller = agent;
    this.#problemOf = (body) => (isBody(body) ? undefined : identify.refuse(this.#head, "digest-wrong"));
    identify.checkCapability(this.#head, agent);
  }

  async #unlessUnproven<Result>(step: () => Promise<Result>): Promise<Result> {
    try {
      return await step();
    } catch (reason) {
      return this.#unproven(asProblem(reason));
    }
  }

  /** Ends a signed call of which nobody is proven to have made it: such calls are bounded for their address. */
  #unproven(problem: Problem): never {
    const { rateLimits } = this.#options;
    if (problem.code === "invalid-credentials") rateLimits.signatureFailed(this.#head.address);
    else rateLimits.bound(this.#head.address, problem.extras.retryAfterSeconds);
    throw problem;
  }

  #boundFailures(): void {
    const problem = this.#options.rateLimits.boundFailures(this.#head.address);
    if (!problem) return;
    this.#isSettled = true;
    throw problem;
  }

  #checkHead(): void {
    this.#head.check?.();
    refuseRepeated(this.#head.rawHeaders, "authorization");
  }

  // False when the nonce was spent before: then nobody is charged yet.
  async #count(client: Parameters<RateLimits["charge"]>[0], nonce?: string): Promise<boolean> {
    const charge = await this.#options.rateLimits.charge(client, nonce);
    if (charge.kind === "replayed") return false;
    this.#isSettled = true;
    this.headers = charge.headers;
    if (charge.problem) throw charge.problem;
    return true;
  }
}

/** Runs tasks one after another, in the order in which they came. */
type InTurn = <Result>(task: () => Promise<Result>) => Promise<Result>;

function createTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task);
    last = result.catch(() => {});
    return result;
  };
}

// An answer quotes what is wrong with a body, and a package that was built goes to a public vote.
function credentialInBody(): Problem {
  const detail =
    "The body holds the key that the call was made with, so nothing in it was looked at. Take the key out of the body; it belongs into the header Authorization only. If the text was shared with anybody, replace the key at the identity service.";
  return new Problem("credential-in-body", detail);
}

// The first of two would win, and whoever stands before us may have read the second.
function refuseRepeated(rawHeaders: readonly string[], name: string): void {
  const times = headerCount(rawHeaders, name);
  if (times > 1) throw new Problem("bad-request", `The header ${name} stands ${times} times; send it once.`);
}
