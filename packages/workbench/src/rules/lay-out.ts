import { writeCandidate } from "../write-candidate.ts";

/** A published package as people read it: documents for programs are often a single line. Its meaning stays the same. */
export function layOut(text: string): string {
  const lines = text.trim().split(/\r\n?|\n/);
  return lines.length > 1 ? `${lines.join("\n")}\n` : writeCandidate(JSON.parse(text));
}
