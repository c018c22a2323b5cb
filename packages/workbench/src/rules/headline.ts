import { counted } from "../headline.ts";
import type { CheckedPackage } from "./messages.ts";

/** What the service would do with a package, in a few words. */
export function titleOf({ isAccepted, problems }: Pick<CheckedPackage, "isAccepted" | "problems">): string {
  return isAccepted ? "Would be accepted" : `Would be refused: ${counted(problems.length, "problem")}`;
}
