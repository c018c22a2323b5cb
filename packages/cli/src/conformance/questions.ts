import { differences, differencesInAnyOrder, shown } from "./differences.ts";
import type { GoldenCase } from "./read-cases.ts";

/** The `result` or the `error` of an answer. */
export interface Answered {
  readonly result?: { readonly [name: string]: unknown };
  readonly error?: { readonly code?: unknown; readonly message?: unknown };
}

/** One request of a case, and where its answer is not the recorded one. */
export interface Question {
  readonly request: { readonly operation: string; readonly [member: string]: unknown };
  differences(answered: Answered): readonly string[];
}

/** What a program is asked about a case, in order; `candidate` cases of reading are asked under these rules. */
export function toQuestions(golden: GoldenCase, readingRules: ReadingRules): readonly Question[] {
  if (golden.kind === "reading") return readingQuestions(golden, readingRules);
  if (golden.kind === "refused") {
    const { specPackage, problems } = golden;
    return [
      question({ operation: "compile", specPackage }, ({ kind, problems: got }) =>
        kind === "broken" ? differencesInAnyOrder(problems, got, "/problems") : differences("broken", kind, "/kind"),
      ),
    ];
  }
  const { input, verdict, proposalPackage, ownerReview } = golden;
  const verdictOnly = question({ operation: "validate", ...input }, (result) =>
    differences({ verdict }, pick(result, ["verdict"])),
  );
  const expected = { verdict, ...(proposalPackage && { proposalPackage, ownerReview }) };
  const built = question({ operation: "build", ...input }, (result) =>
    differences(expected, pick(result, ["verdict", "proposalPackage", "ownerReview"])),
  );
  if (!proposalPackage) return [verdictOnly, built];
  const { specPackage, registry } = input;
  const verifying = (value: object) => ({
    ...{ operation: "verify", specPackage, registry },
    proposalPackage: JSON.stringify(value),
  });
  const { digest } = proposalPackage;
  const tampered = { ...proposalPackage, digest: `${digest.slice(0, -1)}${digest.endsWith("0") ? "1" : "0"}` };
  return [
    verdictOnly,
    built,
    question(verifying(proposalPackage), (result) =>
      differences(
        { kind: "ok", proposalPackage, ownerReview },
        pick(result, ["kind", "proposalPackage", "ownerReview"]),
      ),
    ),
    question(verifying(tampered), (result) =>
      differences({ kind: "digest-differs", digest }, pick(result, ["kind", "digest"])),
    ),
  ];
}

/** Rules and a registry under which texts are read. */
export interface ReadingRules {
  readonly specPackage: string;
  readonly registry: string;
}

// A text that is read as a value gets the answer that the value gets, whatever that is.
function readingQuestions(
  { text, expect }: GoldenCase & { readonly kind: "reading" },
  rules: ReadingRules,
): readonly Question[] {
  const asked = (candidate: string) => ({ operation: "validate", ...rules, candidate });
  if ("unreadable" in expect) {
    return [
      {
        request: asked(text),
        differences: ({ error, result }) =>
          error
            ? differences(expect.unreadable, error.code, "/error/code")
            : [`expected the error "${expect.unreadable}", got ${shown(result)}`],
      },
    ];
  }
  let plain: unknown;
  return [
    question(asked(JSON.stringify(expect.value)), (result) => {
      plain = result;
      return [];
    }),
    question(asked(text), (result) => differences(plain, result)),
  ];
}

function question(
  request: Question["request"],
  compare: (result: { readonly [name: string]: unknown }) => readonly string[],
): Question {
  return {
    request,
    differences: ({ result, error }) =>
      result ? compare(result) : [`expected a result, got the error ${shown(error?.code)}: ${shown(error?.message)}`],
  };
}

// Answers are open: members that a later version adds are no difference. Those of a verdict are compared whole.
function pick(result: { readonly [name: string]: unknown }, names: readonly string[]): object {
  return Object.fromEntries(names.flatMap((name) => (Object.hasOwn(result, name) ? [[name, result[name]]] : [])));
}
