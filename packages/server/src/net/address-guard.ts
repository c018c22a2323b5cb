import type { LookupAddress, LookupOptions } from "node:dns";
import { lookup as resolve } from "node:dns";
import { classifyAddress, createNetworkTest } from "./classify-address.ts";

/** Whether a connection to an address is allowed. */
export type AddressGuard = (address: string) => boolean;

/** Allows public addresses, and private addresses in the networks that the operator lists. */
export function createAddressGuard(networks: readonly string[]): AddressGuard {
  const isListed = createNetworkTest(networks);
  return (address) => {
    const kind = classifyAddress(address);
    return kind === "public" || (kind === "private" && isListed(address));
  };
}

/** Explains why an address is refused, and what the operator can do about it. */
export function describeRefusal(address: string): string {
  return classifyAddress(address) === "forbidden"
    ? `the address ${address} is always blocked`
    : `the address ${address} is not public; if the product runs there, list its network in the domain's "networks"`;
}

type Callback = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** Creates a DNS lookup that returns only allowed addresses. It runs for each connection, because results change. */
export function createGuardedLookup(guard: AddressGuard) {
  return (hostname: string, options: LookupOptions, callback: Callback): void => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const refused = addresses.find(({ address }) => !guard(address));
      const [first] = addresses;
      // If one resolved address is forbidden, refuse them all (DNS rebinding).
      if (refused)
        return callback(
          new Error(`${hostname} resolves to a blocked address: ${describeRefusal(refused.address)}`),
          [],
        );
      if (!first) return callback(new Error(`${hostname} cannot be resolved`), []);
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}
