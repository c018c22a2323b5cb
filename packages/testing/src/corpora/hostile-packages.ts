import type { Json, SpecProblemCode } from "@assay/contract";
import { hostileDocuments } from "./hostile-documents.ts";
import { hostileExpressions } from "./hostile-expressions.ts";
import { hostileFloods } from "./hostile-floods.ts";
import { hostileKeywords } from "./hostile-keywords.ts";
import type { HostileKind } from "./hostile-kinds.ts";

/** A spec package that tries to hang, flood or mislead its readers, and candidates that exploit it. */
export interface HostilePackage {
  readonly kind: HostileKind;
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The code of its first problem, or `accepted` if it is valid. Its candidates must then stay within the limits. */
  readonly expected: SpecProblemCode | "accepted";
  readonly honest: boolean;
  readonly bodies: readonly { readonly name: string; readonly bytes: Uint8Array }[];
}

/** Returns every hostile spec package with its candidates, and an honest one of each kind. */
export function hostilePackages(): readonly HostilePackage[] {
  const encode = (value: Json) => new TextEncoder().encode(JSON.stringify(value));
  const packages = [hostileKeywords, hostileFloods, hostileDocuments, { expressions: hostileExpressions }].flatMap(
    (kinds) => Object.entries(kinds),
  );
  return packages.flatMap(([kind, entries]) =>
    Object.entries(entries).map(([name, [expected, content, bodies = {}]], index) => ({
      kind: kind as HostileKind,
      name,
      bytes: typeof content === "string" ? new TextEncoder().encode(content) : encode(content),
      expected,
      honest: index === 0,
      bodies: Object.entries(bodies).map(([body, value]) => ({ name: body, bytes: encode(value) })),
    })),
  );
}
