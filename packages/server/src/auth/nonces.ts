/** Remembers nonces until they could not be used anyway. */
export interface Nonces {
  /** True the first time; false when it was spent before. */
  spend(issuer: string, nonce: string, forgetAtSeconds: number): Promise<boolean>;
}

const sweepEvery = 1_000;

/** Nonces of one process. */
export function createMemoryNonces(nowSeconds: () => number): Nonces {
  const spent = new Map<string, number>();
  let calls = 0;
  return {
    async spend(issuer, nonce, forgetAtSeconds) {
      calls += 1;
      if (calls % sweepEvery === 0) {
        for (const [name, until] of spent) if (until < nowSeconds()) spent.delete(name);
      }
      const name = `${issuer} ${nonce}`;
      if ((spent.get(name) ?? 0) >= nowSeconds()) return false;
      spent.set(name, forgetAtSeconds);
      return true;
    },
  };
}
