import { readdirSync, readFileSync } from "node:fs";

/** Returns the CPU time that the threads of a process have used (Linux, /proc/pid/task/tid/schedstat). Some machines
 * count this time in ticks of several milliseconds, so compare only totals over many calls. */
export function processorSeconds(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = threads.map((thread) => {
    const [onProcessor = ""] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "latin1").split(" ", 1);
    return Number(onProcessor);
  });
  return nanoseconds.reduce((sum, time) => sum + time, 0) / 1e9;
}
