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
        {tests.map((test, index) => (
          <TestItem key={index} test={test} at={`/tests/${index}`} problem={indexOf(`/tests/${index}`)} view={view} />
        ))}
      </ul>
    </section>
  );
}

const looks: { readonly [outcome in TestOutcome["outcome"]]: { readonly icon: IconName; readonly said: string } } = {
  passed: { icon: "passed", said: "passed" },
  failed: { icon: "failed", said: "failed" },
  "not-run": { icon: "not-run", said: "not run" },
};

function TestItem({ test, at, problem, view }: ItemProps) {
  const { icon, said } = looks[test.outcome];
  const { absent, surplus, onlyWarned, absentWarnings, surplusWarnings } = compareErrors(test);
  const differences: readonly (readonly [string, readonly TestError[]])[] = [
    ["expected, but not reported", absent],
    ["expected as an error, but reported as a warning", onlyWarned],
    ["reported, but not expected", surplus],
    ["warning expected, but not reported", absentWarnings],
    ["warning reported, but not expected", surplusWarnings],
  ];
  const isFailed = test.outcome === "failed";
  return (
    <li
      class={`test ${test.outcome}`}
      data-outcome={test.outcome}
      id={problem < 0 ? undefined : `diagnostic-${problem}`}
    >
      <Icon name={icon} />
      <div class="diagnostic-text">
        <p class="test-head">
          <span class="hidden">{`${said}: `}</span>
          <button type="button" class="test-name" onClick={() => view.goTo(`${at}/name`)}>
            {test.name}
          </button>
          <span class="muted">{test.outcome === "not-run" ? "not run" : expectedText(test.expected)}</span>
        </p>
        {isFailed &&
          differences.flatMap(([what, errors]) =>
            errors.map((error) => <ErrorLine key={`${what} ${error.code} ${error.path}`} what={what} error={error} />),
          )}
      </div>
    </li>
  );
}

interface ItemProps {
  readonly test: TestOutcome;
  readonly at: string;
  /** The index of its problem, or less than 0. */
  readonly problem: number;
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
