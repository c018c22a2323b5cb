import type { Ballots, Unreported } from "./ballots.ts";

const timeoutMs = 5_000;
const maxReports = 20;
const maxAnswerBytes = 65_536;
const maxReasonLength = 200;

/**
 * Tells products that their ballots are closed. It says only that, not how: a product asks the voting service itself, so
 * nobody can make up a decision. The answer says what the product did with it. What fails is tried again after the next vote.
 */
export async function reportClosed(ballots: Ballots): Promise<readonly unknown[]> {
  const failures = await Promise.all(
    ballots.unreported(maxReports).map(async (closed) => {
      try {
        const signal = AbortSignal.timeout(timeoutMs);
        const response = await fetch(closed.callbackUrl, { method: "POST", redirect: "error", signal });
        if (!response.ok) throw new Error(`${closed.callbackUrl} answered ${response.status}.`);
        ballots.setReported(closed.id, whyNotCarriedOut(closed, await readAnswer(response)));
        return [];
      } catch (failure) {
        return [failure];
      }
    }),
  );
  return failures.flat();
}

/** Why a product did not do what was decided; undefined if it did. */
function whyNotCarriedOut({ callbackUrl, decision }: Unreported, answer: unknown): string | undefined {
  const { state, reason } = (answer as { readonly proposal?: Record<string, unknown> } | null)?.proposal ?? {};
  if (state === decision) return undefined;
  if (state !== "accepted" && state !== "rejected") throw new Error(`${callbackUrl} did not say what it did.`);
  return typeof reason === "string" && reason !== "" ? reason.slice(0, maxReasonLength) : "the product gave no reason";
}

async function readAnswer(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxAnswerBytes) throw new Error(`${response.url} answered with more than ${maxAnswerBytes} bytes.`);
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString());
}
