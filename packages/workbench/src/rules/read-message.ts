import { anything, array, boolean, either, number, object, oneOf, string } from "../shape.ts";
import { counts, diagnostics, rangeName, unreadable } from "../verdict-shape.ts";
import type { FromRulesWorker } from "./messages.ts";

/** A message of the worker, or nothing if it has another shape: the worker may generate code, so none of it is trusted. */
export function readRulesMessage(data: unknown): FromRulesWorker | undefined {
  return message(data) ? (data as FromRulesWorker) : undefined;
}

const problem = object(
  { code: string, at: string, message: string, advice: string },
  { span: object({ from: number, to: number }) },
);
const errors = array(object({ code: string, path: string }));
const errorsGot = array(object({ code: string, path: string, rule: string }));
const test = either(
  object({ name: string, outcome: oneOf("passed", "failed"), expected: errors, got: errorsGot }),
  object({ name: string, outcome: oneOf("not-run"), expected: errors }),
);
const checked = object(
  { isAccepted: boolean, problems: array(problem), tests: array(test), canTry: boolean, ms: number },
  { digest: string },
);

const verdict = object({ valid: boolean, counts, diagnostics });
const tried = either(
  object({ kind: oneOf("none") }),
  unreadable,
  object({ kind: oneOf("verdicts"), missingRanges: array(rangeName) }, { published: verdict, edited: verdict }),
);

const effect = oneOf("same", "loosened", "tightened", "undecided");
const side = oneOf("old", "new");
const flip = object(
  {
    test: string,
    of: side,
    candidate: anything,
    acceptedBy: side,
    error: object({ code: string, path: string, rule: string }),
  },
  { edit: string },
);
const diff = object({
  domain: string,
  versions: (value) => array(string)(value) && (value as readonly string[]).length === 2,
  changes: array(object({ part: string, effect, what: string }, { reason: string, oldAt: string, newAt: string })),
  effect,
  tests: array(flip),
  edits: array(flip),
  version: object(
    {
      bump: oneOf("major", "minor", "patch", "none", "lower"),
      needed: oneOf("major", "minor", "patch", "unknown"),
      verdict: oneOf("honest", "dishonest", "undecided"),
      why: string,
    },
    { proof: flip },
  ),
});
const diffed = either(
  object({ kind: oneOf("nothing-published", "not-valid") }),
  object({ kind: oneOf("other-domain"), published: string, edited: string }),
  object({ kind: oneOf("diff"), diff }),
);

const message = either(
  object({ kind: oneOf("loaded") }),
  object({ kind: oneOf("checked"), turn: number, result: checked }),
  object({ kind: oneOf("tried"), turn: number, rules: number, result: tried }),
  object({ kind: oneOf("diffed"), turn: number, rules: number, result: diffed }),
);
