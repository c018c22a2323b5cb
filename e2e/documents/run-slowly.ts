// Runs Node with a share of one processor: `node run-slowly.ts 0.1 script.ts`. Stops the process whenever it has used more
// than its share so far, and lets it go on later, so nothing has to be installed and no privilege is needed.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { processorSeconds } from "@assay/testing/services/processor-seconds";

const [share = "1", ...args] = process.argv.slice(2);
const child = spawn(process.execPath, args, { stdio: ["ignore", "inherit", "inherit"] });
const pid = child.pid as number;
let isRunning = true;
let isStopped = false;
const exited = once(child, "exit").then(([code]) => {
  isRunning = false;
  process.exitCode = code ?? 1;
});
process.once("SIGTERM", () => {
  isRunning = false;
  child.kill("SIGCONT");
  child.kill("SIGTERM");
});

const begun = performance.now();
while (isRunning) {
  const allowed = (Number(share) * (performance.now() - begun)) / 1_000;
  const mustStop = used() > allowed;
  if (mustStop !== isStopped) child.kill(mustStop ? "SIGSTOP" : "SIGCONT");
  isStopped = mustStop;
  await wait(10);
}
await exited;

function used(): number {
  try {
    return processorSeconds(pid);
  } catch {
    // A thread, or the process, has just ended.
    return 0;
  }
}
