import type { CheckedAnswer, OperationCall } from "../http/call-operation.ts";

/** Makes this machine a trusted proxy, so that a test can name the client of each call. */
export const trustedProxies = ["127.0.0.0/8"];

let addresses = 0;

/** Creates a client address that no test has used yet. */
export function createAddress(): string {
  addresses += 1;
  return `198.51.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`;
}

/** Forwards a call for a client, as a trusted proxy does. */
export function forwardFor(address: string, call: OperationCall = {}): OperationCall {
  return { ...call, headers: { ...call.headers, "x-forwarded-for": address } };
}

/** Reads from an answer how many calls the client has left, and for how many seconds. */
export function readRateLimit({ headers }: Pick<CheckedAnswer, "headers">) {
  const [, left, seconds] = /^"calls";r=(\d+);t=(\d+)$/.exec(headers.ratelimit ?? "") ?? [];
  return { left: Number(left), seconds: Number(seconds) };
}

/** Counts the answers with this status. */
export function count(answers: readonly Pick<CheckedAnswer, "status">[], status: number): number {
  return answers.filter((answer) => answer.status === status).length;
}
