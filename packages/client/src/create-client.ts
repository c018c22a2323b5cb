import type {
  BuildResult,
  DomainList,
  Envelope,
  InvalidVerdict,
  ProposalPackage,
  Submission,
  ValidationResult,
} from "@assay/contract";
import { AssayError } from "./assay-error.ts";
import { type Answer, exchange, type OutgoingRequest } from "./exchange.ts";
import { isObject } from "./expect-members.ts";
import { type ClientOptions, parseUrl, readOptions } from "./read-options.ts";
import {
  type Proposal,
  type ProposalList,
  readBuildResult,
  readDomainList,
  readProposalList,
  readRefusal,
  readSubmission,
  readValidationResult,
} from "./read-results.ts";
import { retry } from "./retry.ts";
import { toAssayError } from "./to-assay-error.ts";

/** The options of a single call. */
export interface CallOptions {
  /** Aborts the call, even while it waits to retry. The call then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

/** The part of a `build` result that `submit` needs. */
export interface SubmitInput {
  readonly proposalPackage: ProposalPackage;
  readonly submission: Pick<Submission, "url"> & {
    readonly headers: Pick<Submission["headers"], "Idempotency-Key">;
  };
}

/** The proposal, or the verdict of the target product if it finds the candidate invalid. */
export type SubmitResult =
  | {
      readonly valid: true;
      readonly proposal: Proposal;
      /** False if the proposal exists already: from an earlier submission, or an attempt whose answer was lost. */
      readonly created: boolean;
    }
  | InvalidVerdict;

/** Calls an Assay service and its target products. A method that fails rejects with an `AssayError`. */
export interface Client {
  /** Lists the domains that the service serves. */
  listDomains(options?: CallOptions): Promise<DomainList>;
  /** Checks a candidate. For an invalid candidate, it returns a result with `valid: false`; it does not reject. */
  validate(request: Envelope, options?: CallOptions): Promise<ValidationResult>;
  /** Checks a candidate and, if it is valid, builds its package. */
  build(request: Envelope, options?: CallOptions): Promise<BuildResult>;
  /**
   * Submits a built package to its target product, whose origin must be in `products`. Show `ownerReview` to the owner
   * first. You can safely submit a package again: its `Idempotency-Key` prevents a second proposal.
   */
  submit(built: SubmitInput, options?: CallOptions): Promise<SubmitResult>;
  /**
   * Fetches a public document from the service, such as a JSON Schema, without sending the key. The path is relative to
   * the service, such as `schemas/assay.json`. Returns undefined if the document still has the given `etag`.
   */
  fetchPublic(
    path: string,
    options?: CallOptions & { readonly etag?: string | undefined },
  ): Promise<Uint8Array | undefined>;
  /** Lists the proposals that the key's owner submitted to a `submissionUrl`, whose origin must be in `products`. */
  listProposals(submissionUrl: string | URL, options?: CallOptions): Promise<ProposalList>;
}

/**
 * Creates a client of an Assay service.
 *
 * @example
 * const assay = createClient({ service: "https://assay.example", key, products: ["https://datamint.example"] });
 * const built = await assay.build({ targetProduct: "datamint", domainId: "generator-option", candidate });
 * if (built.valid) await assay.submit(built);
 */
export function createClient(options: ClientOptions): Client {
  const settings = readOptions(options);
  const { service, products, key } = settings;

  function readProductUrl(address: string | URL): URL {
    const url = parseUrl(address);
    const isUsable = url && url.username + url.password === "";
    if (isUsable && products.has(url.origin)) return url;
    const reason = isUsable
      ? `${url.origin} is not among the origins that may get your key. If it is the target product, add it to the options of createClient: products: ["${url.origin}"]`
      : "the target product needs an http or https URL without a user name or password.";
    throw new AssayError("origin-not-named", `Nothing was sent: ${reason}`, { retryable: false });
  }

  async function call(
    { headers, isPublic = false, ...rest }: CallRequest,
    { signal }: CallOptions,
    isResult = ({ status }: Answer) => status >= 200 && status < 300,
  ): Promise<Answer> {
    const request = {
      ...rest,
      headers: {
        accept: "application/json",
        ...(rest.body !== undefined && { "content-type": "application/json" }),
        ...(key !== undefined && !isPublic && { authorization: `Bearer ${key}` }),
        ...headers,
      },
    };
    signal?.throwIfAborted();
    const deps = { ...settings, now: () => performance.now(), sleep: (ms: number) => sleep(ms, signal) };
    return await retry(async (leftMs) => {
      const timeoutMs = Math.min(settings.timeoutMs, leftMs);
      const answer = await exchange(request, { ...settings, timeoutMs, signal });
      if (isResult(answer)) return answer;
      throw toAssayError(answer);
    }, deps);
  }

  const post = (path: string, request: Envelope, options: CallOptions) =>
    call({ method: "POST", url: new URL(path, service), body: JSON.stringify(request) }, options);

  return {
    async listDomains(options = {}) {
      return readDomainList(await call({ method: "GET", url: new URL("api/domains", service) }, options));
    },
    async validate(request, options = {}) {
      return readValidationResult(await post("api/validate", request, options));
    },
    async build(request, options = {}) {
      return readBuildResult(await post("api/build", request, options));
    },
    async submit({ proposalPackage, submission }, options = {}) {
      const idempotencyKey = submission?.headers?.["Idempotency-Key"];
      if (!isObject(proposalPackage) || typeof idempotencyKey !== "string" || !/^[!-~]{1,255}$/.test(idempotencyKey)) {
        throw new TypeError("`submit` takes a result from `build` whose `valid` is true.");
      }
      const url = readProductUrl(submission.url);
      const headers = { "idempotency-key": idempotencyKey };
      const body = JSON.stringify({ proposalPackage });
      const isRefusal = ({ status, json }: Answer) => status === 422 && isObject(json) && json.valid === false;
      const isResult = (answer: Answer) => answer.status === 200 || answer.status === 201 || isRefusal(answer);
      try {
        const answer = await call({ method: "POST", url, headers, body }, options, isResult);
        if (isRefusal(answer)) return readRefusal(answer);
        return { ...readSubmission(answer), valid: true, created: answer.status === 201 };
      } catch (error) {
        throw adviseRetry(error);
      }
    },
    async fetchPublic(path, options = {}) {
      const { etag } = options;
      const accept = "application/schema+json, application/json";
      const headers = { accept, ...(etag !== undefined && { "if-none-match": etag }) };
      const url = new URL(`./${path}`, service);
      const isResult = ({ status }: Answer) => status === 200 || (status === 304 && etag !== undefined);
      const { status, bytes } = await call({ method: "GET", url, headers, isPublic: true }, options, isResult);
      return status === 304 ? undefined : bytes;
    },
    async listProposals(submissionUrl, options = {}) {
      return readProposalList(await call({ method: "GET", url: readProductUrl(submissionUrl) }, options));
    },
  };
}

type CallRequest = Omit<OutgoingRequest, "headers"> & Partial<OutgoingRequest> & { readonly isPublic?: boolean };

// Adds advice, unless the answer says what happened: a problem, a redirect, or another status from 300 to 499.
function adviseRetry(error: unknown): unknown {
  if (!(error instanceof AssayError) || error.problem || error.code === "redirected") return error;
  const { status = 200 } = error;
  if (status >= 300 && status < 500) return error;
  const detail = `${error.detail} The product may have recorded the proposal. Submit the same package again: its Idempotency-Key prevents a second proposal.`;
  return new AssayError(error.code, detail, error);
}

function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", abort, { once: true });
    if (signal?.aborted) abort();
  });
}
