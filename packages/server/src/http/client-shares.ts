/** How much of the queue a client got lately. */
export interface ClientShare {
  recent: number;
}

/** The shares of all clients. Who comes seldom has nothing, so a client cannot be kept out by many that come often. */
export interface ClientShares {
  of(client: string): ClientShare;
  take(share: ClientShare): void;
  giveBack(share: ClientShare): void;
}

// A few seconds of a busy instance. Half of what was taken is then forgotten, and with it who took one, so few are remembered.
const halfLife = 8_192;

/** Creates shares of nothing. */
export function createClientShares(): ClientShares {
  const shares = new Map<string, ClientShare>();
  let taken = 0;

  function forgetHalf(): void {
    for (const [client, share] of shares) {
      share.recent = Math.floor(share.recent / 2);
      if (share.recent === 0) shares.delete(client);
    }
  }

  return {
    of(client) {
      const share = shares.get(client) ?? { recent: 0 };
      shares.set(client, share);
      return share;
    },
    take(share) {
      share.recent += 1;
      taken += 1;
      if (taken % halfLife === 0) forgetHalf();
    },
    giveBack(share) {
      share.recent = Math.max(0, share.recent - 1);
    },
  };
}
