import type { Ballots } from "./ballots.ts";

const timeoutMs = 5_000;
const maxReports = 20;

/**
 * Tells products that their ballots are closed. It says only that, not how: a product asks the voting service itself, so
 * nobody can make up a decision. What fails is tried again after the next vote.
 */
export async function reportClosed(ballots: Ballots): Promise<readonly unknown[]> {
  const failures = await Promise.all(
    ballots.unreported(maxReports).map(async ({ id, callbackUrl }) => {
      try {
        const signal = AbortSignal.timeout(timeoutMs);
        const response = await fetch(callbackUrl, { method: "POST", redirect: "error", signal });
        if (!response.ok) throw new Error(`${callbackUrl} answered ${response.status}.`);
        ballots.setReported(id);
        return [];
      } catch (failure) {
        return [failure];
      }
    }),
  );
  return failures.flat();
}
