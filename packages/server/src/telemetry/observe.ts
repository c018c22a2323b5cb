import type { Metrics, RequestTarget } from "./metrics.ts";

/** Sends one request to another service and measures it; an answer can be a failure too. */
export type Observe = <Answer>(
  to: RequestTarget,
  send: () => Promise<Answer>,
  isFailure?: (answer: Answer) => boolean,
) => Promise<Answer>;

/** Creates the function that measures requests. */
export function createObserve({ requested }: Pick<Metrics, "requested">): Observe {
  return async (to, send, isFailure) => {
    const startedAt = performance.now();
    let hasFailed = true;
    try {
      const answer = await send();
      hasFailed = isFailure?.(answer) ?? false;
      return answer;
    } finally {
      requested(to, (performance.now() - startedAt) / 1_000, hasFailed);
    }
  };
}
