import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import type { Client } from "./limiter.ts";

/** The client behind an address: IPv4, also where it is written as IPv6, or the /64 that one IPv6 subscriber has. */
export function clientAt(address: string): Client {
  // A zone such as %eth0 belongs to this machine, not to the client.
  const [plain = ""] = address.split("%", 1);
  if (isIP(plain) === 0) return ["ip", address];
  const parsed = ipaddr.process(plain);
  if (parsed.kind() === "ipv4") return ["ip", parsed.toString()];
  const network = [...parsed.toByteArray().slice(0, 8), 0, 0, 0, 0, 0, 0, 0, 0];
  return ["ip", `${ipaddr.fromByteArray(network).toString()}/64`];
}
