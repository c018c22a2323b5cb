import { setTimeout as wait } from "node:timers/promises";

/** Asks again and again until it is so. */
export async function until(isSo: () => Promise<boolean>, what: string, patienceMs = 30_000): Promise<void> {
  for (const begin = performance.now(); !(await isSo()); await wait(50)) {
    if (performance.now() - begin > patienceMs) throw new Error(`Not so after ${patienceMs} ms: ${what}`);
  }
}
