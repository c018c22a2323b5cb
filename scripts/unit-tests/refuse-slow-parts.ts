import childProcess from "node:child_process";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";
import workerThreads from "node:worker_threads";

/** Refuses, with the way out, what makes a unit test slow, or red on a busy machine. */
export function refuseSlowParts(): void {
  for (const name of ["spawn", "spawnSync", "exec", "execSync", "execFile", "execFileSync", "fork"] as const) {
    childProcess[name] = refuse("starts a process") as never;
  }
  net.Server.prototype.listen = refuse("opens a port");
  workerThreads.Worker = refuse("starts a thread") as never;
  syncBuiltinESMExports();
}

function refuse(what: string) {
  return function refused(): never {
    throw new Error(`This test ${what}. Name its file *.deep.test.ts: npm run test:deep runs it.`);
  };
}
