import { sharedFactor } from "../shared/shared-factor.ts";
import { networkTest } from "./classify-address.ts";

/** Which addresses many clients share. */
export interface SharedAddresses {
  /** Returns how many clients an address stands for, if the operator says that many users share it. */
  sharedBy(address: string): number | undefined;
  /** Returns how many clients an address stands for. Those of proxies and of the identity service have no bound. */
  clientsAt(address: string): number;
}

/** `factor` is the number of clients for which an address in `sharedNetworks` stands. */
export function createSharedAddresses(
  proxies: readonly string[],
  sharedNetworks: readonly string[],
  factor: number = sharedFactor.byDefault,
): SharedAddresses {
  const isProxy = networkTest(proxies);
  const isShared = networkTest(sharedNetworks);
  const sharedBy = (address: string) => (isShared(address) ? factor : undefined);
  return { sharedBy, clientsAt: (address) => (isProxy(address) ? Number.POSITIVE_INFINITY : (sharedBy(address) ?? 1)) };
}
