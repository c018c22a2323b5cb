import { APIError } from "@better-auth/core/error";

// What the agent can do something about keeps its status. That Assay does not believe the identity service, or broke,
// is not the agent's business.
const passedOn: ReadonlySet<number> = new Set([400, 413, 415, 422, 429, 503]);

/** What an agent is told when Assay did not run its call; the adapter would make 500 of everything. */
export async function refusalOf(response: Response): Promise<APIError> {
  const problem = (await response.json().catch(() => undefined)) as Problem | undefined;
  const status = (passedOn.has(response.status) ? response.status : 502) as 502;
  const retryAfter = response.headers.get("retry-after");
  return new APIError(
    status,
    {
      error: problem?.code ?? "assay_refused",
      message: problem?.detail ?? `Assay answered ${response.status}.`,
      problem,
    },
    retryAfter === null ? {} : { "Retry-After": retryAfter },
  );
}

interface Problem {
  readonly code?: string;
  readonly detail?: string;
}
