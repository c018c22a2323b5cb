// Makes unit tests fail if they use processes, ports or threads, which are slow, and unreliable on a busy machine.
import childProcess from "node:child_process";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";
import workerThreads from "node:worker_threads";

for (const name of ["spawn", "spawnSync", "exec", "execSync", "execFile", "execFileSync", "fork"] as const)
  childProcess[name] = refuse as never;
net.Server.prototype.listen = refuse;
workerThreads.Worker = refuse as never;
syncBuiltinESMExports();

function refuse(): never {
  throw new Error("This test starts a process or a thread, or opens a port. Name its file *.deep.test.ts.");
}
