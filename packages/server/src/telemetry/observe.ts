import type { Metrics, RequestTarget } from "./metrics.ts";

/** Sends a request to another service and measures it. `isFailure` decides whether an answer counts as a failure. */
export type Observe = <Answer>(
  target: RequestTarget,
  send: () => Promise<Answer>,
  isFailure?: (answer: Answer) => boolean,
) => Promise<Answer>;

/** Creates the function that measures requests. */
export function createObserve({ observeRequest }: Pick<Metrics, "observeRequest">): Observe {
  return async (target, send, isFailure) => {
    const startedAt = performance.now();
    let hasFailed = true;
    try {
      const answer = await send();
      hasFailed = isFailure?.(answer) ?? false;
      return answer;
    } finally {
      observeRequest(target, (performance.now() - startedAt) / 1_000, hasFailed);
    }
  };
}
