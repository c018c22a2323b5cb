import type { Json, OperationId } from "@assay/contract";
import type { Caller } from "./auth/caller.ts";
import type { Claim, Identify } from "./auth/identify.ts";
import type { ProxyRequest } from "./auth/proxy-signature.ts";
import { catalog, type Operation } from "./operations/catalog.ts";
import type { ProposalDeps } from "./operations/validate-proposal.ts";
import { asProblem, Problem } from "./problem.ts";
import type { CallEvent } from "./telemetry/events.ts";

/** What is known of a call before its body is read. */
interface Head {
  readonly operation: OperationId;
  /** Names and values in turn, as they arrived: what stands twice is still there twice. */
  readonly rawHeaders: readonly string[];
}

/** What a caller claims before the body is read, and who it turns out to be. */
export type { Caller, Claim };

/** The path of every call, whatever the transport. */
export interface Calls {
  /** Everything that can be refused before a body is read; throws a problem. */
  admit(head: Head): Promise<Claim>;
  /** Who calls, now that the body is here: a signature covers it, and a key has no place in it. Throws a problem. */
  prove(claim: Claim, id: OperationId, request: ProxyRequest): Promise<Caller>;
  /** Runs an operation on a body that was read, for a caller who was admitted. */
  run(id: OperationId, body: Json, caller: Caller, clientGone: () => AbortSignal): Promise<object>;
  /** Tells the operator how a call ended. */
  ended(event: CallEvent): void;
}

interface CallsOptions extends ProposalDeps {
  readonly identify: Identify;
  /** How long a call may take before whatever it waits for is given up. */
  readonly timeoutMs: number;
  tell(event: CallEvent): void;
}

export function createCalls(options: CallsOptions): Calls {
  const byId = new Map<OperationId, Operation>(catalog.map((operation) => [operation.id, operation]));
  return {
    async admit({ operation, rawHeaders }) {
      refuseRepeated(rawHeaders, "authorization");
      return await options.identify.claim(operation, rawHeaders);
    },
    async prove(claim, id, request) {
      if (claim.kind === "signed") return await options.identify.prove(id, request);
      if (request.body && claim.isKeyIn?.(request.body)) throw credentialInBody();
      return claim.caller;
    },
    async run(id, body, _caller, clientGone) {
      let signal: AbortSignal | undefined;
      // Most calls wait for nobody, and a signal takes longer to make than such a call.
      const patience = () => {
        signal ??= AbortSignal.any([AbortSignal.timeout(options.timeoutMs), clientGone()]);
        return signal;
      };
      try {
        return await (byId.get(id) as Operation).run(body, options, patience);
      } catch (reason) {
        throw asProblem(reason);
      }
    },
    ended: (event) => options.tell(event),
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
  const times = rawHeaders.filter((header, index) => index % 2 === 0 && header.toLowerCase() === name).length;
  if (times > 1) throw new Problem("bad-request", `The header ${name} stands ${times} times; send it once.`);
}
