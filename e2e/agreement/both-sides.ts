import { hash } from "node:crypto";
import type { BuildResult, JsonObject, ProposalPackage, ValidationResult, Verdict } from "@assay/contract";
import { startSandbox } from "@assay/sandbox";
import { startApp } from "@assay/server";
import { longTimeouts } from "@assay/testing/services/long-timeouts";
import { manyCalls } from "@assay/testing/services/many-calls";
import canonicalize from "canonicalize";

/** Assay before Datamint, both listening; everything here goes over their sockets. */
export interface BothSides extends AsyncDisposable {
  validate(candidate: JsonObject | string): Promise<ValidationResult>;
  build(candidate: JsonObject | string): Promise<BuildResult>;
  /** Submits as somebody who never submitted anything before. */
  submit(proposalPackage: ProposalPackage, to?: Address): Promise<Answer>;
}

/** Where a package goes, and with which headers: `submission` of a build is one. */
interface Address {
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
}

/** An answer of Datamint: a proposal, a verdict or a problem. */
interface Answer {
  readonly status: number;
  readonly body: Partial<Verdict> & { readonly code?: string; readonly proposal?: { readonly digest: string } };
}

/** Starts both sides. */
export async function startBothSides(): Promise<BothSides> {
  await using started = new AsyncDisposableStack();
  const { datamint } = started.use(await startSandbox());
  const app = started.use(
    await startApp({
      limit: manyCalls,
      ...longTimeouts,
      domains: [
        {
          ...datamint.asDomain,
          refreshSeconds: 3_600,
          maxStaleSeconds: { specPackage: 3_600, registry: 3_600 },
        },
      ],
    }),
  );

  async function ask(path: string, candidate: JsonObject | string) {
    const text = typeof candidate === "string" ? candidate : JSON.stringify(candidate);
    const { targetProduct, domainId } = datamint.asDomain;
    const body = `{"targetProduct":"${targetProduct}","domainId":"${domainId}","candidate":${text}}`;
    const answer = await post(`${app.url}${path}`, body, json);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body as never;
  }

  let callers = 0;
  const running = started.move();
  return {
    validate: (candidate) => ask("/api/validate", candidate),
    build: (candidate) => ask("/api/build", candidate),
    submit(proposalPackage, { url, headers } = { url: datamint.submissionUrl, headers: json }) {
      callers += 1;
      return post(url, JSON.stringify({ proposalPackage }), { ...headers, Authorization: `Bearer caller-${callers}` });
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** A package with any candidate, made by somebody who knows how its digest is computed. */
export function forge(candidate: JsonObject, specPackage: ProposalPackage["specPackage"]): ProposalPackage {
  const content = {
    format: "proposal-package/v1",
    targetProduct: "datamint",
    domainId: "generator-option",
    specPackage: { version: specPackage.version, digest: specPackage.digest },
    candidate,
  } as const;
  return { ...content, digest: `sha256:${hash("sha256", canonicalize(content) as string)}` };
}

/** The code and the path of every error, as a text that can be compared. */
export function errorsOf({ diagnostics = [] }: Partial<Verdict>): string {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return [...new Set(errors.map(({ code, path }) => `${code} ${path}`))].sort().join("\n");
}

const json = { "Content-Type": "application/json" };

// The headers that an answer of Assay tells, and no others: they must be enough.
async function post(url: string, body: string, headers: { readonly [name: string]: string }): Promise<Answer> {
  const response = await fetch(url, { method: "POST", body, headers });
  return { status: response.status, body: (await response.json()) as Answer["body"] };
}
