import type { LocatedProblem } from "@assay/json-text";
import { Icon } from "../../view/icons.tsx";
import type { RulesView } from "../create-rules-view.ts";

/** The problems besides failed tests, which are shown with the tests. */
export function ProblemList({ view, base }: { readonly view: RulesView; readonly base: string }) {
  const listed = view.problems.value
    .map((located, index) => ({ located, index }))
    .filter(({ located }) => located.problem.code !== "spec.test-failed");
  if (listed.length === 0) return null;
  return (
    <section class="group" aria-label="Problems">
      <h3>
        Problems <span class="count">{listed.length}</span>
      </h3>
      <ul class="diagnostics">
        {listed.map(({ located, index }) => (
          <ProblemItem key={index} located={located} index={index} view={view} base={base} />
        ))}
      </ul>
    </section>
  );
}

function ProblemItem({ located: { problem, mark }, index, view, base }: ItemProps) {
  const { code, at, message, advice } = problem;
  return (
    <li class="diagnostic error" id={`diagnostic-${index}`}>
      <Icon name="error" />
      <div class="diagnostic-text">
        <p class="message">
          <span class="hidden">Problem: </span>
          {message}
        </p>
        <p class="why">{advice}</p>
        <p class="where">
          <button type="button" class="path" onClick={() => view.select(mark.from, mark.to)}>
            {at === "" ? "the document" : at}
          </button>
          <a href={`${base}/spec-problems/${encodeURIComponent(code)}`} target="_blank" rel="noopener">
            {code}
          </a>
        </p>
      </div>
    </li>
  );
}

interface ItemProps {
  readonly located: LocatedProblem;
  /** Its index among all problems, which the marks in the text have too. */
  readonly index: number;
  readonly view: RulesView;
  readonly base: string;
}
