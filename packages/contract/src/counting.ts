import { requestLimits } from "./limits.ts";

/**
 * What the rate limit counts, for every page and description that mentions it: whoever shares an address with others
 * shares its limit too.
 */
export const whatIsCounted =
  "Calls are counted per client address; calls through agent-auth are counted per agent. People in one office, hosted agents and cloud functions often share an address, and with it the limit.";

/** The rate limit, as sentences contain it. */
export const rateLimitInWords = `${requestLimits.calls} calls in any ${requestLimits.windowSeconds} seconds`;

/** A count with commas, as sentences contain it. Not through `Intl`, which takes a command longer than all its catalogues. */
export function groupDigits(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
