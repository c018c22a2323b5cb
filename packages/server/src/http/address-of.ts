import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";

/** Where a request comes from: what a trusted proxy says, if that is an address, or else whoever is connected. */
export function addressOf({ ip, socket }: FastifyRequest): string {
  return isIP(ip) === 0 ? (socket.remoteAddress ?? "") : ip;
}
