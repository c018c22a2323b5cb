import type { LookupAddress, LookupOptions } from "node:dns";
import { lookup as resolve } from "node:dns";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Tells whether a connection to an address is allowed. */
export type AddressGuard = (address: string) => boolean;

// What no service of another team has: this network, this link, everybody, nobody, and forms that wrap another address.
const never = new Set([
  "unspecified",
  "broadcast",
  "multicast",
  "linkLocal",
  "reserved",
  "teredo",
  "6to4",
  "rfc6052",
  "rfc6145",
  "as112",
  "as112v6",
  "amt",
  "benchmarking",
  "orchid2",
  "droneRemoteIdProtocolEntityTags",
  "discard",
]);

/** Allows public addresses, and those of the networks that the operator lists. */
export function createAddressGuard(networks: readonly string[]): AddressGuard {
  const listed = networks.map((network) => ipaddr.parseCIDR(network));
  return (text) => {
    // 010.1.2.3 is one address to some and another to others.
    if (isIP(text) === 0 || !ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text);
    if (isNever(address)) return false;
    if (address.range() === "unicast") return true;
    return listed.some(
      ([network, bits]) => network.kind() === address.kind() && address.match([network, bits] as never),
    );
  };
}

/** Why an address is refused, and what the operator can do about it. */
export function describeRefusal(text: string): string {
  return isIP(text) === 0 || !ipaddr.isValid(text) || isNever(ipaddr.process(text))
    ? `${text} is not an allowed address: no service of a product can be there`
    : `${text} is not an allowed address, because it is not a public one: if the product is there, list its network in "networks" of the domain`;
}

type Callback = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** A lookup that gives only addresses that the guard allows: asked for at every connection, so a name cannot move later. */
export function guardedLookup(guard: AddressGuard) {
  return (hostname: string, options: LookupOptions, callback: Callback): void => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const refused = addresses.find(({ address }) => !guard(address));
      const [first] = addresses;
      // One forbidden address among others is a trap, not a choice.
      if (refused) return callback(new Error(`${hostname} leads inside: ${describeRefusal(refused.address)}`), []);
      if (!first) return callback(new Error(`${hostname} has no address`), []);
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}

function isNever(address: ReturnType<typeof ipaddr.process>): boolean {
  return never.has(address.range()) || isCompatible(address);
}

// ::127.0.0.1 and the like: an IPv4 address in the clothes of an IPv6 one that ipaddr.js takes for a public one.
function isCompatible(address: ReturnType<typeof ipaddr.process>): boolean {
  return (
    address.kind() === "ipv6" &&
    address
      .toByteArray()
      .slice(0, 12)
      .every((byte) => byte === 0) &&
    address.range() !== "loopback"
  );
}
