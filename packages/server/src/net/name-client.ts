import { isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";
import { normalizeAddress } from "./classify-address.ts";

/** Names the client at an address: its IPv4 address, or its IPv6 /64 network, which one subscriber usually owns. */
export function nameClient(address: string): string {
  // A zone such as %eth0 belongs to this machine, not to the client.
  const [plain = ""] = address.split("%", 1);
  const normalized = normalizeAddress(plain);
  if (normalized === undefined) return address;
  if (isIPv4(normalized)) return normalized;
  const network = [...ipaddr.parse(normalized).toByteArray().slice(0, 8), 0, 0, 0, 0, 0, 0, 0, 0];
  return `${ipaddr.fromByteArray(network).toString()}/64`;
}
