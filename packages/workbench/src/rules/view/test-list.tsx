import { compareErrors, type TestError, type TestErrorGot, type TestOutcome } from "@assay/engine";
import { Icon, type IconName } from "../../view/icons.tsx";
import { counted } from "../../workbench/headline.ts";
import type { RulesView } from "../create-rules-view.ts";

/** The tests of the package, each with what the engine says became of it. */
export function TestList({ view, tests }: { readonly view: RulesView; readonly tests: readonly TestOutcome[] }) {
  if (tests.length === 0) return null;
  // The mark of a failed test has the index of its problem.
  const indexOf = (at: string) =>
    view.problems.value.findIndex(({ problem }) => problem.code === "spec.test-failed" && problem.at === at);
  return (
    <section class="group" aria-label="Tests">
      <h3>
        Tests <span class="count">{tests.length}</span>
      </h3>
      <ul class="tests">
        {grouped(tests).map((members) => (
          <TestItem key={members[0]?.index} members={members} problemAt={indexOf} view={view} />
        ))}
      </ul>
    </section>
  );
}

interface Member {
  readonly test: TestOutcome;
  readonly index: number;
}

/** Tests that fail for the same reason are one item. */
function grouped(tests: readonly TestOutcome[]): readonly (readonly Member[])[] {
  const members = tests.map((test, index) => ({ test, index }));
  const groups = Map.groupBy(members, ({ test, index }) =>
    test.outcome === "failed" ? JSON.stringify(differencesOf(test)) : index,
  );
  return [...groups.values()];
}

function differencesOf(test: TestOutcome): readonly (readonly [what: string, errors: readonly TestError[]])[] {
  const { absent, surplus, onlyWarned, absentWarnings, surplusWarnings } = compareErrors(test);
  return [
    ["expected, but not reported", absent],
    ["expected as an error, but reported as a warning", onlyWarned],
    ["reported, but not expected", surplus],
    ["warning expected, but not reported", absentWarnings],
    ["warning reported, but not expected", surplusWarnings],
  ];
}

const looks: { readonly [outcome in TestOutcome["outcome"]]: { readonly icon: IconName; readonly said: string } } = {
  passed: { icon: "passed", said: "passed" },
  failed: { icon: "failed", said: "failed" },
  "not-run": { icon: "not-run", said: "not run" },
};

function TestItem({ members, problemAt, view }: ItemProps) {
  const [first] = members;
  if (!first) return null;
  const { outcome } = first.test;
  const { icon, said } = looks[outcome];
  return (
    <li class={`test ${outcome}`} data-outcome={outcome}>
      <Icon name={icon} />
      <div class="diagnostic-text">
        {members.map(({ test, index }) => {
          const problem = problemAt(`/tests/${index}`);
          return (
            <p class="test-head" key={index} id={problem < 0 ? undefined : `diagnostic-${problem}`}>
              <span class="hidden">{`${said}: `}</span>
              <button
                type="button"
                class="test-name"
                data-index={index}
                onClick={() => view.goTo(`/tests/${index}/name`)}
              >
                {test.name}
              </button>
              <span class="muted">
                {outcome === "not-run" ? "not run" : `expected: ${expectedText(test.expected)}`}
              </span>
            </p>
          );
        })}
        {outcome === "failed" &&
          differencesOf(first.test).flatMap(([what, errors]) =>
            errors.map((error) => <ErrorLine key={`${what} ${error.code} ${error.path}`} what={what} error={error} />),
          )}
      </div>
    </li>
  );
}

interface ItemProps {
  readonly members: readonly Member[];
  /** The index of the problem at a place, or less than 0. */
  problemAt(at: string): number;
  readonly view: RulesView;
}

function expectedText(expected: readonly TestError[]): string {
  return expected.length === 0 ? "accepted" : counted(expected.length, "error");
}

function ErrorLine({ what, error }: { readonly what: string; readonly error: TestError & Partial<TestErrorGot> }) {
  const { code, path, rule } = error;
  return (
    <p class="test-error">
      {`${what}: `}
      <code>{code}</code>
      {` at ${path === "" ? "the root" : path}`}
      {rule !== undefined && ` (rule ${rule})`}
    </p>
  );
}
