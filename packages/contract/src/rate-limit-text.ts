import { requestLimits } from "./limits.ts";

/** Explains what the rate limit counts, on every page and in every description that mentions the limit. */
export const whatIsCounted =
  "Calls are counted per client address; calls through agent-auth are counted per agent. People in one office, hosted agents and cloud functions often share an address, and with it the limit.";

/** The rate limit as part of a sentence. */
export const rateLimitInWords = `${requestLimits.calls} calls in any ${requestLimits.windowSeconds} seconds`;
