import {
  describeBump,
  describeEvidence,
  describeFlip,
  describeVerdict,
  type Flip,
  type SpecDiff,
} from "@assay/engine/spec-diff";
import type { RulesView } from "../create-rules-view.ts";

/** What changed since the published package, and whether the version says so: the answer of `assay spec diff`. */
export function DiffCard({ view }: { readonly view: RulesView }) {
  const { value: published } = view.session.published;
  const { value: diffed } = view.session.diffed;
  if (published.kind !== "ready" || diffed?.kind === "nothing-published") return null;
  const isSame = published.text === view.text.value;
  return (
    <section class="group" aria-label="Since the published package" id="diffed">
      <h3>{`Since ${published.document.version}, which is published`}</h3>
      {isSame && <p class="muted">This is the published package.</p>}
      {!isSame && !diffed && <p class="muted">Comparing…</p>}
      {!isSame && diffed?.kind === "not-valid" && (
        <p class="muted">What changes for candidates is shown once the package would be accepted.</p>
      )}
      {!isSame && diffed?.kind === "other-domain" && (
        <p class="muted">{`This package is for ${diffed.edited}, the published one for ${diffed.published}.`}</p>
      )}
      {!isSame && diffed?.kind === "diff" && (
        <Difference diff={diffed.diff} announced={published.document.next?.version} view={view} />
      )}
      {!isSame && (
        <p>
          <button type="button" onClick={view.showChanges}>
            Show the changed lines
          </button>
        </p>
      )}
    </section>
  );
}

function Difference({ diff, announced, view }: DifferenceProps) {
  const { changes, evidence, version } = diff;
  const flips = [...evidence.tests.flips, ...evidence.neighbours.flips];
  const suggested = suggestVersion(diff);
  return (
    <div class="card diff-card">
      <p class={`version ${version.verdict}`} id="bump">
        <strong>{`${describeBump(diff)}: ${describeVerdict(version)}.`}</strong> {version.why}
      </p>
      {suggested !== undefined && suggested === announced && (
        <p>{`${suggested} is already announced: make this change there, or announce another version.`}</p>
      )}
      {suggested !== undefined && suggested !== announced && (
        <button type="button" class="fix" onClick={() => view.writeVersion(suggested)}>
          {`Write ${suggested} instead`}
        </button>
      )}
      <p>{changes.length === 0 ? "No rule and no text changed." : describeEvidence(evidence).join(" ")}</p>
      {changes.length > 0 && (
        <ul class="changes">
          {changes.map((change) => (
            <li key={`${change.at} ${change.what}`}>
              <span class={`effect ${change.effect}`}>{change.effect === "who-acts" ? "who acts" : change.effect}</span>
              <span>
                {change.newAt === undefined ? (
                  <code>{change.at}</code>
                ) : (
                  <button type="button" class="path" onClick={() => view.goTo(change.newAt ?? "")}>
                    {change.at}
                  </button>
                )}
                {`${change.rule === undefined ? "" : ` (rule ${change.rule})`}: ${change.what}`}
              </span>
            </li>
          ))}
        </ul>
      )}
      {flips.map((flip) => (
        <Flipped key={describeFlip(flip)} flip={flip} />
      ))}
    </div>
  );
}

interface DifferenceProps {
  readonly diff: SpecDiff;
  /** The version that the published package says comes next. */
  readonly announced: string | undefined;
  readonly view: RulesView;
}

/** A candidate that only one of the packages accepts. */
function Flipped({ flip }: { readonly flip: Flip }) {
  return (
    <details>
      <summary>
        <strong>{flip.acceptedBy === "old" ? "now refused" : "now accepted"}</strong>
        {`: ${describeFlip(flip)}`}
      </summary>
      <pre>{JSON.stringify(flip.candidate, null, 2)}</pre>
    </details>
  );
}

/** The version that would be justified, if it is known and another one than that of the package. */
function suggestVersion({ versions: [before, after], version }: Pick<SpecDiff, "versions" | "version">) {
  if (version.verdict === "justified") return undefined;
  const [major = 0, minor = 0, patch = 0] = (before.split(/[-+]/, 1)[0] ?? "").split(".").map(Number);
  const suggested = {
    major: `${major + 1}.0.0`,
    minor: `${major}.${minor + 1}.0`,
    patch: `${major}.${minor}.${patch + 1}`,
    unknown: undefined,
  }[version.needed];
  return suggested === after ? undefined : suggested;
}
