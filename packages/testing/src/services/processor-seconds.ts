import { readdirSync, readFileSync } from "node:fs";

/** The processor time that the threads of a process took so far (Linux, /proc/pid/task/tid/schedstat). Some machines
 * count it in ticks of some milliseconds, so add up many calls before you compare. */
export function processorSeconds(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = threads.map((thread) => {
    const [onProcessor = ""] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "latin1").split(" ", 1);
    return Number(onProcessor);
  });
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e9;
}
