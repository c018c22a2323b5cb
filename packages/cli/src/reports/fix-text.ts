import type { Diagnostic } from "@assay/contract";
import { parsePointer } from "@assay/contract";

/** What a fix changes, at its first place; undefined if there is none. */
export function fixText({ fix }: Pick<Diagnostic, "fix">): string | undefined {
  const [first] = fix ?? [];
  switch (first?.op) {
    case "replace":
      return `change it to ${JSON.stringify(first.value)}`;
    case "move":
      return `rename it to ${JSON.stringify(parsePointer(first.path)?.at(-1))}`;
    case "remove":
      return "remove it";
  }
  return undefined;
}
