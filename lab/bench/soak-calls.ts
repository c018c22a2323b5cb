import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import type { Json, OperationId } from "@assay/contract";
import type { Identity, PersonKey } from "@assay/sandbox";
import { makeMistakes } from "@assay/testing/candidates/mistakes";
import { validCandidate } from "@assay/testing/candidates/valid-candidates";
import { createFuzzedBodies } from "@assay/testing/corpora/fuzzed-bodies";
import { createRandom, type Random } from "@assay/testing/seeded-random";
import type { Sent } from "@assay/testing/services/callers";

/** A call of the soak, and how it may be answered while nothing fails. */
export interface SoakCall {
  readonly kind: string;
  readonly sent: Sent;
  /** Which operation answers; undefined where none does. */
  readonly operation?: OperationId | "mcp";
  /** Statuses, each with the code of its problem: `200`, `401 invalid-credentials`. */
  readonly expected: readonly string[];
}

interface Options {
  readonly url: string;
  readonly identity: Pick<Identity, "issuer" | "signCall">;
  /** Keys that are valid now. */
  readonly keys: readonly PersonKey[];
  /** Keys that are not valid any more. */
  readonly revoked: readonly string[];
  readonly seed: number;
}

type Make = (random: Random) => Omit<SoakCall, "kind">;

/** Kinds of calls, each with how many of 100 calls are of it. */
type Kinds = { readonly [kind: string]: readonly [share: number, make: Make] };

const unreadable = ["400 malformed-json", "400 ambiguous-json", "400 json-too-deep"];
const misaddressed = ["422 invalid-envelope", "422 unknown-domain", "413 body-too-large"];

/** Makes the calls of a soak, one after another; the seed decides which. */
export function createSoakCalls({ url, identity, keys, revoked, seed }: Options): () => SoakCall {
  const random = createRandom(seed);
  const fuzzed = createFuzzedBodies();
  let turn = 0;
  const withKey = () => ({ authorization: `Bearer ${random.pick(keys).key}` });
  const call = (sent: Sent, operation: SoakCall["operation"], ...expected: readonly string[]) => ({
    sent: { client: `10.1.${random.below(250)}.${random.below(250)}`, ...sent },
    expected,
    ...(operation && { operation }),
  });
  const validate = (body: Sent["body"], headers = withKey() as { readonly [name: string]: string }): Sent => ({
    ...{ path: "/api/validate", headers },
    ...(body !== undefined && { body }),
  });
  const mcp = (method: string, params: Json): Sent => ({
    ...{ path: "/mcp", headers: withKey() },
    body: JSON.stringify({ jsonrpc: "2.0", id: turn, method, params }),
  });
  function signed(sentBody = envelope(validCandidate(random)), signedBody = sentBody): Sent {
    const claims = {
      ...{ issuer: identity.issuer, agent: `agt_${random.below(20_000)}`, host: "hst_one", subject: "usr_one" },
      ...{ mode: "delegated" as const, capability: "assay.validateProposal", grant: "grt_one" },
    };
    const headers = identity.signCall({ method: "POST", url: `${url}/api/validate`, body: signedBody, claims });
    return validate(sentBody, headers);
  }
  const page = (path: string, status: string) => call({ path }, undefined, status);

  const kinds: Kinds = {
    valid: [27, () => call(validate(envelope(validCandidate(random))), "validateProposal", "200")],
    mistaken: [20, () => call(validate(envelope(mistaken(random))), "validateProposal", "200")],
    build: [
      10,
      () => call({ ...validate(envelope(validCandidate(random))), path: "/api/build" }, "buildProposal", "200"),
    ],
    domains: [5, () => call({ headers: withKey() }, "listDomains", "200")],
    "tool call": [
      8,
      () =>
        call(
          mcp("tools/call", { name: "validateProposal", arguments: JSON.parse(envelope(validCandidate(random))) }),
          ...(["mcp", "200"] as const),
        ),
    ],
    "tool list": [2, () => call(mcp("tools/list", {}), "mcp", "200")],
    signed: [5, () => call(signed(), "validateProposal", "200")],
    "signed for another body": [
      1,
      () => call(signed(envelope({}), envelope([])), "validateProposal", "401 invalid-credentials"),
    ],
    "wrong key": [
      3,
      () => {
        const known = revoked.length > 0 && random.below(2) === 0 ? random.pick(revoked) : undefined;
        const authorization = `Bearer ${known ?? `ai_${randomBytes(24).toString("base64url")}`}`;
        return call(validate(envelope({}), { authorization }), "validateProposal", "401 invalid-credentials");
      },
    ],
    "no key": [2, () => call(validate(envelope({}), {}), "validateProposal", "401 missing-credentials")],
    "too large": [3, () => call(validate("x".repeat(70_000)), "validateProposal", "413 body-too-large")],
    fuzzed: [6, () => call(validate(fuzzed(seed + turn)), "validateProposal", "200", ...unreadable, ...misaddressed)],
    "too often": [3, () => call({ headers: withKey(), client: "10.2.0.1" }, "listDomains", "200", "429 rate-limited")],
    page: [
      5,
      () => random.pick([page("/docs", "200"), page("/openapi.json", "200"), page("/no/such", "404 not-found")]),
    ],
  };
  const drawn = Object.entries(kinds).flatMap(([kind, [share]]) => Array.from({ length: share }, () => kind));
  return () => {
    turn += 1;
    const kind = random.pick(drawn);
    return { kind, ...(kinds[kind] as Kinds[string])[1](random) };
  };
}

/** Begins a call and leaves before its body is sent. */
export function abortCall(url: string): void {
  const { hostname: host, port } = new URL(url);
  const socket = connect({ host, port: Number(port) }, () => {
    const head = ["POST /api/validate HTTP/1.1", `Host: ${host}:${port}`, "Content-Type: application/json"];
    socket.write(`${head.join("\r\n")}\r\nContent-Length: 5000\r\n\r\n{"targetProduct":`);
    setTimeout(() => socket.destroy(), 50);
  });
  socket.on("error", () => {});
}

function envelope(candidate: Json): string {
  return JSON.stringify({ targetProduct: "datamint", domainId: "generator-option", candidate });
}

function mistaken(random: Random): Json {
  return makeMistakes(validCandidate(random), 1 + random.below(4), random);
}
