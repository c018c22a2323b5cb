import { type Diagnostic, withoutKnown } from "@assay/contract";
import { markKind } from "../../editor/marks.ts";
import { Icon } from "../../view/icons.tsx";
import { counted } from "../../workbench/headline.ts";
import type { RulesView } from "../create-rules-view.ts";
import type { TriedDraft, TriedVerdict } from "../messages.ts";

/** The draft of the workbench under what is published and what is edited, and what differs. */
export function DraftCard({ view, base }: { readonly view: RulesView; readonly base: string }) {
  const { value: tried } = view.session.tried;
  const { value: source } = view.triedSource;
  if (tried === undefined || (tried.kind === "none" && source.kind !== "other-domain")) return null;
  return (
    <section class="group" aria-label="Your draft under both rules" id="tried">
      <h3>Your draft under both rules</h3>
      <p class="muted">
        {sourceText(source, tried)} <a href={`${base}/`}>Open the workbench</a>
      </p>
      {tried.kind === "unreadable" && <p>{`The draft is not JSON: ${tried.problem.message}`}</p>}
      {tried.kind === "verdicts" && <Verdicts tried={tried} view={view} base={base} />}
    </section>
  );
}

function sourceText(source: RulesView["triedSource"]["value"], tried: TriedDraft): string {
  if (source.kind === "other-domain")
    return `The draft in the workbench is for ${source.domain}, so it is not tried here.`;
  const what =
    source.kind === "workbench"
      ? "The draft in this tab."
      : "There is no draft in this tab: this is the first example.";
  const isLookedUp = tried.kind !== "verdicts" || tried.missingRanges.length === 0;
  return isLookedUp ? what : `${what} Its id was not looked up.`;
}

function Verdicts({ tried, view, base }: VerdictsProps) {
  const { published, edited } = tried;
  const { value: state } = view.session.published;
  const version = state.kind === "ready" ? state.document.version : "";
  return (
    <>
      <div class="compare">
        {published && (
          <Outcome valid={published.valid} errors={published.counts.error} about={`published, ${version}`} />
        )}
        {edited ? (
          <Outcome valid={edited.valid} errors={edited.counts.error} about="as edited here" />
        ) : (
          <p class="card outcome muted">The edited rules cannot be used until their problems are fixed.</p>
        )}
      </div>
      {published && edited && <Difference published={published} edited={edited} view={view} base={base} />}
    </>
  );
}

/** Whether a candidate is valid under some rules. */
function Outcome({ valid, errors, about }: OutcomeProps) {
  return (
    <p class="card outcome">
      <strong class={valid ? "is-valid" : "is-invalid"}>{valid ? "valid" : counted(errors, "error")}</strong>{" "}
      <span class="muted">{about}</span>
    </p>
  );
}

interface OutcomeProps {
  readonly valid: boolean;
  readonly errors: number;
  readonly about: string;
}

interface VerdictsProps {
  readonly tried: Extract<TriedDraft, { readonly kind: "verdicts" }>;
  readonly view: RulesView;
  readonly base: string;
}

function Difference({ published, edited, view, base }: DifferenceProps) {
  const added = withoutKnown(edited.diagnostics, published.diagnostics);
  const gone = withoutKnown(published.diagnostics, edited.diagnostics);
  const flip =
    published.valid === edited.valid ? "" : edited.valid ? "It would be accepted. " : "It would be refused. ";
  if (added.length + gone.length === 0) return <p class="muted">{`${flip}Both give the same result.`}</p>;
  return (
    <>
      <p id="flips">{`${flip}${counted(added.length, "new diagnostic")}, ${gone.length} gone.`}</p>
      <ul class="diagnostics">
        {added.map((diagnostic, index) => (
          <Flipped key={index} diagnostic={diagnostic} what="New: " goTo={view.goTo} base={base} />
        ))}
        {gone.map((diagnostic, index) => (
          <Flipped key={index} diagnostic={diagnostic} what="Gone: " base={base} />
        ))}
      </ul>
    </>
  );
}

interface DifferenceProps extends Omit<VerdictsProps, "tried"> {
  readonly published: TriedVerdict;
  readonly edited: TriedVerdict;
}

function Flipped({ diagnostic, what, goTo, base }: FlippedProps) {
  const { code, message, path, rule } = diagnostic;
  const kind = goTo ? markKind(diagnostic) : "valid";
  return (
    <li class={`diagnostic ${kind}`}>
      <Icon name={kind} />
      <div class="diagnostic-text">
        <p class="message">
          <strong>{what}</strong>
          {message}
        </p>
        <p class="where">
          <code>{path === "" ? "the candidate" : path}</code>
          <a href={`${base}/diagnostics/${encodeURIComponent(code)}`} target="_blank" rel="noopener">
            {code}
          </a>
          {goTo && (
            <button type="button" class="path" onClick={() => goTo(rule.at)}>
              {`rule ${rule.id}`}
            </button>
          )}
        </p>
      </div>
    </li>
  );
}

interface FlippedProps {
  readonly diagnostic: Diagnostic;
  readonly what: string;
  /** Goes to the rule, if it is in the editor. */
  readonly goTo?: (pointer: string) => void;
  readonly base: string;
}
