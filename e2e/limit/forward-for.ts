import type { Called, Sent } from "../http/service.ts";

/** The networks of this machine: whoever calls from here is believed when it names a client. */
export const trustedProxies = ["127.0.0.0/8"];

let addresses = 0;

/** An address that nobody had before. */
export function createAddress(): string {
  addresses += 1;
  return `198.51.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`;
}

/** The same call, forwarded for a client by a proxy that is trusted. */
export function forwardFor(address: string, sent: Sent = {}): Sent {
  return { ...sent, headers: { ...sent.headers, "x-forwarded-for": address } };
}

/** How the client stands, as an answer tells it. */
export function readRateLimit({ headers }: Pick<Called, "headers">): {
  readonly left: number;
  readonly seconds: number;
} {
  const [, left, seconds] = /^"calls";r=(\d+);t=(\d+)$/.exec(headers.ratelimit ?? "") ?? [];
  return { left: Number(left), seconds: Number(seconds) };
}

/** How many of these answers have a status. */
export function count(answers: readonly Pick<Called, "status">[], status: number): number {
  return answers.filter((answer) => answer.status === status).length;
}
