// Ends its process the hard way when it is about to call, or has called, a function of node:fs on a temporary file: KILL_AT.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const [when, name] = (process.env.KILL_AT ?? "").split(":") as ["before" | "after", "openSync"];
const original = fs[name];

/** Whether a call is about a file that is written beside the real one. */
let isWriting = false;

fs[name] = ((...args: Parameters<typeof original>) => {
  isWriting ||= name !== "openSync" || String(args[0]).endsWith(".tmp");
  if (isWriting && when === "before") process.kill(process.pid, "SIGKILL");
  const result = original(...args);
  if (isWriting && when === "after") process.kill(process.pid, "SIGKILL");
  return result;
}) as typeof original;
syncBuiltinESMExports();
