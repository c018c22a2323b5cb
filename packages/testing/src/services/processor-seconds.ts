import { readdirSync, readFileSync } from "node:fs";

/** The processor time that the threads of a process took so far, to the nanosecond (Linux, /proc/pid/task/tid/schedstat). */
export function processorSeconds(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = threads.map((thread) => {
    const [onProcessor = ""] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "latin1").split(" ", 1);
    return Number(onProcessor);
  });
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e9;
}
